import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { WAMBUI } from "../../../../test/counter.ts";
import type { Goods } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { PLACE } from "../../../../test/orders.ts";
import { breaksOf, moneyOf, outcomeOf, stockOf, toldStaff } from "../../../../test/outcome.ts";
import {
  ASKED_FREELY,
  age,
  paidShop,
  paymentOf,
  push,
  pushOf,
  secondProcess,
} from "../../../../test/payments.ts";
import { customer, freshCode, orderOf, type Person } from "../../../../test/people.ts";
import { patient, type TestApp } from "../../../../test/shop.ts";
import { ORDER_OF_CODE, queued, tellOfMoney, typeCode } from "../../../../test/till.ts";
import { closeUnpaid } from "../../staff/act-on-attempt.server.ts";

// a code that is typed for a checkout that has its order
const shop = paidShop(ASKED_FREELY);
const other = secondProcess(shop);
// on a busy machine it takes longer to see who waits than the shop waits for a lock
beforeAll(() => patient(shop, other));
beforeEach(async () => {
  await shop.query("delete from rate_limits");
  await shop.query("update payments set next_check_at = null");
});

type Checkout = { buyer: Person; tee: Goods; checkout: string };
type OrderedCheckout = Checkout & { orderId: string; paymentId: string; code: string };
let checkouts = 0;
async function begin(): Promise<Checkout> {
  checkouts += 1;
  return { ...(await shop.sale({ stock: { M: 5 } })), checkout: `checkout-${checkouts}` };
}
const type = ({ buyer, tee, checkout }: Checkout, mpesaCode: string, app: TestApp = shop) =>
  app.post(PLACE, orderOf(tee, { mpesaCode }), buyer.token, { "idempotency-key": checkout });
async function ordered(made: Checkout): Promise<OrderedCheckout> {
  const { id, order_id: orderId, typed_code: code } = await paymentOf(shop, made.buyer);
  return { ...made, orderId: String(orderId), paymentId: String(id), code: String(code) };
}

/** A prompt that its shopper has said yes to, and nobody has asked about yet. */
async function approved(): Promise<Checkout> {
  const made = await begin();
  const id = await push(shop, made.buyer, pushOf(made.tee, shop.phone()), made.checkout);
  await shop.daraja.approve(id);
  return made;
}
/** A checkout that is paid, and its order. */
async function paid(): Promise<OrderedCheckout> {
  const made = await approved();
  await shop.pass(15);
  expect(await paymentOf(shop, made.buyer)).toMatchObject({ state: "paid" });
  return ordered(made);
}
/** An order on a code that nobody knows. */
async function mistyped(): Promise<OrderedCheckout> {
  const made = await begin();
  expect((await type(made, freshCode())).status).toBe(200);
  return ordered(made);
}

const noted = (
  { orderId }: OrderedCheckout,
  message = "This order is already paid. We've saved your code: if that money reached us too, we'll refund it.",
) => ({ status: 200, body: { success: true, message, orderId, noted: true } });
const ADDED = "We've added this code to your order. It's paid once we find the money for one of them.";
const PENDING = { state: "pending", reason: null, order_id: null, amount: 1501 };
const rowsOf = (code: string) =>
  shop.query(`select state, reason, ${ORDER_OF_CODE}, amount from payments where typed_code = $1`, [code]);
const orderOfMade = ({ orderId }: OrderedCheckout, change: object = {}) => [
  { id: orderId, payment: true, status: "Order Placed", refund: null, amount: 1501, ...change },
];
/** The money under this code comes, and M-Pesa knows it. */
async function pay(code: string): Promise<void> {
  shop.daraja.payTill({ amount: 1501, phone: "254711222333", code, confirmation: false });
  await tellOfMoney(shop, code);
  await shop.pass(30);
}

