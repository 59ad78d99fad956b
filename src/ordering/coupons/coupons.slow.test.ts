import { afterAll, describe, expect, test } from "vitest";
import { addCoupon, usesOf } from "../../../test/coupons.ts";
import { addProduct, onHand } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE, refusedOrder } from "../../../test/orders.ts";
import { mailText } from "../../../test/outcome.ts";
import { ADDRESS, crowd, customer, freshMobile, guestOf, orderOf } from "../../../test/people.ts";
import { openTestShop, patient } from "../../../test/shop.ts";
import { signInStaff } from "../../../test/support/back-office.ts";
import { findCodes } from "../../../test/till.ts";

const QUOTE = "/api/order/quote";

const shop = await openTestShop();
const second = await shop.second();
await patient(shop, second);
const tee = await addProduct(shop, { name: "Mic tee", price: 1600, category: "Men", stock: { M: 5000 } });
afterAll(() => shop.close());

const OTHER = { ...ADDRESS, email: "other@example.com", phone: "0799000001" };

/** An order of one tee with a tenth off, at Ksh 1,441. */
const reduced = (coupon: string, change: object = {}) => ({
  ...orderOf(tee),
  amount: 1441,
  coupon,
  ...change,
});
const quoted = (coupon: string, items: object[] = [{ _id: tee._id, size: "M", quantity: 1 }]) =>
  shop.post(QUOTE, { items, coupon });
const orderRow = async (id: unknown) =>
  (
    await shop.query(
      "select subtotal, discount, delivery_fee, amount, coupon, status from orders where id = $1",
      [id],
    )
  )[0];

describe("a coupon", () => {
  test("typed in any case and with spaces, takes off what the quote says, on order, payment, list and mail", async () => {
    const coupon = await addCoupon(shop, { code: "SAUTI33", source: "heard in episode 33" });
    const { body } = await quoted(" sauti 33");
    expect(body).toMatchObject({
      subtotal: 1600,
      discount: 160,
      deliveryFee: 1,
      amount: 1441,
      coupon: { code: "SAUTI33", source: "heard in episode 33" },
    });
    const buyer = await customer(shop);
    const placed = await shop.post(PLACE, reduced("Sauti-33"), buyer.token);
    expect(placed.status, placed.text).toBe(200);
    const applied = {
      id: coupon.id,
      code: "SAUTI33",
      kind: "percent",
      value: 10,
      category: null,
      source: "heard in episode 33",
    };
    const totals = { subtotal: 1600, discount: 160, delivery_fee: 1, amount: 1441, coupon: applied };
    expect(await orderRow(placed.body.orderId)).toEqual({ ...totals, status: "Order Placed" });
    expect(await usesOf(shop, coupon)).toBe(1);
    const mine = await shop.post("/api/order/userOrders", {}, buyer.token);
    expect(mine.body.orders).toMatchObject([
      { amount: 1441, discount: 160, coupon: { code: "SAUTI33", source: "heard in episode 33" } },
    ]);
    const mail = await mailText(shop, `placed:${placed.body.orderId}`);
    for (const said of ["SAUTI33", "Ksh 1,441"]) expect(mail).toContain(said);
  });

  test("the same order again is the same order, however its code is typed", async () => {
    const coupon = await addCoupon(shop, { code: "TWICE", perShopper: 1 });
    const buyer = await customer(shop);
    const key = { "idempotency-key": "twice" };
    const order = reduced("twice");
    const first = await shop.post(PLACE, order, buyer.token, key);
    const again = await shop.post(PLACE, { ...order, coupon: "T W I C E" }, buyer.token, key);
    expect([first.status, again.status, again.body.orderId]).toEqual([200, 200, first.body.orderId]);
    expect(await usesOf(shop, coupon)).toBe(1);
  });

  test("that does not count is refused with why and the total without it, and nothing is written", async () => {
    const soon = new Date(Date.UTC(2099, 0, 1, 5));
    await addCoupon(shop, { code: "SOON", startsAt: soon });
    await addCoupon(shop, { code: "GONE", endsAt: new Date(Date.now() - 1) });
    await addCoupon(shop, { code: "SWITCHEDOFF", active: false });
    await addCoupon(shop, { code: "BIG", minimum: 1601 });
    await addCoupon(shop, { code: "WOMENS", category: "Women" });
    await addCoupon(shop, { code: "TINY", value: 1 });
    const full = await addCoupon(shop, { code: "FULL", maxUses: 1 });
    expect((await shop.post(PLACE, reduced("FULL"), (await customer(shop)).token)).status).toBe(200);
    const socks = await addProduct(shop, { price: 60 });
    const buyer = await customer(shop);
    const cases: [string, number, string, string][] = [
      ["NOBODYKNOWS", 400, "unknown", "We don't know this code. Please check each letter."],
      ["SOON", 409, "early", "This code works from 1 Jan 2099, 08:00."],
      ["GONE", 409, "over", "This code has expired."],
      ["SWITCHEDOFF", 409, "over", "This code has expired."],
      ["BIG", 409, "minimum", "This code works on orders of Ksh 1,601 or more."],
      ["WOMENS", 409, "goods", "This code is for Women items only."],
      ["FULL", 409, "used-up", "This code is used up. You can order without it."],
    ];
    for (const [code, status, coupon, message] of cases) {
      const refusal = { success: false, coupon, message, amount: 1601 };
      const told = await quoted(code);
      expect([told.status, told.body]).toEqual([status, refusal]);
      expect(await refusedOrder(shop, reduced(code), buyer.token)).toEqual({ status, body: refusal });
    }
    const nothing = await quoted("TINY", [{ _id: socks._id, size: socks.size, quantity: 1 }]);
    expect(nothing.body).toMatchObject({ coupon: "nothing", amount: 61 });
    expect(await usesOf(shop, full)).toBe(1);
  });
});

