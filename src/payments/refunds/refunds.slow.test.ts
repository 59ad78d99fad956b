import { beforeEach, expect, test } from "vitest";

import { holdsInvariants } from "../../../test/invariants.ts";
import { outcomeOf, stockOf, toldStaff } from "../../../test/outcome.ts";
import { paidShop, paymentOf, push, pushOf } from "../../../test/payments.ts";

import { refundsOn } from "../../../test/refunds.ts";
import { createPaymentContext } from "../core/payment-context.server.ts";
import { markRefunded } from "../staff/mark-refunded.server.ts";

import { refundByStaff } from "../staff/staff-refund.server.ts";
import { processWebhooks } from "../webhooks/process-webhooks.server.ts";

const shop = paidShop();
const refunds = refundsOn(shop);
beforeEach(() => refunds.begin());

test("staff give the money back: due, under way, done; sent once, mailed once", async () => {
  const sale = await refunds.returned();
  expect(await refunds.shown(sale.buyer)).toEqual(["due"]);
  await shop.work();
  expect((await refunds.refundRow(sale.id))?.state).toBe("sent");
  expect(await refunds.shown(sale.buyer)).toEqual(["due"]);
  await shop.pass(10);
  await refunds.expectDone(sale);
  await shop.pass(2 * 3_600);
  expect(sale.sent()).toBe(1);
  expect((await outcomeOf(shop, sale.buyer)).mails).toEqual(["placed", "refunded"]);
  expect(await toldStaff(shop, sale.buyer)).toEqual([]);
  const [mail] = await shop.query<{ text: string }>("select text from outbox where event = $1", [
    `refunded:${await refunds.refundId(sale.id)}`,
  ]);
  expect(mail?.text).toContain("You'll get an SMS from M-Pesa.");
  expect(mail?.text).not.toContain("bank");
});

test("A refund is sent once, however often requested and processed", async () => {
  const sale = await refunds.bought();
  const before = refunds.requests();
  const asked = await Promise.all([1, 2, 3].map(() => refundByStaff(shop.context, sale.id, "wrong size")));
  expect(asked.filter(Boolean)).toHaveLength(1);
  const other = await shop.second();
  const refundId = await refunds.refundId(sale.id);
  await Promise.all([shop, other, shop, other].map((app) => app.jobs.tasks.refund?.(refundId)));
  expect(refunds.requests() - before).toBe(1);
  await shop.clock.advance(5_000);
  await Promise.all([
    processWebhooks(shop.context, "result"),
    processWebhooks(createPaymentContext(other), "result"),
    other.jobs.cron.minute(),
  ]);
  await other.close();
  await refunds.expectDone(sale);
  expect((await outcomeOf(shop, sale.buyer)).mails).toEqual(["placed", "refunded"]);
  expect(await markRefunded(shop.context, sale.id, undefined)).toBe(false);
});

test("A cart paid twice is one order and one refund", async () => {
  shop.daraja.switches({ secondCallback: true });
  const [first, second] = [shop.phone("029"), shop.phone("001")];
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  await push(shop, buyer, pushOf(tee, first));
  await shop.pass(30);
  await push(shop, buyer, pushOf(tee, second));
  await shop.pass(45);
  expect([refunds.reversed(first), refunds.reversed(second)]).toEqual([[true], [false]]);
  const { states, orders, mails } = await outcomeOf(shop, buyer);
  expect(states).toEqual(["refunded", "ordered"]);
  expect(orders).toMatchObject([{ payment: true, status: "Order Placed", refund: null }]);
  expect(mails.sort()).toEqual(["placed", "refund-due", "refunded"]);
  expect(await toldStaff(shop, buyer)).toEqual(["refund due: this checkout has its order already"]);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 0, sold: 1 });
});

test("a payment whose code nobody knows cannot be reversed: staff are notified, and its late code mends that", async () => {
  const sale = await refunds.returned("013");
  await shop.work();
  const why = "the payment's M-Pesa code is not known";
  expect(await refunds.refundRow(sale.id)).toEqual({ state: "failed", result: why });
  expect(sale.sent()).toBe(0);
  expect(await toldStaff(shop, sale.buyer)).toEqual([`the refund did not go through: ${why}`]);
  expect(await refunds.shown(sale.buyer)).toEqual(["due"]);
  const { checkout_request_id: checkoutRequestId } = await paymentOf(shop, sale.buyer);
  await shop.daraja.callback({ checkoutRequestId: String(checkoutRequestId) });
  await shop.work();
  expect(await refundByStaff(shop.context, sale.id, "wrong size")).toBe(true);
  await shop.pass(10);
  await refunds.expectDone(sale);
});

const rowsOf = (id: string) =>
  shop.query("select state, way, amount from refunds where payment_id = $1 order by number", [id]);

test("a part in place of a lost reversal goes by hand, once M-Pesa said that nothing went back", async () => {
  const sale = await refunds.lost(false);
  expect(await refundByStaff(shop.context, sale.id, "keeps the rest", { amount: 500 })).toBe(true);
  await shop.pass(20);
  expect(sale.sent()).toBe(1);
  expect(await rowsOf(sale.id)).toEqual([{ state: "due", way: "hand", amount: 500 }]);
  expect(await markRefunded(shop.context, sale.id, "UKX8Y8Z8A1")).toBe(true);
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
