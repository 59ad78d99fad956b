import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { ADDRESS, guestOf, mailedToken, orderOf, PASSWORD, type Person } from "../../../test/people.ts";
import { openTestShop, patient } from "../../../test/shop.ts";
import { count, forgetLimits, freshEmail, member } from "../../../test/support/account-rows.ts";
import { findCodes } from "../../../test/till.ts";
import { findOrder } from "../../ordering/staff/find-order.server.ts";
import { ACCOUNT_TEXTS } from "../rules.ts";

const shop = await openTestShop();
await patient(shop);
beforeEach(() => forgetLimits(shop));
afterAll(() => shop.close());

const signUp = (email: string) =>
  shop.post("/api/user/register", { name: "Wanjiku Otieno", email, password: PASSWORD });
const verify = (link: string, token?: string) => shop.post("/api/user/verify-email", { token: link }, token);
const login = (email: string) => shop.post("/api/user/login", { email, password: PASSWORD });
const ordersOf = async (token: unknown) => {
  const { status, body } = await shop.post("/api/order/userOrders", {}, String(token));
  return status === 200 ? (body.orders as { _id: string }[]).map(({ _id }) => _id) : status;
};
/** An order under the guest's own e-mail, or under another. */
async function order(who: Person, { email = who.email, key = "" } = {}): Promise<string> {
  const body = { ...orderOf(await addProduct(shop)), address: { ...ADDRESS, email } };
  const answer = await shop.post(PLACE, body, who.token, key ? { "idempotency-key": key } : {});
  expect(answer).toMatchObject({ status: 200 });
  return String(answer.body.orderId);
}
const guests = (email: string) => count(shop, "users where lower(guest_email) = lower($1)", [email]);