describe("a till code typed for a checkout that is paid", () => {
  test("stored and listed once; found, its money is refunded", async () => {
    const made = await paid();
    const code = freshCode();
    const answers = await Promise.all([shop, other, shop, other, shop].map((app) => type(made, code, app)));
    for (const answer of answers) expect(answer).toMatchObject(noted(made));
    expect(await rowsOf(code)).toEqual([PENDING]);
    expect(await queued(shop, code)).toMatchObject([
      { isOverdue: false, amount: 1501, orderId: made.orderId },
    ]);
    expect(await outcomeOf(shop, made.buyer)).toEqual({
      states: ["paid", "pending"],
      orders: orderOfMade(made),
      mails: ["placed"],
    });

    await pay(code);
    expect(await outcomeOf(shop, made.buyer)).toEqual({
      states: ["paid", "paid"],
      orders: orderOfMade(made),
      mails: ["placed", "refund-due", "refunded"],
    });
    expect((await moneyOf(shop, made.buyer)).map(({ state }) => state)).toEqual(["paid", "refunded"]);
    const back = shop.daraja.ledger().find(({ receipt }) => receipt === code);
    expect(back).toMatchObject({ amount: 1501, reversed: true });
    expect(await queued(shop, code)).toEqual([]);
    expect(await stockOf(shop, made.tee)).toEqual({ shelf: 4, held: 0, sold: 1 });
    // and typed once more, it changes nothing
    expect(await type(made, code)).toMatchObject(noted(made));
    expect(await rowsOf(code)).toHaveLength(1);
  });

  test("M-Pesa knows of no such code: listed until the owner decides, who cancels no order by that", async () => {
    const code = "UKZ9999001";
    const made = await paid();
    await type(made, code);
    for (const hours of [22.1, 2.1]) {
      await shop.pass(hours * 3_600, hours * 3_600);
      await shop.pass(10);
    }
    expect(await rowsOf(code)).toMatchObject([{ state: "needs_review", reason: null, order_id: null }]);
    const [row] = await queued(shop, code);
    expect(row).toMatchObject({ isOverdue: true, orderId: made.orderId });
    await closeUnpaid(shop.context, String(row?.paymentId), { reason: "nothing came", by: WAMBUI });
    expect(await rowsOf(code)).toMatchObject([{ state: "failed" }]);
    expect(await outcomeOf(shop, made.buyer)).toMatchObject({ orders: orderOfMade(made), mails: ["placed"] });
    expect(await stockOf(shop, made.tee)).toEqual({ shelf: 4, held: 0, sold: 1 });
  });

  test("the code of the payment itself is that payment: nothing is added", async () => {
    const made = await paid();
    const { receipt } = await paymentOf(shop, made.buyer);
    expect(await type(made, String(receipt))).toMatchObject(noted(made));
    expect(await rowsOf(String(receipt))).toEqual([]);
    expect(await toldStaff(shop, made.buyer)).toEqual([]);
  });

  test("another shopper's code: the same answer as for any, and the owner alone is notified, once", async () => {
    const made = await paid();
    const { code, orderId } = await typeCode(shop, await customer(shop), made.tee);
    for (const app of [shop, other]) expect(await type(made, code, app)).toMatchObject(noted(made));
    expect(await rowsOf(code)).toMatchObject([{ order_id: orderId }]);
    const matters = "select kind, text, receipt from exceptions where payment_id = $1";
    const text = "a code typed for its paid checkout belongs to another shopper";
    expect(await shop.query(matters, [made.paymentId])).toEqual([
      { kind: "contradiction", text, receipt: code },
    ]);
  });

  test("five an hour; the sixth is refused with a wait, kept for the owner, and added when typed again later", async () => {
    const made = await paid();
    for (let turn = 0; turn < 5; turn += 1) expect(await type(made, freshCode())).toMatchObject(noted(made));
    const sixth = freshCode();
    const answer = await type(made, sixth);
    expect(answer.status).toBe(429);
    expect(answer.body.message).toMatch(
      /^We're still looking for the M-Pesa codes of your last five orders\./,
    );
    expect(await rowsOf(sixth)).toEqual([PENDING]);
    expect(await queued(shop, sixth)).toMatchObject([{ orderId: made.orderId }]);
    await age(shop, 3_600);
    expect(await type(made, sixth)).toMatchObject(noted(made));
    expect(await rowsOf(sixth)).toEqual([PENDING]);
  });

  test("typed in the very moment the push is paid: one paid order, and the code is kept", async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      const made = await approved();
      const { id } = await paymentOf(shop, made.buyer);
      const code = freshCode();
      const [, typed] = await Promise.all([shop.jobs.tasks.payment?.(String(id)), type(made, code, other)]);
      expect(typed.status).toBe(200);
      await shop.pass(15);
      expect((await outcomeOf(shop, made.buyer)).orders).toMatchObject([
        { id: typed.body.orderId, payment: true, status: "Order Placed" },
      ]);
      expect(await rowsOf(code)).toEqual([PENDING]);
    }
  });
});

describe("a corrected code for an order that is not paid", () => {
  test("added and listed once, however often it is sent; found, its money pays the order, and the first code's goes back", async () => {
    const made = await mistyped();
    const right = freshCode();
    const answers = await Promise.all([shop, other, shop, other].map((app) => type(made, right, app)));
    for (const answer of answers) expect(answer).toMatchObject(noted(made, ADDED));
    expect(await rowsOf(right)).toEqual([PENDING]);
    expect(await queued(shop, right)).toMatchObject([{ orderId: made.orderId, amount: 1501 }]);
    expect(await outcomeOf(shop, made.buyer)).toEqual({
      states: ["pending", "pending"],
      orders: orderOfMade(made, { payment: false }),
      mails: ["placed"],
    });

    await pay(right);
    expect(await outcomeOf(shop, made.buyer)).toEqual({
      states: ["pending", "paid"],
      orders: orderOfMade(made),
      mails: ["placed"],
    });
    expect(await rowsOf(right)).toMatchObject([{ state: "paid", order_id: made.orderId }]);
    expect(await rowsOf(made.code)).toEqual([PENDING]);
    expect(await stockOf(shop, made.tee)).toEqual({ shelf: 4, held: 0, sold: 1 });
    expect(await breaksOf(shop, made.buyer)).toEqual(["its order was paid in another way"]);

    await pay(made.code);
    expect(await outcomeOf(shop, made.buyer)).toEqual({
      states: ["paid", "paid"],
      orders: orderOfMade(made),
      mails: ["placed", "refund-due", "refunded"],
    });
    expect((await moneyOf(shop, made.buyer)).map(({ receipt, state }) => [receipt, state])).toEqual([
      [right, "paid"],
      [made.code, "refunded"],
    ]);
  });

  test("the order was cancelled: stored, and its money is refunded", async () => {
    const made = await mistyped();
    await closeUnpaid(shop.context, made.paymentId, { reason: "nothing came", by: WAMBUI });
    const right = freshCode();
    const saved =
      "This order was cancelled. We've saved your code: if that money reached us, we'll refund it.";
    expect(await type(made, right)).toMatchObject(noted(made, saved));
    await pay(right);
    expect(await outcomeOf(shop, made.buyer)).toMatchObject({
      states: ["failed", "paid"],
      orders: orderOfMade(made, { payment: false, status: "Cancelled" }),
    });
    expect(await moneyOf(shop, made.buyer)).toEqual([{ receipt: right, amount: 1501, state: "refunded" }]);
    expect(await stockOf(shop, made.tee)).toEqual({ shelf: 5, held: 0, sold: 0 });
  });
});

holdsInvariants(() => shop);
