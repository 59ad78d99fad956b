import { randomUUID } from "node:crypto";
import type { TestShop } from "./shop.ts";

export const PASSWORD = "jembe na nyundo 7";

export const ADDRESS = {
  firstName: "Wanjiku",
  lastName: "Otieno",
  email: "wanjiku@example.com",
  street: "12 Langata Road",
  city: "Nairobi",
  state: "Nairobi",
  zipCode: "00100",
  country: "Kenya",
  phone: "0712345678",
};

/** Signs up, follows the mailed link, and gives the token and e-mail of a real signed-in shopper. */
export async function shopper(shop: TestShop): Promise<{ token: string; email: string }> {
  const email = `${randomUUID()}@example.com`;
  await shop.post("/api/user/register", { name: "Wanjiku Otieno", email, password: PASSWORD });
  const answer = await shop.post("/api/user/verify-email", { token: await mailedToken(shop, email) });
  return { token: String(answer.body.token), email };
}

/** The secret in the newest mailed link to this address. */
export async function mailedToken(shop: TestShop, email: string): Promise<string> {
  const [mail] = await shop.query<{ text: string }>(
    "select text from outbox where recipient = $1 and text like '%token=%' order by id desc limit 1",
    [email],
  );
  return /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
}

let codes = 0;
/** A till code no other test has used. */
export function freshCode(): string {
  codes += 1;
  return `T${process.pid.toString(36)}${codes.toString(36).padStart(4, "0")}`.toUpperCase().slice(0, 10);
}

/** An order of one product in one size, priced as the shop does. */
export function orderOf(
  product: { _id: string; price: number },
  size: string,
  quantity = 1,
  mpesaCode = freshCode(),
) {
  return {
    address: ADDRESS,
    items: [{ _id: product._id, size, quantity }],
    amount: product.price * quantity + 1,
    mpesaCode,
    paymentMethod: "cod",
  };
}