describe("uses of one shopper", () => {
  const USED = "You've already used this code, or you're paying with it on another order.";

  test("count once for ten parallel orders of one account", async () => {
    const coupon = await addCoupon(shop, { perShopper: 1 });
    const buyer = await customer(shop);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        shop.post(PLACE, reduced(coupon.code, { again: true }), buyer.token, {
          "idempotency-key": crypto.randomUUID(),
        }),
      ),
    );
    const codes = answers.map(({ status }) => status);
    expect(codes.filter((status) => status === 200)).toHaveLength(1);
    expect(await usesOf(shop, coupon)).toBe(1);
  });

  test("A shopper's coupon uses count as guest and account, by e-mail and phone", async () => {
    const coupon = await addCoupon(shop, { perShopper: 1 });
    const phone = freshMobile();
    const guest = await guestOf(shop, "amina@example.com", phone);
    const address = { ...ADDRESS, email: "amina@example.com", phone };
    expect((await shop.post(PLACE, reduced(coupon.code, { address }), guest.token)).status).toBe(200);
    const refused = async (token: string, other: object) => {
      const order = reduced(coupon.code, { address: { ...ADDRESS, ...other }, again: true });
      const { status, body } = await refusedOrder(shop, order, token);
      expect([status, body.message, body.coupon, body.amount]).toEqual([409, USED, "used", 1601]);
    };
    const account = await customer(shop);
    await refused((await guestOf(shop, "AMINA+2@example.com")).token, {
      email: "amina+2@example.com",
      phone: freshMobile(),
    });
    await refused((await guestOf(shop)).token, { email: "other@example.com", phone });
    await refused(account.token, { email: "amina@example.com", phone: freshMobile() });
    await refused(account.token, { email: "third@example.com", phone: phone.replace(/^0/, "+254") });
    expect(await usesOf(shop, coupon)).toBe(1);
  });

  test("are free again when the order is cancelled, and stay when it is paid and delivered", async () => {
    const coupon = await addCoupon(shop, { perShopper: 1, maxUses: 1 });
    const owner = await signInStaff(shop);
    const buyer = await customer(shop);
    const placed = await shop.post(PLACE, reduced(coupon.code), buyer.token);
    const id = String(placed.body.orderId);
    const cancelled = await owner.post(`/orders/${id}/cancel`, { version: 0, reason: "asked for it" });
    expect(cancelled.status, cancelled.text).toBe(200);
    expect(await usesOf(shop, coupon)).toBe(0);
    const other = await customer(shop);
    const again = await shop.post(PLACE, reduced(coupon.code, { address: OTHER }), other.token);
    expect(again.status, again.text).toBe(200);
    await findCodes(shop, other);
    expect(await usesOf(shop, coupon)).toBe(1);
  });
});

