import { beforeEach, describe, expect, test } from "vitest";
import { WAMBUI } from "../../../../test/counter.ts";
import { addProduct, type Goods } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { PLACE } from "../../../../test/orders.ts";
import { breaksOf, moneyOf, outcomeOf, stockOf } from "../../../../test/outcome.ts";
import { paidShop, paymentOf, secondProcess } from "../../../../test/payments.ts";
import { customer, freshCode, orderOf, type Person } from "../../../../test/people.ts";
import type { TestApp } from "../../../../test/shop.ts";
import { ORDER_OF_CODE, queued, tellOfMoney, typeCode } from "../../../../test/till.ts";
import { closeUnpaid } from "../../staff/act-on-attempt.server.ts";

const shop = paidShop();
const other = secondProcess(shop);
beforeEach(() => shop.query("delete from rate_limits"));

type TypedOrder = { buyer: Person; tee: Goods; checkout: string; orderId: string; code: string };
let typed = 0;

/** An order on a code that nobody knows. */
async function mistyped(): Promise<TypedOrder> {
  typed += 1;
  const made = {
    buyer: await customer(shop),
    tee: await addProduct(shop, { stock: { M: 5 } }),
    checkout: `typed-${typed}`,
  };
  const code = freshCode();
  const { status, body } = await type(made, code);
  expect(status).toBe(200);
  return { ...made, code, orderId: String(body.orderId) };
}

type Checkout = Pick<TypedOrder, "buyer" | "tee" | "checkout">;
function type(
  { buyer, tee, checkout }: Checkout,
  mpesaCode: string,
  change: object = {},
  app: TestApp = shop,
) {
  const order = { ...orderOf(tee, { mpesaCode }), ...change };
  return app.post(PLACE, order, buyer.token, { "idempotency-key": checkout });
}

const noted = ({ orderId }: TypedOrder) => ({
  status: 200,
  body: {
    success: true,
    message: "We've added this code to your order. It's paid once we find the money for one of them.",
    orderId,
    noted: true,
  },
});
const rowsOf = (code: string) =>
  shop.query(`select state, ${ORDER_OF_CODE}, amount from payments where typed_code = $1`, [code]);
const orderWith = ({ orderId }: TypedOrder, change: object = {}) => [
  { id: orderId, payment: false, status: "Order Placed", refund: null, amount: 1501, ...change },
];

async function pay(code: string, amount = 1501) {
  shop.daraja.payTill({ amount, phone: "254711222333", code, confirmation: false });
  await tellOfMoney(shop, code, { TransAmount: `${amount}.00` });
  await shop.pass(30);
}

describe("a corrected code for an order that is not paid", () => {
  test("added and listed once, however often it is sent; found, its money pays the order", async () => {
    const made = await mistyped();
    const right = freshCode();
    const apps = [shop, other, shop, other];
    for (const answer of await Promise.all(apps.map((app) => type(made, right, {}, app))))
      expect(answer).toMatchObject(noted(made));
    expect(await rowsOf(right)).toEqual([{ state: "pending", order_id: null, amount: 1501 }]);
    expect(await queued(shop, right)).toMatchObject([{ orderId: made.orderId, amount: 1501 }]);
    expect(await outcomeOf(shop, made.buyer)).toEqual({
      states: ["pending", "pending"],
      orders: orderWith(made),
      mails: ["placed"],
    });

    await pay(right);
    expect(await outcomeOf(shop, made.buyer)).toEqual({
      states: ["pending", "paid"],
      orders: orderWith(made, { payment: true }),
      mails: ["placed"],
    });
    expect(await rowsOf(right)).toEqual([{ state: "paid", order_id: made.orderId, amount: 1501 }]);
    expect(await rowsOf(made.code)).toEqual([{ state: "pending", order_id: null, amount: 1501 }]);
    expect(await stockOf(shop, made.tee)).toEqual({ shelf: 4, held: 0, sold: 1 });
    expect(await breaksOf(shop, made.buyer)).toEqual(["its order was paid in another way"]);
    const back = shop.daraja.ledger().find(({ receipt }) => receipt === right);
    expect(back).toMatchObject({ amount: 1501, reversed: false });
  });

  test("the first code's money is found after the other's: that goes back", async () => {
    const made = await mistyped();
    const right = freshCode();
    await type(made, right);
    await pay(right);
    await pay(made.code);
    expect(await outcomeOf(shop, made.buyer)).toEqual({
      states: ["paid", "paid"],
      orders: orderWith(made, { payment: true }),
      mails: ["placed", "refund-due", "refunded"],
    });
    expect((await moneyOf(shop, made.buyer)).map(({ state }) => state)).toEqual(["paid", "refunded"]);
  });

  test("the order was cancelled: stored, and its money is refunded", async () => {
    const made = await mistyped();
    const { id } = await paymentOf(shop, made.buyer);
    await closeUnpaid(shop.context, String(id), { reason: "nothing came", by: WAMBUI });
    const right = freshCode();
    expect(await type(made, right)).toMatchObject({
      status: 200,
      body: {
        message:
          "This order was cancelled. We've saved your code: if that money reached us, we'll refund it.",
        noted: true,
      },
    });
    await pay(right);
    expect(await outcomeOf(shop, made.buyer)).toMatchObject({
      states: ["failed", "paid"],
      orders: orderWith(made, { status: "Cancelled" }),
    });
    expect(await moneyOf(shop, made.buyer)).toEqual([{ receipt: right, amount: 1501, state: "refunded" }]);
    expect(await stockOf(shop, made.tee)).toEqual({ shelf: 5, held: 0, sold: 0 });
  });

  test("the code of another order of the same shopper is used: refused, and nothing changes", async () => {
    const made = await mistyped();
    const { code, orderId } = await typeCode(shop, made.buyer, await addProduct(shop));
    expect(await type(made, code)).toMatchObject({
      status: 409,
      body: { success: false, message: "This M-Pesa code has already been used." },
    });
    expect(await rowsOf(code)).toMatchObject([{ order_id: orderId }]);
  });
});

holdsInvariants(() => shop);
