import { afterAll, describe, expect, test } from "vitest";
import { addProduct } from "../../test/goods.ts";
import { holdsInvariants } from "../../test/invariants.ts";
import { PLACE, refusedOrder, written } from "../../test/orders.ts";
import { customer, orderOf } from "../../test/people.ts";
import { recorded } from "../../test/recorded.ts";
import { openTestShop, patient } from "../../test/shop.ts";
import { findCodes, paidBefore } from "../../test/till.ts";
import { ORDER_TEXTS } from "./rules.ts";

const shop = await openTestShop();
await patient(shop);
const tee = await addProduct(shop, { name: "Mic tee", price: 1600 });
const buyer = await customer(shop);
afterAll(() => shop.close());

const refused = (body: object) => refusedOrder(shop, body, buyer.token);

test("a stranger learns nothing: 401 before the order is even read", async () => {
  for (const body of [{}, { items: "x" }, orderOf(tee)]) {
    expect((await refusedOrder(shop, body, "x".repeat(43))).status).toBe(401);
  }
});

test("ten orders in a minute are enough; the next minute is another", async () => {
  const eager = await customer(shop);
  for (let order = 0; order < 10; order++) {
    expect((await shop.post(PLACE, orderOf(tee), eager.token)).status).toBe(200);
    await findCodes(shop, eager);
  }
  const { status, body } = await refusedOrder(shop, orderOf(tee), eager.token);
  expect({ status, message: body.message }).toEqual({ status: 429, message: ORDER_TEXTS.tooMany });
  // that comes before the question whether the same is wanted once more
  const key = { "idempotency-key": "another-tab" };
  expect((await shop.post(PLACE, orderOf(tee), eager.token, key)).status).toBe(429);
  await shop.query("update orders set placed_at = placed_at - interval '1 minute' where user_id = $1", [
    eager.userId,
  ]);
  expect((await shop.post(PLACE, orderOf(tee), eager.token)).status).toBe(200);
});

test("five codes of the last hour that nobody has found are enough; a found one, or the next hour, makes room", async () => {
  const eager = await customer(shop);
  await paidBefore(shop, eager);
  const older = (minutes: number) =>
    shop.query(
      `with moved as (update orders set placed_at = placed_at - make_interval(mins => $2) where user_id = $1)
       update payments set created_at = created_at - make_interval(mins => $2) where order_id in (select id from orders where user_id = $1)`,
      [eager.userId, minutes],
    );
  const first = orderOf(tee);
  const placed = await shop.post(PLACE, first, eager.token);
  for (let order = 0; order < 4; order++) {
    await older(2);
    expect((await shop.post(PLACE, orderOf(tee), eager.token)).status).toBe(200);
  }
  const { status, body } = await refusedOrder(shop, orderOf(tee), eager.token);
  expect({ status, body }).toEqual({
    status: 429,
    body: {
      success: false,
      message:
        "We're still looking for the M-Pesa codes of your last five orders. Please try again in 52 minutes.",
    },
  });
  const again = await shop.post(PLACE, orderOf(tee), eager.token);
  expect(Number(again.headers["retry-after"])).toBeGreaterThan(51 * 60);
  // the same order again is no other
  expect((await shop.post(PLACE, first, eager.token)).body).toEqual(placed.body);
  await older(53);
  expect((await shop.post(PLACE, orderOf(tee), eager.token)).status).toBe(200);
  expect((await refusedOrder(shop, orderOf(tee), eager.token)).status).toBe(429);
  await findCodes(shop, eager);
  expect((await shop.post(PLACE, orderOf(tee), eager.token)).status).toBe(200);
});

const noCashOnOrder = {
  PAYMENT_METHODS: "mpesa",
  MPESA_BASE_URL: "http://127.0.0.1:1",
  MPESA_CONSUMER_KEY: "key",
  MPESA_CONSUMER_SECRET: "secret",
  MPESA_SHORTCODE: "174379",
  MPESA_PASSKEY: "passkey",
};

test("cash on order that PAYMENT_METHODS leaves out is refused", async () => {
  const other = await openTestShop(noCashOnOrder);
  const { token } = await customer(other);
  const { status, body } = await refusedOrder(other, orderOf(await addProduct(other)), token);
  expect({ status, message: body.message }).toEqual({ status: 409, message: ORDER_TEXTS.codOff });
  await other.close();
});