describe("once the e-mail is verified its orders are the account's", () => {
  test("by the link of a sign-up, in whatever case: every guest's, their payments and what is held for them", async () => {
    const email = freshEmail();
    const [one, two] = [await guestOf(shop, email), await guestOf(shop, email.toUpperCase())];
    const placed = [await order(one), await order(two)];
    await signUp(email);
    expect(await ordersOf(one.token)).toEqual([placed[0]]);
    const { body } = await verify(await mailedToken(shop, email));
    expect(await ordersOf(body.token)).toEqual(placed.toReversed());
    expect(await guests(email)).toBe(0);
    for (const { token } of [one, two]) expect(await ordersOf(token)).toBe(401);
    const owners = "select distinct user_id from orders where id = any($1)";
    const account = await shop.query("select id as user_id from users where email = $1", [email]);
    expect(await shop.query(owners, [placed])).toEqual(account);
  });

  test("by a password set by mail, and by a log-in to an account that was verified before", async () => {
    const email = await member(shop);
    const guest = await guestOf(shop, email);
    const first = await order(guest);
    const { body } = await login(email);
    expect(await ordersOf(body.token)).toEqual([first]);

    const later = await guestOf(shop, email);
    const second = await order(later);
    await shop.post("/api/user/forgot-password", { email });
    await shop.post("/api/user/reset-password", {
      token: await mailedToken(shop, email),
      password: "mpya kabisa 9",
    });
    expect(await ordersOf(later.token)).toBe(401);
    const again = await shop.post("/api/user/login", { email, password: "mpya kabisa 9" });
    expect(await ordersOf(again.body.token)).toEqual([second, first]);
  });

  test("A guest's orders join no account before its e-mail is proven", async () => {
    const guest = await guestOf(shop);
    const placed = await order(guest);
    await signUp(guest.email);
    await login(guest.email);
    await shop.post("/api/user/login", { email: guest.email, password: "not the password" });
    await shop.post("/api/user/forgot-password", { email: guest.email });
    expect(await ordersOf(guest.token)).toEqual([placed]);
    expect(await guests(guest.email)).toBe(1);
  });

  test("the browser of that guest becomes the account's; a guest with another e-mail stays and is told so", async () => {
    const [guest, other] = [await guestOf(shop), await guestOf(shop)];
    const kept = await order(other);
    await signUp(guest.email);
    const link = await mailedToken(shop, guest.email);
    const aside = await verify(link, other.token);
    expect(aside.body).toEqual({ success: true, message: ACCOUNT_TEXTS.verifiedBesideGuest });
    expect(await ordersOf(other.token)).toEqual([kept]);

    const mine = await guestOf(shop);
    const placed = await order(mine);
    await signUp(mine.email);
    const { body } = await verify(await mailedToken(shop, mine.email), mine.token);
    expect(body).toMatchObject({ success: true, message: ACCOUNT_TEXTS.verified, token: expect.any(String) });
    expect(await ordersOf(body.token)).toEqual([placed]);
  });

  test("A proven account has its guests' orders once, however many verify at once", async () => {
    const guest = await guestOf(shop);
    const placed = await order(guest);
    await signUp(guest.email);
    const link = await mailedToken(shop, guest.email);
    const answers = await Promise.all(Array.from({ length: 8 }, () => verify(link, guest.token)));
    const tokens = answers.flatMap(({ body }) => (body.token ? [body.token] : []));
    expect(tokens).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(8);
    expect(await ordersOf(tokens[0])).toEqual([placed]);
  });

  test("Log-ins during a guest's order lose none", async () => {
    const email = await member(shop);
    await guestOf(shop, email);
    const guest = await guestOf(shop, email);
    const tee = await addProduct(shop, { stock: { M: 100 } });
    const bodies = Array.from({ length: 9 }, () => ({
      ...orderOf(tee),
      address: { ...ADDRESS, email },
    }));
    const placing = bodies.map((body) => shop.post(PLACE, body, guest.token));
    const [logins, orders] = await Promise.all([
      Promise.all(Array.from({ length: 4 }, () => login(email))),
      Promise.all(placing),
    ]);
    for (const { status } of logins) expect(status).toBe(200);
    for (const { status } of orders) expect([200, 401, 429]).toContain(status);
    const placed = orders.filter(({ status }) => status === 200).map(({ body }) => body.orderId);
    const { body } = await login(email);
    expect(new Set((await ordersOf(body.token)) as string[])).toEqual(new Set(placed));
    expect(await guests(email)).toBe(0);
  });
});

test("the mail of a guest's order leads to the sign-up with its e-mail; an account's does not; staff see who is a guest", async () => {
  const guest = await guestOf(shop);
  const account = await member(shop);
  const token = String((await login(account)).body.token);
  const placed = [await order(guest), await order({ userId: "", token, email: account })];
  const texts = await shop.query<{ text: string }>(
    "select text from outbox where event = any($1) order by id",
    [placed.map((id) => `placed:${id}`)],
  );
  const link = `/login#sign-up=${encodeURIComponent(guest.email)}`;
  expect(texts.map(({ text }) => text.includes(link))).toEqual([true, false]);
  expect(texts.map(({ text }) => text.includes("Keep your orders in an account"))).toEqual([true, false]);
  const seen = await Promise.all(placed.map((id) => findOrder(shop.db, id)));
  expect(seen).toMatchObject([
    { guest: true, account: guest.email },
    { guest: false, account },
  ]);
});

