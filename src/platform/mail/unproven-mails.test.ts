import { afterAll, beforeEach, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { freshMobile, mailedToken, orderOf, PASSWORD, shopper } from "../../../test/people.ts";
import { openTestShop, patient } from "../../../test/shop.ts";
import { forgetLimits } from "../../../test/support/account-rows.ts";
import { signInStaff } from "../../../test/support/back-office.ts";
import { plainMailbox } from "./outbox.server.ts";

const shop = await openTestShop({ TRUST_PROXY: "1" });
await patient(shop);
const owner = await signInStaff(shop);
const tee = await addProduct(shop, { stock: { M: 1_000 } });
const gone = await addProduct(shop, { stock: { M: 0 } });
beforeEach(async () => {
  await forgetLimits(shop);
  await shop.query("delete from outbox");
  await shop.query("delete from mail_times");
});
afterAll(() => shop.close());

let addresses = 0;
/** A stranger at another address each time. */
const post = (url: string, body: object, token?: string) => {
  addresses += 1;
  const from = `41.${90 + (addresses >> 8)}.7.${addresses & 255}`;
  return shop.post(url, body, token, { "x-forwarded-for": from });
};

const order = async (email: string, token: string) => {
  const placed = orderOf(tee);
  const body = { ...placed, address: { ...placed.address, email, phone: freshMobile() } };
  const { status, text } = await post("/api/order/placeOrder", body, token);
  expect(status, text).toBe(200);
};
const orderAsGuest = async (email: string) => {
  const details = { firstName: "Wanjiku", lastName: "Otieno", email, phone: freshMobile() };
  await order(email, String((await post("/api/user/guest", details)).body.token));
};

/** So many strangers order under a mailbox, each under a tag of its own. */
const strangersOrder = async (email: string, times: number) => {
  for (let at = 0; at < times; at++) await orderAsGuest(email.replace("@", `+${addresses}@`));
};

/** How many mails leave in how many hours; those that do not leave count as "never". */
const leaving = async () => {
  const rows = await shop.query<{ at: string; mails: number }>(
    `select case state when 'failed' then 'never' else round(extract(epoch from next_attempt_at - now()) / 3600)::text end as at,
       count(*)::int as mails from outbox where recipient not like '%sauti%' group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map(({ at, mails }) => [at, mails]));
};

test("Strangers cause at most 6 mails an hour and 12 a day per mailbox, however written", async () => {
  const spellings = Array.from(
    { length: 12 },
    (_, at) => `${at % 2 ? "wan.jiku" : "Wanjiku"}+${at}@gmail.com`,
  );
  await Promise.all([
    ...spellings.map(orderAsGuest),
    ...["w.anjiku@googlemail.com", "wanjiku+new@gmail.com", "WANJIKU@gmail.com"].map((email) =>
      post("/api/user/register", { name: "Wanjiku", email, password: PASSWORD }),
    ),
  ]);
  const waits = { productId: gone._id, size: "M", email: "wan.jiku@gmail.com" };
  expect((await post("/api/product/tell-when-back", waits)).status).toBe(200);
  await shop.query("update stock set on_hand = 1 where product_id = $1", [gone._id]);
  await shop.jobs.cron.minute();
  expect(await leaving()).toEqual({ 0: 6, 1: 6, never: 4 });
  const { rows } = (await owner.get("/mails")).body as unknown as { rows: Record<string, unknown>[] };
  expect(rows).toHaveLength(4);
  for (const { to, why, certain } of rows)
    expect([plainMailbox(String(to)), why, certain]).toEqual([
      "wanjiku@gmail.com",
      "More than 6 mails in an hour or 12 in a day to this mailbox",
      true,
    ]);
  const counted = async () => (await owner.get("/today")).body.mailsFailed;
  expect(await counted()).toBe(4);
  // of what failed before, the owner can do nothing more; what is held still waits
  await shop.query("update outbox set created_at = now() - interval '25 hours' where state = 'failed'");
  expect(await counted()).toBe(0);
  await shop.query("update outbox set state = 'held' where state = 'failed'");
  expect(await counted()).toBe(4);
  await shop.query("update outbox set state = 'failed', created_at = now() where state = 'held'");
  // another mailbox is another count
  await orderAsGuest("wanjiku@example.com");
  expect(await leaving()).toEqual({ 0: 7, 1: 6, never: 4 });
});

test("Mails caused by the mailbox's owner, staff or money leave immediately", async () => {
  const { email, token } = await shopper(shop);
  await shop.query("delete from outbox");
  await shop.query("delete from mail_times");
  await order(email, token);
  expect(await leaving()).toEqual({ 0: 1 });
  await strangersOrder(email, 13);
  expect(await leaving()).toEqual({ 0: 7, 1: 6, never: 1 });
  const [last] = await shop.query<{ id: string; version: number }>(
    "select id, version from orders order by id desc limit 1",
  );
  await order(email, token);
  const cancelled = await owner.post(`/orders/${last?.id}/cancel`, {
    version: last?.version,
    reason: "asked to",
  });
  expect(cancelled.status, cancelled.text).toBe(200);
  expect(await leaving()).toEqual({ 0: 9, 1: 6, never: 1 });
});

test("the owner's link to a new password leaves at once where they logged in before", async () => {
  const { email } = await shopper(shop);
  await shop.query("delete from outbox");
  await shop.query("delete from mail_times");
  const home = { "x-forwarded-for": "41.90.1.1" };
  await shop.post("/api/user/login", { email, password: PASSWORD }, undefined, home);
  await strangersOrder(email, 6);
  await post("/api/user/forgot-password", { email });
  expect(await leaving()).toEqual({ 0: 6, never: 1 });
  await shop.query("delete from rate_limits where key like 'forgot%'");
  await shop.post("/api/user/forgot-password", { email }, undefined, home);
  expect(await leaving()).toEqual({ 0: 7, never: 1 });
  expect(await mailedToken(shop, email)).toMatch(/^[\w-]{43}$/);
});

test("an hour later six more leave", async () => {
  const email = "amina@example.com";
  await strangersOrder(email, 6);
  await shop.query(
    "update mail_times set leaves_at = array(select at - interval '1 hour' from unnest(leaves_at) at order by at)",
  );
  await strangersOrder(email, 6);
  expect(await leaving()).toEqual({ 0: 12 });
  await strangersOrder(email, 1);
  expect(await leaving()).toEqual({ 0: 12, never: 1 });
});

test.each([
  ["Wanjiku.Otieno+shop@GMAIL.com", "wanjikuotieno@gmail.com"],
  ["w.o@googlemail.com", "wo@gmail.com"],
  ["w.o+1+2@example.co.ke", "w.o@example.co.ke"],
  ["w-a_n.o@pm.me", "wano@proton.me"],
  ["+254@example.com", "+254@example.com"],
])("%s is the mailbox %s", (email, mailbox) => expect(plainMailbox(email)).toBe(mailbox));