describe("quantities and totals out of range", () => {
  test.each(
    [0, -1, 1.5, 21, 2 ** 31, 2 ** 53, 1e308, "2", "", null, [], [2], {}, true].map((quantity) => ({
      quantity,
    })),
  )("quantity $quantity is refused", async ({ quantity }) => {
    expect((await refused({ ...orderOf(tee), items: [{ _id: tee._id, size: "M", quantity }] })).status).toBe(
      400,
    );
  });

  test.each([0, -1, 1.5, 1_000_001, 2 ** 53, "1601", null, []].map((amount) => ({ amount })))(
    "total $amount is refused",
    async ({ amount }) => {
      expect((await refused({ ...orderOf(tee), amount })).status).toBe(400);
    },
  );

  test("51 lines are refused; a total above 1,000,000 cannot be sent, even when it is true", async () => {
    const items = Array.from({ length: 51 }, () => ({ _id: tee._id, size: "M", quantity: 1 }));
    expect((await refused({ ...orderOf(tee), items })).status).toBe(400);
    const gold = await addProduct(shop, { price: 60_000 });
    expect((await refused(orderOf(gold, { quantity: 20 }))).status).toBe(400);
  });
});

test.each([
  [{ items: [] }, "Your cart is empty"],
  [{ amount: 1_000_001 }, "One order can be at most Ksh 1,000,000. Please order in parts."],
  [{ mpesaCode: "QWE-12" }, "An M-Pesa code has letters and digits only, at most 10."],
])("%j is refused with that sentence alone", async (fields, message) => {
  expect(await refused({ ...orderOf(tee), ...fields })).toEqual({
    status: 400,
    body: { success: false, message },
  });
});

describe("items that are none", () => {
  test.each([
    ["1,000 of them", Array.from({ length: 1_000 }, () => ({ _id: "x", size: "M", quantity: 1 }))],
    ["a null in the list", [null]],
    ["without an id", [{ size: "M", quantity: 1 }]],
    ["with a long id", [{ _id: "x".repeat(65), size: "M", quantity: 1 }]],
    ["with an id that is an object", [{ _id: { $ne: null }, size: "M", quantity: 1 }]],
  ])("%s: 400", async (_what, items) => {
    expect((await refused({ ...orderOf(tee), items })).status).toBe(400);
  });

  test("unknown ids of every shape are not on sale, in a fixed number of questions to the database", async () => {
    const ids = [
      "507f1f77bcf86cd799439011",
      "3f333df6-90a4-4fda-8dd3-9485d27cee36",
      "../../etc/passwd",
      "' or 1=1; --",
      "__proto__",
      "constructor",
    ];
    const of = (list: string[]) => ({
      ...orderOf(tee),
      items: list.map((_id) => ({ _id, size: "M", quantity: 1 })),
    });
    for (const id of ids)
      expect(await refused(of([id]))).toEqual({
        status: 409,
        body: { success: false, message: "An item in your cart (size M) is no longer on sale." },
      });
    const many = [...ids, ...Array.from({ length: 44 }, (_, index) => `none${index}`)];
    const [forOne, forMany] = [
      await recorded(() => shop.post(PLACE, of(ids.slice(0, 1)), buyer.token)),
      await recorded(() => shop.post(PLACE, of(many), buyer.token)),
    ];
    expect(forOne.length).toBeGreaterThan(2);
    expect(forMany).toHaveLength(forOne.length);
  });
});

test("What a browser must not say (paid, status, owner) is not stored", async () => {
  const order = {
    ...orderOf(tee),
    ...{ payment: true, paid: true, paymentStatus: "paid", verified: true },
    status: "Delivered",
    userId: "someone-else",
    isAdmin: true,
    _id: "MYOWNID",
    date: 1,
    transactionId: "T1",
    deliveryFee: 0,
    subtotal: 1,
  };
  const placed = await shop.post(PLACE, order, buyer.token);
  expect(placed.status).toBe(200);
  expect(
    await shop.query("select * from orders where phase = 'placed' and user_id = $1", [buyer.userId]),
  ).toMatchObject([
    {
      id: placed.body.orderId,
      user_id: buyer.userId,
      payment: false,
      status: "Order Placed",
      delivery_fee: 1,
    },
  ]);
  expect((await refused({ ...orderOf(tee), paymentMethod: "mpesa" })).status).toBe(400);
  expect((await refused({ ...orderOf(tee), paymentMethod: "paid" })).status).toBe(400);
});

test("No order can be confirmed or paid from outside", async () => {
  for (const path of ["/api/order/mpesa", "/api/order/flutterwave"]) {
    const before = await written(shop);
    expect((await shop.post(path, { ...orderOf(tee), payment: true }, buyer.token)).status).toBe(409);
    expect((await shop.post(path, orderOf(tee))).status).toBe(401);
    expect(await written(shop)).toEqual(before);
  }
});

holdsInvariants(() => shop);
