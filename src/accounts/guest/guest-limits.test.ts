import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { openPaidShop, payBy, phoneOf, pushOf } from "../../../test/payments.ts";
import {
  ADDRESS,
  customer,
  freshCode,
  freshMobile,
  guestOf,
  orderOf,
  PASSWORD,
  type Person,
} from "../../../test/people.ts";
import { patient } from "../../../test/shop.ts";
import { freshEmail, member } from "../../../test/support/account-rows.ts";

const shop = await openPaidShop();
await patient(shop);
beforeEach(() => shop.query("delete from rate_limits"));
afterAll(() => shop.close());

const place = async (who: Person, email = who.email) => {
  const order = { ...orderOf(await addProduct(shop)), address: { ...ADDRESS, email } };
  return (await shop.post(PLACE, order, who.token)).status;
};
/** Opens a card's page for one piece. */
const openCard = async (who: Person, tee: Goods) =>
  (await payBy(shop, "flutterwave", who, tee, { address: { ...ADDRESS, email: who.email } })).status;
const heldOf = async ({ _id }: Goods) =>
  (await shop.query("select held from stock where product_id = $1", [_id]))[0]?.held;
const login = (email: string) => shop.post("/api/user/login", { email, password: PASSWORD });
const elsewhere = ({ userId }: Person) =>
  shop.query("update users set guest_from = $2 where id = $1", [userId, `elsewhere ${userId}`]);

describe("another guest with the same e-mail or phone escapes no limit", () => {
  test.each([
    ["e-mail", (email: string) => guestOf(shop, email.toUpperCase(), freshMobile())],
    ["phone", (_email: string, phone: string) => guestOf(shop, freshEmail(), `+254${phone.slice(1)}`)],
  ])("of unfound codes, by %s", async (_what, another) => {
    const [email, phone] = [freshEmail(), freshMobile()];
    expect(await place(await guestOf(shop, email, phone))).toBe(200);
    expect(await place(await another(email, phone))).toBe(200);
    expect(await place(await another(email, phone))).toBe(429);
    // who shares neither, and an account of the e-mail, are others
    expect(await place(await guestOf(shop, freshEmail(), freshMobile()))).toBe(200);
    const account = await customer(shop);
    await guestOf(shop, account.email, phone);
    expect(await place(account)).toBe(200);
  });

  test("Another guest with the same e-mail or phone escapes no limit of codes", async () => {
    const [email, phone] = [freshEmail(), freshMobile()];
    const many = [];
    for (let n = 0; n < 6; n++) many.push(await guestOf(shop, email, phone));
    const answers = await Promise.all(many.map((who) => place(who)));
    expect(answers.toSorted()).toEqual([200, 200, 429, 429, 429, 429]);
  });

  test("Another guest with the same phone escapes no limit of prompts", async () => {
    const phone = freshMobile();
    const tee = await addProduct(shop, { stock: { M: 50 } });
    const statuses = [];
    for (let n = 0; n < 6; n++) {
      const guest = await guestOf(shop, freshEmail(), phone);
      const address = { ...ADDRESS, email: guest.email };
      const asked = { ...pushOf(tee, phoneOf(`${300 + n}`), { quantity: n + 1 }), address };
      statuses.push((await shop.post("/token/stkpush", asked, guest.token)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test("Another guest with the same e-mail escapes no limit of holds", async () => {
    const email = freshEmail();
    const tee = await addProduct(shop, { stock: { M: 50 } });
    for (let n = 0; n < 6; n++) await openCard(await guestOf(shop, email, freshMobile()), tee);
    expect(await heldOf(tee)).toBe(4);
  });

  test("New guests hold half of a size by cards, and pay beyond it", async () => {
    const tee = await addProduct(shop, { stock: { M: 8 } });
    for (let n = 0; n < 6; n++) expect(await openCard(await guestOf(shop), tee)).toBe(200);
    expect(await heldOf(tee)).toBe(4);
    expect(await openCard(await customer(shop), tee)).toBe(200);
    expect(await heldOf(tee)).toBe(5);
  });

  test("The e-mail of an order's mails counts for the limit of codes", async () => {
    const stranger = freshEmail();
    const many = [];
    for (let n = 0; n < 4; n++) many.push(await guestOf(shop));
    const answers = await Promise.all(many.map((who) => place(who, stranger)));
    expect(answers.toSorted()).toEqual([200, 200, 429, 429]);
  });

  test("of the same goods bought twice: asked, and the other guest's order is not named", async () => {
    const email = freshEmail();
    const order = orderOf(await addProduct(shop));
    const key = (name: string) => ({ "idempotency-key": name });
    const [first, second] = [await guestOf(shop, email), await guestOf(shop, email)];
    expect((await shop.post(PLACE, order, first.token, key("first"))).status).toBe(200);
    const again = { ...order, mpesaCode: freshCode() };
    const asked = await shop.post(PLACE, again, second.token, key("second"));
    expect(asked).toMatchObject({ status: 409, body: { again: true, minutes: 0 } });
    expect(asked.body).not.toHaveProperty("orderId");
    expect((await shop.post(PLACE, { ...again, again: true }, second.token, key("second"))).status).toBe(200);
  });
});

describe("nobody uses up another's limits", () => {
  test("No guest uses up an account's limits", async () => {
    const email = await member(shop);
    for (let n = 0; n < 2; n++) expect(await place(await guestOf(shop, email))).toBe(200);
    const { body } = await login(email);
    const account = { userId: "", token: String(body.token), email };
    const { body: listed } = await shop.post("/api/order/userOrders", {}, account.token);
    expect(listed.orders).toHaveLength(2);
    expect([await place(account), await place(account), await place(account)]).toEqual([200, 200, 429]);
  });

  test("Strangers at other network addresses use up no guest's limits", async () => {
    const [email, phone] = [freshEmail(), freshMobile()];
    for (let n = 0; n < 7; n++) {
      const stranger = await guestOf(shop, email, phone);
      await elsewhere(stranger);
      expect(await place(stranger)).toBe(200);
    }
    const guest = await guestOf(shop, email, phone);
    expect([await place(guest), await place(guest), await place(guest)]).toEqual([200, 200, 429]);
  });
});

test("a guest who has paid is proven alone: another with the same e-mail is not", async () => {
  const email = freshEmail();
  const guest = await guestOf(shop, email, freshMobile());
  expect(await place(guest)).toBe(200);
  const setPayment = (set: string) =>
    shop.query(`update payments set ${set} from orders o where o.id = order_id and o.user_id = $1`, [
      guest.userId,
    ]);
  await setPayment("paid_at = now(), state = 'needs_review'");
  const others = [await guestOf(shop, email, freshMobile()), await guestOf(shop, email, freshMobile())];
  for (const other of others) expect(await place(other)).toBe(200);
  expect(await place(await guestOf(shop, email, freshMobile()))).toBe(429);
  expect(await place(guest)).toBe(200);
  await setPayment("paid_at = null, state = 'pending'");
});

holdsInvariants(() => shop);
