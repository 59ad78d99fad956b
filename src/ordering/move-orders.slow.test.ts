import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { addProduct, type Goods } from "../../test/goods.ts";
import { holdsInvariants } from "../../test/invariants.ts";
import { PLACE } from "../../test/orders.ts";
import { intent, paidShop, payBy, paymentOf, push, pushOf } from "../../test/payments.ts";
import { ADDRESS, guestOf, mailedToken, orderOf, PASSWORD, type Person } from "../../test/people.ts";
import { patient } from "../../test/shop.ts";
import { freshEmail, member } from "../../test/support/account-rows.ts";
import { METHODS } from "../shop.ts";
import { hashKey } from "./order-key.server.ts";
import { ORDER_TEXTS } from "./rules.ts";

const shop = paidShop();
beforeAll(() => patient(shop));
beforeEach(() => shop.query("delete from rate_limits"));

const pushAs = (who: Person, goods: Goods, key: string, tap = "") =>
  push(
    shop,
    who,
    { ...pushOf(goods, shop.phone("001"), { tap }), address: { ...ADDRESS, email: who.email } },
    key,
  );
/** As a guest's browser does, with their `token`, or as another. */
const login = async (email: string, token?: string) =>
  String((await shop.post("/api/user/login", { email, password: PASSWORD }, token)).body.token);
async function accountOf(email: string, token: string): Promise<Person> {
  const [row] = await shop.query<{ id: string }>("select id from users where email = $1", [email]);
  return { userId: row?.id ?? "", token, email };
}
const signUpAndVerify = async (guest: Person): Promise<Person> => {
  const { email } = guest;
  await shop.post("/api/user/register", { name: "Wanjiku", email, password: PASSWORD });
  const { body } = await shop.post(
    "/api/user/verify-email",
    { token: await mailedToken(shop, email) },
    guest.token,
  );
  return accountOf(email, String(body.token));
};
const ordersOf = async ({ token }: Person) =>
  (await shop.post("/api/order/userOrders", {}, token)).body.orders as { _id: string; payment: boolean }[];
const holdsOf = ({ userId }: Person) =>
  shop.query(
    "select h.product_id, h.size, h.quantity from holds h join orders o on o.id = h.order_id where o.user_id = $1",
    [userId],
  );

test("A prompt under way in this browser becomes the account's one order", async () => {
  const guest = await guestOf(shop);
  const tee = await addProduct(shop);
  const key = randomUUID();
  const checkoutRequestID = await pushAs(guest, tee, key);
  expect(await holdsOf(guest)).toHaveLength(1);
  const account = await signUpAndVerify(guest);
  expect(await paymentOf(shop, account)).toMatchObject({ state: "pending", key_hash: hashKey("", key) });
  expect(await holdsOf(account)).toEqual([{ product_id: tee._id, size: tee.size, quantity: 1 }]);
  // the page that goes on with the new sign-in finds its prompt, and the guest nothing more
  expect((await shop.post("/token/query", { checkoutRequestID }, account.token)).status).toBe(200);
  expect((await shop.post("/token/query", { checkoutRequestID }, guest.token)).status).toBe(401);
  await shop.pass(30);
  expect(await ordersOf(account)).toMatchObject([{ payment: true }]);
  expect(await holdsOf(account)).toEqual([]);
});

test("an account that goes on with what its guest had begun keeps its own limit of prompts", async () => {
  const email = await member(shop, freshEmail());
  const guest = await guestOf(shop, email);
  const tee = await addProduct(shop);
  const key = randomUUID();
  const ask = (token: string) =>
    payBy(shop, "mpesa", { ...guest, token }, tee, {
      key,
      phone: shop.phone("002"),
      address: { ...ADDRESS, email },
    });
  expect((await ask(guest.token)).status).toBe(200);
  await shop.pass(30, 15);
  const token = await login(email, guest.token);
  const answers = [];
  for (let n = 0; n < 6; n++) {
    answers.push((await ask(token)).status);
    await shop.pass(30, 15);
  }
  expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
});

test("Money that arrives during verification makes the account's one order", async () => {
  const guests = await Promise.all(Array.from({ length: 2 }, () => guestOf(shop)));
  const tee = await addProduct(shop, { stock: { M: 20 } });
  for (const guest of guests) await pushAs(guest, tee, `at-once-${guest.userId}`);
  for (const { email } of guests)
    await shop.post("/api/user/register", { name: "Wanjiku", email, password: PASSWORD });
  const links = await Promise.all(guests.map(({ email }) => mailedToken(shop, email)));
  const [answers] = await Promise.all([
    Promise.all(links.map((token, n) => shop.post("/api/user/verify-email", { token }, guests[n]?.token))),
    shop.pass(30),
  ]);
  await shop.pass(120);
  for (const [n, { email }] of guests.entries()) {
    const account = await accountOf(email, String(answers[n]?.body.token));
    expect(await ordersOf(account)).toMatchObject([{ payment: true }]);
    expect(await paymentOf(shop, account)).toMatchObject({ state: "paid" });
  }
});

test("a card's open checkout moves by the e-mail of its own address, or by the guest's where it has none", async () => {
  const guest = await guestOf(shop);
  const tee = await addProduct(shop);
  await intent(shop, guest, tee);
  const details = { firstName: "W", lastName: "O", email: guest.email, phone: "0712345678" };
  await shop.post("/api/user/guest", details, guest.token);
  // its address has another e-mail: nobody proved that one
  const stays = await signUpAndVerify(guest);
  expect(await paymentOf(shop, stays)).toEqual({});
  expect(await paymentOf(shop, guest)).toMatchObject({ state: "pending" });
  await shop.query("update orders set address = null where user_id = $1", [guest.userId]);
  await login(guest.email, guest.token);
  expect(await paymentOf(shop, stays)).toMatchObject({ state: "pending", method: "flutterwave" });
  expect(await holdsOf(stays)).toHaveLength(1);
});