describe("only what was ordered under that e-mail", () => {
  test("A mailbox's owner sees nothing that a guest ordered under another e-mail", async () => {
    const guest = await guestOf(shop);
    const others = await order(guest, { email: freshEmail() });
    const mine = await order(guest);
    await signUp(guest.email);
    const { body } = await verify(await mailedToken(shop, guest.email));
    expect(await ordersOf(body.token)).toEqual([mine]);
    expect(await ordersOf(guest.token)).toEqual([others]);
  });

  test("An order keeps its e-mail when its guest changes theirs", async () => {
    const guest = await guestOf(shop);
    const mine = await order(guest);
    const gift = await order(guest, { email: freshEmail() });
    await signUp(guest.email.toUpperCase());
    const { body } = await verify(await mailedToken(shop, guest.email.toUpperCase()));
    expect(await ordersOf(body.token)).toEqual([mine]);
    expect(await ordersOf(guest.token)).toEqual([gift]);
    // two orders wait for their money, and a guest has no third
    await findCodes(shop, guest);
    const last = await order(guest, { email: guest.email });
    const again = await login(guest.email);
    expect(await ordersOf(again.body.token)).toEqual([last, mine]);
    expect(await ordersOf(guest.token)).toEqual([gift]);
  });

  test("an order that has no address yet is that of the e-mail its guest has now", async () => {
    const guest = await guestOf(shop);
    const [under, bare] = [await order(guest), await order(guest)];
    await shop.query("update orders set address = null where id = $1", [bare]);
    const now = freshEmail();
    const details = { firstName: "W", lastName: "O", email: now, phone: "0712345678" };
    await shop.post("/api/user/guest", details, guest.token);
    for (const [email, found] of [
      [guest.email, under],
      [now, bare],
    ] as const) {
      await signUp(email);
      const { body } = await verify(await mailedToken(shop, email));
      expect(await ordersOf(body.token)).toEqual([found]);
    }
    expect(await ordersOf(guest.token)).toBe(401);
  });

  test("A guest who takes a stranger's e-mail later gives the stranger nothing", async () => {
    const guest = await guestOf(shop);
    const placed = await order(guest);
    const stranger = await member(shop);
    const details = { firstName: "W", lastName: "O", email: stranger, phone: "0712345678" };
    await shop.post("/api/user/guest", details, guest.token);
    const { body } = await login(stranger);
    expect(await ordersOf(body.token)).toEqual([]);
    expect(await ordersOf(guest.token)).toEqual([placed]);
  });
});

test("A stranger's addresses are not offered to the account", async () => {
  const email = await member(shop);
  const [stranger, mine] = [await guestOf(shop, email), await guestOf(shop, email)];
  await shop.query("update users set guest_from = 'elsewhere' where id = $1", [stranger.userId]);
  const [first, second] = [await order(stranger), await order(mine)];
  const addressesOf = async (token: unknown) =>
    (await shop.get("/api/user/addresses", { token: String(token) })).body.addresses;
  const elsewhere = await login(email);
  expect(await ordersOf(elsewhere.body.token)).toEqual([second, first]);
  expect(await addressesOf(elsewhere.body.token)).toEqual([]);

  const next = await guestOf(shop, email);
  await order(next);
  const here = await shop.post("/api/user/login", { email, password: PASSWORD }, next.token);
  expect(await addressesOf(here.body.token)).toMatchObject([{ street: ADDRESS.street, email }]);
});

describe("names that guests and account share", () => {
  test("a key that anybody could have chosen: each keeps its order", async () => {
    const email = await member(shop);
    const account = await login(email);
    const guestsOrders = [];
    for (let n = 0; n < 2; n++)
      guestsOrders.push(await order(await guestOf(shop, email), { key: "one-checkout" }));
    const mine = await order(
      { userId: "", token: String(account.body.token), email },
      { key: "one-checkout" },
    );
    const { body } = await login(email);
    expect(await ordersOf(body.token)).toEqual([mine, ...guestsOrders.toReversed()]);
  });

  test("a guest's order found again by its key after the move: the retry makes no second", async () => {
    const guest = await guestOf(shop);
    const body = { ...orderOf(await addProduct(shop)), address: { ...ADDRESS, email: guest.email } };
    const key = { "idempotency-key": randomUUID() };
    const { body: first } = await shop.post(PLACE, body, guest.token, key);
    await signUp(guest.email);
    const { body: verified } = await verify(await mailedToken(shop, guest.email), guest.token);
    const again = await shop.post(PLACE, body, String(verified.token), key);
    expect(again).toMatchObject({ status: 200, body: { orderId: first.orderId } });
    expect(await ordersOf(verified.token)).toEqual([first.orderId]);
  });
});

holdsInvariants(() => shop);
