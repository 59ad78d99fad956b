import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { intent, openPaidShop, type PaidShop, phoneOf, pushOf } from "../../../test/payments.ts";
import { customer, freshCode, freshMobile, guestOf, orderOf, type Person } from "../../../test/people.ts";
import { patient } from "../../../test/shop.ts";
import { freshEmail } from "../../../test/support/account-rows.ts";

let shop: PaidShop;
beforeAll(async () => {
  shop = await openPaidShop();
  patient(shop);
});
beforeEach(() => shop.query("delete from rate_limits"));
afterAll(() => shop.close());

const place = async (who: Person) =>
  (await shop.post(PLACE, orderOf(await addProduct(shop), { mpesaCode: freshCode() }), who.token)).status;

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

  test("of unfound codes, when all order at once", async () => {
    const [email, phone] = [freshEmail(), freshMobile()];
    const many = [];
    for (let n = 0; n < 6; n++) many.push(await guestOf(shop, email, phone));
    const answers = await Promise.all(many.map(place));
    expect(answers.toSorted()).toEqual([200, 200, 429, 429, 429, 429]);
  });

  test("of prompts, whatever phones they go to", async () => {
    const phone = freshMobile();
    const tee = await addProduct(shop, { stock: { M: 50 } });
    const statuses = [];
    for (let n = 0; n < 6; n++) {
      const guest = await guestOf(shop, freshEmail(), phone);
      const asked = pushOf(tee, phoneOf(`${300 + n}`), { quantity: n + 1 });
      statuses.push((await shop.post("/token/stkpush", asked, guest.token)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test("of goods held for payments that are not made", async () => {
    const email = freshEmail();
    const tee = await addProduct(shop, { stock: { M: 50 } });
    for (let n = 0; n < 6; n++) await intent(shop, await guestOf(shop, email, freshMobile()), tee);
    const [held] = await shop.query("select held from stock where product_id = $1", [tee._id]);
    expect(held).toEqual({ held: 4 });
  });

  test("of card payments begun in an hour", async () => {
    const email = freshEmail();
    const tee = await addProduct(shop, { stock: { M: 50 } });
    for (let n = 0; n < 10; n++) await intent(shop, await guestOf(shop, email), tee);
    await expect(intent(shop, await guestOf(shop, email.toUpperCase()), tee)).rejects.toThrow("429");
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

test("a guest who has paid is proven alone: another with the same e-mail is not", async () => {
  const email = freshEmail();
  const guest = await guestOf(shop, email, freshMobile());
  expect(await place(guest)).toBe(200);
  await shop.query("update payments set paid_at = now(), state = 'needs_review' where user_id = $1", [
    guest.userId,
  ]);
  const others = [await guestOf(shop, email, freshMobile()), await guestOf(shop, email, freshMobile())];
  for (const other of others) expect(await place(other)).toBe(200);
  expect(await place(await guestOf(shop, email, freshMobile()))).toBe(429);
  expect(await place(guest)).toBe(200);
  await shop.query("update payments set paid_at = null, state = 'pending' where user_id = $1", [
    guest.userId,
  ]);
});

holdsInvariants(() => shop);