test("a prompt for the cart that the account has a prompt for, by the same tap: both go on, each with its money", async () => {
  const email = await member(shop, freshEmail());
  const account = await accountOf(email, await login(email));
  const tee = await addProduct(shop, { stock: { M: 20 } });
  const [one, two] = [await guestOf(shop, email), await guestOf(shop, email)];
  await pushAs(one, tee, "cart-of-one", "one-tap");
  await pushAs(two, tee, "cart-of-two", "one-tap");
  await pushAs(account, tee, "cart-of-account", "one-tap");
  for (const { token } of [one, two]) await login(email, token);
  const rows = await shop.query(
    "select client_attempt_id, active from payments where order_id in (select id from orders where user_id = $1) order by id",
    [account.userId],
  );
  expect(rows).toEqual([
    { client_attempt_id: "one-tap", active: true },
    { client_attempt_id: "one-tap", active: true },
    { client_attempt_id: "one-tap", active: true },
  ]);
  await shop.pass(60);
  expect(await ordersOf(account)).toHaveLength(3);
});

test("money for what a guest's checkout had begun pays that checkout's order, whatever name it has by now", async () => {
  const email = await member(shop, freshEmail());
  const account = await accountOf(email, await login(email));
  const tee = await addProduct(shop, { stock: { M: 20 } });
  const guest = await guestOf(shop, email);
  const address = { ...ADDRESS, email };
  const late = await push(shop, guest, { ...pushOf(tee, shop.phone("035")), address }, "twice-named");
  await shop.pass(190, 190);
  const code = { ...orderOf(tee), address };
  await shop.post(PLACE, code, guest.token, { "idempotency-key": "twice-named" });
  await pushAs(account, tee, "twice-named");
  await shop.pass(30);
  await login(email, guest.token);
  expect(await ordersOf(account)).toHaveLength(2);
  await shop.daraja.approve(late);
  await shop.pass(60);
  expect(await ordersOf(account)).toMatchObject([{ payment: true }, { payment: true }]);
});

test("Payments that others begin under an account's e-mail stay theirs and block nothing", async () => {
  const email = await member(shop, freshEmail());
  const tee = await addProduct(shop, { stock: { M: 20 } });
  const stranger = await guestOf(shop, email);
  await pushAs(stranger, tee, "of-a-stranger");
  await intent(shop, await guestOf(shop, email), tee);
  const account = await accountOf(email, await login(email));
  expect(await paymentOf(shop, account)).toEqual({});
  expect(await holdsOf(stranger)).toHaveLength(1);
  await pushAs(account, tee, "my-own");
  await shop.pass(60);
  expect(await ordersOf(account)).toMatchObject([{ payment: true }]);
  expect(await ordersOf(stranger)).toMatchObject([{ payment: true }]);
  await login(email);
  expect(await ordersOf(account)).toHaveLength(2);
});

test("A guest who changes the e-mail escapes no limit of card payments", async () => {
  const tee = await addProduct(shop, { stock: { M: 50 } });
  const guest = await guestOf(shop);
  const statuses = [];
  for (let n = 0; n < 11; n++) {
    const email = freshEmail();
    const details = { firstName: "W", lastName: "O", email, phone: "0712345678" };
    await shop.post("/api/user/guest", details, guest.token);
    const address = { ...ADDRESS, email };
    statuses.push((await payBy(shop, "flutterwave", guest, tee, { address })).status);
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
});

test("An account that takes over guests' orders escapes no limit of codes", async () => {
  const email = await member(shop, freshEmail());
  const place = async ({ token }: Person) => {
    const payload = { ...orderOf(await addProduct(shop)), address: { ...ADDRESS, email } };
    // from the one address that all of these guests have
    const headers = { "content-type": "application/json", token };
    return (await shop.send({ method: "POST", url: PLACE, payload, headers })).status;
  };
  for (const orders of [1, 2]) {
    expect(await place(await guestOf(shop, email))).toBe(200);
    expect(await ordersOf(await accountOf(email, await login(email)))).toHaveLength(orders);
  }
  expect(await place(await guestOf(shop, email))).toBe(429);
});

test("The next guest here does not pay an order that moved on another device", async () => {
  const email = await member(shop, freshEmail());
  const tee = await addProduct(shop);
  const key = randomUUID();
  const [named, address] = [{ "idempotency-key": key }, { ...ADDRESS, email }];
  const body = { ...orderOf(tee), address };
  const before = await guestOf(shop, email);
  const { body: placed } = await shop.post(PLACE, body, before.token, named);
  const account = await login(email);
  expect((await shop.post(PLACE, body, before.token, named)).status).toBe(401);

  const after = await guestOf(shop, email);
  for (const way of METHODS) {
    const answer = await payBy(shop, way, after, tee, { key, address, again: true });
    expect([way, answer.status, answer.body.message]).toEqual([way, 409, ORDER_TEXTS.inAccount]);
  }
  const again = await shop.post(PLACE, body, account, named);
  expect(again).toMatchObject({ status: 200, body: { orderId: placed.orderId } });
});

holdsInvariants(() => shop);
