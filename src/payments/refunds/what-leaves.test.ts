import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { WAMBUI } from "../../../test/counter.ts";
import { addProduct } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { toldStaff } from "../../../test/outcome.ts";
import { paymentOf, push, pushOf } from "../../../test/payments.ts";
import { customer } from "../../../test/people.ts";
import { openRefunds } from "../../../test/refunds.ts";
import { createPaymentContext, type PaymentContext } from "../core/payment-context.server.ts";
import { markRefunded } from "../staff/mark-refunded.server.ts";
import { refundPayment } from "../staff/refund-payment.server.ts";
import { refundByStaff } from "../staff/staff-refund.server.ts";

let refunds: Awaited<ReturnType<typeof openRefunds>>;
let shop: typeof refunds.shop;
let context: PaymentContext;
beforeAll(async () => {
  refunds = await openRefunds();
  shop = refunds.shop;
  context = createPaymentContext(shop);
});
afterAll(() => shop.close());
beforeEach(() => refunds.begin());

const rowsOf = (id: string) =>
  shop.query("select state, way, amount from refunds where payment_id = $1 order by number", [id]);

test("a part in place of a lost reversal goes by hand, once M-Pesa said that nothing went back", async () => {
  const sale = await refunds.lost(false);
  expect(await refundByStaff(context, sale.id, "keeps the rest", { amount: 500 })).toBe(true);
  await shop.pass(20);
  expect(sale.sent()).toBe(1);
  expect(await rowsOf(sale.id)).toEqual([{ state: "due", way: "hand", amount: 500 }]);
  expect(await markRefunded(context, sale.id, "UKX8Y8Z8A1")).toBe(true);
  await shop.pass(20);
  expect(sale.sent()).toBe(1);
  expect(refunds.reversed(sale.phone)).toEqual([false]);
  // the rest of a cancelled order's money stays with the owner
  expect((await paymentOf(shop, sale.buyer)).state).toBe("refund_failed");
});

test("A part recorded as a reversal is never sent as one", async () => {
  const sale = await refunds.returned();
  await shop.query("update refunds set amount = 500 where payment_id = $1", [sale.id]);
  await shop.work();
  await shop.pass(20);
  expect(sale.sent()).toBe(0);
  expect(await rowsOf(sale.id)).toEqual([{ state: "due", way: "hand", amount: 500 }]);
});

/** A push of which nobody told how it went. */
async function untold() {
  const buyer = await customer(shop);
  await push(shop, buyer, pushOf(await addProduct(shop), refunds.phoneFor("035")));
  const { id } = await paymentOf(shop, buyer);
  await shop.query(
    "update payments set state = 'expired_unknown', active = false, next_check_at = null where id = $1",
    [id],
  );
  return String(id);
}

test("staff's part of M-Pesa money that nobody has seen goes by hand; all that was asked for by the reversal", async () => {
  const [one, two] = [await untold(), await untold()];
  const why = { reason: "shown in the app", by: WAMBUI };
  const part = { amount: 500, receipt: "UKX8Y8Z8B1", ...why };
  expect(await refundPayment(context, one, part)).toMatchObject({ way: "hand" });
  const all = { amount: 1_501, receipt: "UKX8Y8Z8B2", ...why };
  expect(await refundPayment(context, two, all)).toMatchObject({ way: "provider" });
});

test("A refund beyond what came is not sent, and waits for the owner", async () => {
  const sale = await refunds.returned();
  await shop.query(
    `insert into refunds (id, payment_id, number, amount, reason, way, state, next_try_at, done_at, applied_at)
     values ($1, $2, 2, 500, 'by another', 'hand', 'done', null, now(), now())`,
    [`beside ${sale.id}`, sale.id],
  );
  await shop.work();
  await shop.pass(20);
  expect(sale.sent()).toBe(0);
  expect(refunds.reversed(sale.phone)).toEqual([false]);
  expect(await refunds.refundRow(sale.id)).toEqual({
    state: "failed",
    result: "more would go back than came",
  });
  expect((await paymentOf(shop, sale.buyer)).state).toBe("refund_failed");
  expect(await toldStaff(shop, sale.buyer)).toContain(
    "the refund did not go through: more would go back than came",
  );
});

holdsInvariants(() => shop);
