import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { hashSecret, newId, newSecret } from "../src/platform/id.server.ts";
import type { Goods } from "./goods.ts";
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

/** Hashed once, as cheaply as can be read back. */
const passwordHash = hash(PASSWORD, { memoryCost: 64, timeCost: 1 });

export type Person = { userId: string; token: string; email: string };

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

/** That many signed-in customers, written straight into the tables: a crowd has no time to hash passwords. */
export async function crowd(shop: Pick<TestShop, "query">, count: number): Promise<Person[]> {
  const people = Array.from({ length: count }, () => ({
    userId: newId(),
    token: newSecret(),
    email: `${randomUUID()}@example.com`,
  }));
  const ids = people.map((person) => person.userId);
  await shop.query(
    `insert into users (id, name, email, password_hash, verified_at)
     select id, 'Wanjiku Otieno', email, $3, now() from unnest($1::text[], $2::text[]) as person (id, email)`,
    [ids, people.map((person) => person.email), await passwordHash],
  );
  await shop.query(
    `insert into sessions (user_id, token_hash, expires_at)
     select id, hash, now() + interval '1 day' from unnest($1::text[], $2::text[]) as session (id, hash)`,
    [ids, people.map((person) => hashSecret(person.token))],
  );
  return people;
}

/** One signed-in customer, without the ways of signing up. */
export async function customer(shop: Pick<TestShop, "query">): Promise<Person> {
  const [person] = await crowd(shop, 1);
  if (!person) throw new Error("nobody came");
  return person;
}

/** So many customers who have each paid an order here: the limits of those who have not are not theirs. */
export async function regulars(shop: Pick<TestShop, "query">, count: number): Promise<Person[]> {
  const people = await crowd(shop, count);
  await shop.query(
    `with paid as (
       insert into orders (id, user_id, subtotal, delivery_fee, amount, payment, payment_method, key_hash, request_hash, contents_hash, placed_at, announced_at)
       select id, person, 1, 0, 1, true, 'mpesa', id, 'before', 'before', now() - interval '30 days', 'epoch'
       from unnest($1::text[], $2::text[]) as regular (person, id) returning *),
     bought as (
       insert into order_items (order_id, line, product_id, name, price, size, quantity, image)
       select id, 0, 'before', 'Bought before', 1, 'M', 1, '/images/sample.svg' from paid),
     came as (
       insert into transactions (id, provider, receipt, amount, allocated, unallocated, paid_at, source, verified, order_id,
         payment_id, created_at)
       select id, 'mpesa', 'before-' || id, 1, 1, 0, placed_at, 'callback', true, id, id, placed_at from paid)
     insert into payments (id, method, state, active, amount,
       reference, code, transaction_id, order_id, paid_at, created_at)
     select id, 'mpesa', 'paid', false, 1, 'before-' || id, '0', id, id, placed_at, placed_at
     from paid`,
    [people.map(({ userId }) => userId), people.map(() => newId())],
  );
  return people;
}

let phones = 0;
/** A Kenyan mobile number of no other test of this process. */
export function freshMobile(): string {
  phones += 1;
  return `0733${String(phones).padStart(6, "0")}`;
}

/** Somebody who orders without an account, through the door. */
export async function guestOf(
  shop: Pick<TestShop, "query" | "post">,
  email = `${randomUUID()}@example.com`,
  phone = freshMobile(),
): Promise<Person> {
  const details = { firstName: "Wanjiku", lastName: "Otieno", email, phone };
  const { body } = await shop.post("/api/user/guest", details);
  const token = String(body.token);
  const [row] = await shop.query<{ id: string }>("select user_id as id from sessions where token_hash = $1", [
    hashSecret(token),
  ]);
  return { userId: row?.id ?? "", token, email };
}

let codes = 0;
/** A till code no other test has used. */
export function freshCode(): string {
  codes += 1;
  // nine characters at most, whatever numbers the machine gives: ten would be in the form of M-Pesa's own
  return `T${process.pid.toString(36).slice(-4)}${codes.toString(36).padStart(4, "0")}`.toUpperCase();
}

/** An order of one product in its first size, priced as the shop does. */
export function orderOf(
  product: Pick<Goods, "_id" | "price" | "size">,
  { quantity = 1, mpesaCode = freshCode() }: { quantity?: number; mpesaCode?: string } = {},
) {
  return {
    address: ADDRESS,
    items: [{ _id: product._id, size: product.size, quantity }],
    amount: product.price * quantity + 1,
    mpesaCode,
    paymentMethod: "cod",
  };
}
