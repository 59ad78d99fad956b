import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { WAMBUI } from "../../../../test/counter.ts";
import type { Goods } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { PLACE } from "../../../../test/orders.ts";
import { expectNothingBroken, moneyOf, outcomeOf, stockOf, toldStaff } from "../../../../test/outcome.ts";
import {
  ASKED_FREELY,
  age,
  intent,
  paidShop,
  paymentOf,
  push,
  pushOf,
  secondProcess,
} from "../../../../test/payments.ts";
import { customer, freshCode, orderOf, type Person } from "../../../../test/people.ts";
import { patient, type TestApp } from "../../../../test/shop.ts";
import { moneyUnder, ORDER_OF_CODE, queued, tellOfMoney, typeCode } from "../../../../test/till.ts";
import { closeUnpaid } from "../../staff/act-on-attempt.server.ts";

const shop = paidShop(ASKED_FREELY);
const other = secondProcess(shop);
// on a busy machine it takes longer to see who waits than the shop waits for a lock
beforeAll(() => patient(shop, other));
beforeEach(async () => {
  await shop.query("delete from rate_limits");
  await shop.query("update payments set next_check_at = null");
});

const NOTED =
  "This order is already paid. We've saved your code: if that money reached us too, we'll refund it.";

type PaidCheckout = { buyer: Person; tee: Goods; checkout: string; orderId: string; paymentId: string };
let bought = 0;

/** A checkout that is paid, and its order. */
async function paid(way: "push" | "card" = "push"): Promise<PaidCheckout> {
  bought += 1;
  const { tee, buyer } = await shop.sale({ stock: { M: 5 } });
  const checkout = `paid-${bought}`;
  if (way === "push") {
    const id = await push(shop, buyer, pushOf(tee, `254714${String(bought).padStart(6, "0")}`), checkout);
    await shop.daraja.approve(id);
  } else {
    const { tx_ref } = await intent(shop, buyer, tee, 1, checkout);
    await shop.flutterwave.pay({ tx_ref, card: "5061460166976054667" });
  }
  await shop.pass(15);
  const { id, order_id: orderId, state } = await paymentOf(shop, buyer);
  expect(state).toBe("paid");
  return { buyer, tee, checkout, orderId: String(orderId), paymentId: String(id) };
}

function type({ buyer, tee, checkout }: PaidCheckout, mpesaCode: string, app: TestApp = shop, quantity = 1) {
  return app.post(PLACE, orderOf(tee, { mpesaCode, quantity }), buyer.token, { "idempotency-key": checkout });
}

const noted = ({ orderId }: PaidCheckout) => ({
  status: 200,
  body: { success: true, message: NOTED, orderId, noted: true },
});
const rowsOf = (code: string) =>
  shop.query(`select method, state, reason, ${ORDER_OF_CODE}, amount from payments where typed_code = $1`, [
    code,
  ]);
const ORDERED = (orderId: string) => [
  { id: orderId, payment: true, status: "Order Placed", refund: null, amount: 1501 },
];