describe("an edit by staff", () => {
  test("An unpaid order that staff edit keeps its coupon", async () => {
    const coupon = await addCoupon(shop, { minimum: 3000 });
    const owner = await signInStaff(shop);
    const buyer = await customer(shop);
    const order = { ...orderOf(tee, { quantity: 2 }), amount: 2881, coupon: coupon.code };
    const { body } = await shop.post(PLACE, order, buyer.token);
    await shop.query("update coupons set active = false, value = 50 where id = $1", [coupon.id]);
    const items = [{ _id: tee._id, size: "M", quantity: 1 }];
    const edited = await owner.post(`/orders/${body.orderId}/edit`, { items, version: 0 });
    expect(edited.body, edited.text).toMatchObject({ difference: 1441 - 2881 });
    expect(await orderRow(body.orderId)).toMatchObject({ subtotal: 1600, discount: 160, amount: 1441 });
    const due = "select amount from payments where order_id = $1";
    expect(await shop.query(due, [body.orderId])).toEqual([{ amount: 1441 }]);
    expect(await usesOf(shop, coupon)).toBe(1);
  });

  test("A paid order edited to cost less is refunded the difference after its coupon", async () => {
    const coupon = await addCoupon(shop, { kind: "fixed", value: 2000 });
    const owner = await signInStaff(shop);
    const buyer = await customer(shop);
    const order = { ...orderOf(tee, { quantity: 2 }), amount: 1201, coupon: coupon.code };
    const { body } = await shop.post(PLACE, order, buyer.token);
    await findCodes(shop, buyer);
    const items = [{ _id: tee._id, size: "M", quantity: 1 }];
    const [standing] = await shop.query("select version from orders where id = $1", [body.orderId]);
    const sent = { items, version: standing?.version, confirmed: true };
    const edited = await owner.post(`/orders/${body.orderId}/edit`, sent);
    // the coupon takes off the goods alone: delivery was paid
    expect(edited.body, edited.text).toMatchObject({ difference: -1200 });
    expect(await orderRow(body.orderId)).toMatchObject({ subtotal: 1600, discount: 1600, amount: 1 });
    expect(await shop.query("select r.amount from refunds r where r.order_id = $1", [body.orderId])).toEqual([
      { amount: 1200 },
    ]);
  });
});

test("A coupon for four serves four of 40 buyers; the others see the total without it", async () => {
  const apps = [shop, second];
  const coupon = await addCoupon(shop, { maxUses: 4, perShopper: 1 });
  const people = await crowd(shop, 40);
  const before = await onHand(shop, tee);
  const answers = await Promise.all(
    people.map(({ token, email }, index) => {
      const address = { ...ADDRESS, email, phone: freshMobile() };
      return (apps[index % apps.length] ?? shop).post(
        PLACE,
        { ...orderOf(tee), amount: 1441, coupon: coupon.code, address },
        token,
      );
    }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  expect(
    new Set(
      answers
        .filter(({ status }) => status !== 200)
        .map(({ status, body }) => `${status} ${body.message} ${body.amount}`),
    ),
  ).toEqual(new Set(["409 This code is used up. You can order without it. 1601"]));
  const [kept] = await shop.query(
    "select count(*)::int as orders, sum(discount)::int as discount from orders where coupon->>'id' = $1",
    [coupon.id],
  );
  expect([kept, await usesOf(shop, coupon), await onHand(shop, tee)]).toEqual([
    { orders: 4, discount: 640 },
    4,
    before - 4,
  ]);
});

holdsInvariants(() => shop);
