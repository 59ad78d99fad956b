import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addProduct, type Goods } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { PLACE } from "../../../../test/orders.ts";
import { breaksOf, outcomeOf, stockOf, toldStaff } from "../../../../test/outcome.ts";
import { openPaidShop, type PaidShop, paymentOf } from "../../../../test/payments.ts";
import { ADDRESS, customer, freshCode, orderOf, type Person } from "../../../../test/people.ts";
import type { TestApp } from "../../../../test/shop.ts";
import { tellOfMoney, typeCode } from "../../../../test/till.ts";
import { createPaymentContext } from "../../core/payment-context.server.ts";
import { closeUnpaid } from "../../staff/decide-payment.server.ts";
import { listForStaff } from "../../staff/staff-list.server.ts";

let shop: PaidShop;
let other: TestApp;
beforeAll(async () => {
  shop = await openPaidShop();
  other = await shop.second();
});
beforeEach(() => shop.query("delete from rate_limits"));
afterAll(async () => {
  await other.close();
  await shop.close();
});

type Typed = { buyer: Person; tee: Goods; checkout: string; orderId: string; code: string };
let typed = 0;

/** An order on a code that nobody knows. */
async function mistyped(): Promise<Typed> {
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

type Sent = Pick<Typed, "buyer" | "tee" | "checkout">;
function type({ buyer, tee, checkout }: Sent, mpesaCode: string, change: object = {}, app: TestApp = shop) {
  const order = { ...orderOf(tee, { mpesaCode }), ...change };
  return app.post(PLACE, order, buyer.token, { "idempotency-key": checkout });
}

const noted = ({ orderId }: Typed) => ({
  status: 200,
  body: {
    success: true,
    message: "We've added this code to your order. It's paid once we find the money for one of them.",
    orderId,
    noted: true,
  },
});
const rowsOf = (code: string) =>
  shop.query("select state, order_id, amount from payments where typed_code = $1", [code]);
const orderWith = ({ orderId }: Typed, change: object = {}) => [
  { id: orderId, payment: false, status: "Order Placed", refund: null, amount: 1501, ...change },
];

async function pay(code: string, amount = 1501) {
  shop.daraja.payTill({ amount, phone: "254711222333", code, confirmation: false });
  await tellOfMoney(shop, code, { TransAmount: `${amount}.00` });
  await shop.pass(30);
}

describe("a corrected code for an order that is not paid", () => {
  test("noted and listed once, however often it is sent; found, its money pays the order", async () => {
    const made = await mistyped();
    const right = freshCode();
    const apps = [shop, other, shop, other];
    for (const answer of await Promise.all(apps.map((app) => type(made, right, {}, app))))
      expect(answer).toMatchObject(noted(made));
    expect(await rowsOf(right)).toEqual([{ state: "pending", order_id: null, amount: 1501 }]);
    const { rows } = await listForStaff(shop.db, "codes");
    expect(rows.filter(({ code }) => code === right)).toMatchObject([
      { orderId: made.orderId, amount: 1501, why: "typed as well for an order that is not paid" },
    ]);
    expect(await outcomeOf(shop, made.buyer)).toEqual({
      states: ["pending", "pending"],
      orders: orderWith(made),
      mails: ["placed"],
    });

    await pay(right);
    expect(await outcomeOf(shop, made.buyer)).toEqual({
      states: ["pending", "ordered"],
      orders: orderWith(made, { payment: true }),
      mails: ["placed"],
    });
    expect(await rowsOf(right)).toEqual([{ state: "ordered", order_id: made.orderId, amount: 1501 }]);
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
      states: ["refunded", "ordered"],
      orders: orderWith(made, { payment: true }),
      mails: ["placed", "refund-due", "refunded"],
    });
  });

  test("the first code's money is found first: it pays the order, and the other's goes back", async () => {
    const made = await mistyped();
    const second = freshCode();
    await type(made, second);
    await pay(made.code);
    await pay(second);
    expect(await outcomeOf(shop, made.buyer)).toEqual({
      states: ["ordered", "refunded"],
      orders: orderWith(made, { payment: true }),
      mails: ["placed", "refund-due", "refunded"],
    });
    expect(await stockOf(shop, made.tee)).toEqual({ shelf: 4, held: 0, sold: 1 });
  });

  test("its money came before it was typed, and more than the total: paid, and staff are told", async () => {
    const made = await mistyped();
    const right = freshCode();
    await pay(right, 1600);
    expect(await type(made, right)).toMatchObject(noted(made));
    await shop.pass(5);
    expect((await outcomeOf(shop, made.buyer)).orders).toEqual(orderWith(made, { payment: true }));
    expect(await toldStaff(shop, made.buyer)).toEqual(["more than the total was paid"]);
  });

  test("the order was cancelled: noted, and its money goes back", async () => {
    const made = await mistyped();
    const { id } = await paymentOf(shop, made.buyer);
    expect(await closeUnpaid(createPaymentContext(shop), String(id))).toBe(true);
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
      states: ["failed", "refunded"],
      orders: orderWith(made, { status: "Cancelled" }),
    });
    expect(await stockOf(shop, made.tee)).toEqual({ shelf: 5, held: 0, sold: 0 });
  });

  test("with other goods or another address it is another order: refused, and nothing is kept", async () => {
    const made = await mistyped();
    const items = [{ _id: made.tee._id, size: made.tee.size, quantity: 2 }];
    for (const change of [{ items, amount: 3001 }, { address: { ...ADDRESS, city: "Nakuru" } }]) {
      const code = freshCode();
      expect(await type(made, code, change)).toMatchObject({
        status: 422,
        body: { success: false, message: "This order was already sent with different items." },
      });
      expect(await rowsOf(code)).toEqual([]);
    }
  });

  test("another shopper's code: the same answer, and the owner alone hears of it, once", async () => {
    const made = await mistyped();
    const { code, orderId } = await typeCode(shop, await customer(shop), made.tee);
    for (const app of [shop, other]) expect(await type(made, code, {}, app)).toMatchObject(noted(made));
    expect(await rowsOf(code)).toMatchObject([{ order_id: orderId }]);
    const { id } = await paymentOf(shop, made.buyer);
    const { rows } = await listForStaff(shop.db, "doubtful");
    expect(rows.filter(({ paymentId }) => paymentId === id)).toMatchObject([
      { kind: "contradiction", why: "a code typed for its order belongs to another shopper" },
    ]);
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

  test("five codes an hour with the first: the sixth is refused with a wait, and kept for the owner", async () => {
    const made = await mistyped();
    for (let turn = 0; turn < 4; turn += 1) expect(await type(made, freshCode())).toMatchObject(noted(made));
    const sixth = freshCode();
    expect((await type(made, sixth)).status).toBe(429);
    expect(await rowsOf(sixth)).toMatchObject([{ state: "pending", order_id: null, amount: 1501 }]);
  });
});

holdsInvariants(() => shop);