describe("a till code typed for a checkout that is paid", () => {
  test.each(["push", "card"] as const)(
    "by %s: stored and listed once; found, its money is refunded",
    async (way) => {
      const made = await paid(way);
      const code = freshCode();
      const answers = await Promise.all([shop, other, shop, other, shop].map((app) => type(made, code, app)));
      for (const answer of answers) expect(answer).toMatchObject(noted(made));
      expect(await rowsOf(code)).toEqual([
        { method: "cod", state: "pending", reason: null, order_id: null, amount: 1501 },
      ]);
      expect(await queued(shop, code)).toMatchObject([
        { isOverdue: false, amount: 1501, orderId: made.orderId },
      ]);
      expect(await outcomeOf(shop, made.buyer)).toEqual({
        states: ["paid", "pending"],
        orders: ORDERED(made.orderId),
        mails: ["placed"],
      });

      shop.daraja.payTill({ amount: 1501, phone: "254711222333", code, confirmation: false });
      await tellOfMoney(shop, code);
      await shop.pass(30);
      expect(await outcomeOf(shop, made.buyer)).toEqual({
        states: ["paid", "paid"],
        orders: ORDERED(made.orderId),
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
    },
  );

  test("its money came before the code was typed: that goes back as well, of what came", async () => {
    const made = await paid();
    const code = freshCode();
    shop.daraja.payTill({ amount: 1600, phone: "254711222334", code, confirmation: false });
    await tellOfMoney(shop, code, { TransAmount: "1600.00" });
    expect(await type(made, code)).toMatchObject(noted(made));
    await shop.pass(30);
    expect((await outcomeOf(shop, made.buyer)).states).toEqual(["paid", "paid"]);
    expect(await moneyUnder(shop, code)).toMatchObject({ amount: 1600, refunded: 1600 });
  });

  test("M-Pesa knows of no such code: listed until the owner decides, or its money comes", async () => {
    const code = "UKZ9999001";
    const made = await paid();
    await type(made, code);
    for (const hours of [22.1, 2.1]) {
      await shop.pass(hours * 3_600, hours * 3_600);
      await shop.pass(10);
    }
    expect(await rowsOf(code)).toMatchObject([{ state: "needs_review", reason: null, order_id: null }]);
    expect(await queued(shop, code)).toMatchObject([{ isOverdue: true, orderId: made.orderId }]);
    expect(await outcomeOf(shop, made.buyer)).toMatchObject({
      orders: ORDERED(made.orderId),
      mails: ["placed"],
    });
    shop.daraja.payTill({ amount: 1501, phone: "254711222335", code, confirmation: false });
    await tellOfMoney(shop, code);
    await shop.query(
      "update transactions t set paid_at = p.created_at from payments p where t.receipt = $1 and p.typed_code = t.receipt",
      [code],
    );
    await shop.query("update payments set next_check_at = now() where typed_code = $1", [code]);
    await shop.pass(30);
    expect((await outcomeOf(shop, made.buyer)).states).toEqual(["paid", "paid"]);
    expect(await moneyUnder(shop, code)).toMatchObject({ refunded: 1501 });
  });

  test("the owner who rejects it cancels no order", async () => {
    const made = await paid();
    const code = freshCode();
    await type(made, code);
    const [row] = await queued(shop, code);
    await closeUnpaid(shop.context, String(row?.paymentId), { reason: "nothing came", by: WAMBUI });
    expect(await rowsOf(code)).toMatchObject([{ state: "failed" }]);
    expect(await outcomeOf(shop, made.buyer)).toMatchObject({
      orders: ORDERED(made.orderId),
      mails: ["placed"],
    });
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
    expect(await shop.query(matters, [made.paymentId])).toEqual([
      {
        kind: "contradiction",
        text: "a code typed for its paid checkout belongs to another shopper",
        receipt: code,
      },
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
    const pending = { method: "cod", state: "pending", reason: null, order_id: null, amount: 1501 };
    expect(await rowsOf(sixth)).toEqual([pending]);
    expect(await queued(shop, sixth)).toMatchObject([{ orderId: made.orderId }]);
    await age(shop, 3_600);
    expect(await type(made, sixth)).toMatchObject(noted(made));
    expect(await rowsOf(sixth)).toEqual([pending]);
    shop.daraja.payTill({ amount: 1501, phone: "254711222336", code: sixth, confirmation: false });
    await tellOfMoney(shop, sixth);
    await shop.pass(30);
    expect(await rowsOf(sixth)).toMatchObject([{ state: "paid" }]);
    expect(await moneyUnder(shop, sixth)).toMatchObject({ refunded: 1501 });
  });

  test("typed in the very moment the push is paid: one paid order, and the code is kept", async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      bought += 1;
      const { tee, buyer } = await shop.sale({ stock: { M: 5 } });
      const checkout = `paid-${bought}`;
      const id = await push(shop, buyer, pushOf(tee, `254714${String(bought).padStart(6, "0")}`), checkout);
      await shop.daraja.approve(id);
      const { id: paymentId } = await paymentOf(shop, buyer);
      const code = freshCode();
      const [, typed] = await Promise.all([
        shop.jobs.tasks.payment?.(String(paymentId)),
        type({ buyer, tee, checkout, orderId: "", paymentId: "" }, code, other),
      ]);
      expect(typed.status).toBe(200);
      await shop.pass(15);
      expect((await outcomeOf(shop, buyer)).orders).toMatchObject(ORDERED(String(typed.body.orderId)));
      expect(await rowsOf(code)).toMatchObject([{ state: "pending", order_id: null }]);
    }
    await expectNothingBroken(shop);
  });
});

holdsInvariants(() => shop);
