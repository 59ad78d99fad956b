import { randomUUID } from "node:crypto";
import { mailedToken, PASSWORD } from "../people.ts";
import type { TestShop } from "../shop.ts";

/** Everything the accounts have written, to compare before and after a refusal. */
export async function accountRows(shop: TestShop): Promise<unknown> {
  const tables = ["users", "sessions", "mail_links", "tried_passwords", "outbox"];
  return Promise.all(tables.map((table) => shop.query(`select * from ${table} order by 1`)));
}

export async function count(shop: TestShop, from: string, values: unknown[] = []): Promise<number> {
  const [row] = await shop.query<{ n: number }>(`select count(*)::int as n from ${from}`, values);
  return row?.n ?? -1;
}

export const freshEmail = () => `${randomUUID()}@example.com`;

/** A verified account that is signed in nowhere. */
export async function member(shop: TestShop, email = freshEmail(), name = "Achieng Odhiambo") {
  await shop.post("/api/user/register", { name, email, password: PASSWORD });
  await shop.post("/api/user/verify-email", { token: await mailedToken(shop, email) });
  await shop.query("delete from sessions where user_id = (select id from users where email = $1)", [email]);
  return email;
}

/** What is no such link: cut, too long, another's, no text. */
export const wrongLinks = (link: string): unknown[] => [
  ...[link.slice(0, 42), `${link}x`, "", "A".repeat(43), "x".repeat(10_000), "' or 1=1 --"],
  ...[7, null, [link], {}, undefined],
];

/** As if no limit had been touched yet: tests share one address. */
export async function forgetLimits(shop: TestShop): Promise<void> {
  await shop.query("delete from rate_limits");
}

/** Signing up at a file's shop, and what it left behind. */
export const signUps = (shop: () => TestShop) => ({
  register: (email: string, password = PASSWORD, name = "Wanjiku Otieno") =>
    shop().post("/api/user/register", { name, email, password }),
  mailsTo: (email: string) =>
    shop().query<{ event: string; subject: string; text: string }>(
      "select event, subject, text from outbox where recipient = $1 order by id",
      [email],
    ),
  async userOf(email: string) {
    const [user] = await shop().query<{
      id: string;
      name: string;
      password_hash: string;
      verified_at: Date | null;
    }>("select id, name, password_hash, verified_at from users where email = $1", [email]);
    return user;
  },
});
