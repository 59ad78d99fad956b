import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { outcomeOf, stockOf, toldStaff } from "../../../test/outcome.ts";
import { paymentOf, push, pushOf } from "../../../test/payments.ts";
import { customer } from "../../../test/people.ts";
import { openRefunds } from "../../../test/refunds.ts";
import { createPaymentContext } from "../core/payment-context.server.ts";
import { markRefunded } from "../staff/mark-refunded.server.ts";
import { refundByStaff } from "../staff/staff-refund.server.ts";
import { processWebhooks } from "../webhooks/process-webhooks.server.ts";

let refunds: Awaited<ReturnType<typeof openRefunds>>;
let shop: typeof refunds.shop;
beforeAll(async () => {
  refunds = await openRefunds();
  shop = refunds.shop;
});
afterAll(() => shop.close());
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

test("reversed already, by the portal perhaps: that is done as well", async () => {
  shop.daraja.refundMode("already");
  const { buyer } = await refunds.returned();
  await shop.pass(10);
  expect(await refunds.shown(buyer)).toEqual(["done"]);
});

test("A refund is sent once, however often requested and processed", async () => {
  const sale = await refunds.bought();
  const before = refunds.requests();
  const context = createPaymentContext(shop);
  const asked = await Promise.all([1, 2, 3].map(() => refundByStaff(context, sale.id, "wrong size")));
  expect(asked.filter(Boolean)).toHaveLength(1);
  const other = await shop.second();
  const refundId = await refunds.refundId(sale.id);
  await Promise.all([shop, other, shop, other].map((app) => app.jobs.tasks.refund?.(refundId)));
  expect(refunds.requests() - before).toBe(1);
  await shop.clock.advance(5_000);
  await Promise.all([
    processWebhooks(context, "result"),
    processWebhooks(createPaymentContext(other), "result"),
    other.jobs.cron.minute(),
  ]);
  await other.close();
  await refunds.expectDone(sale);
  expect((await outcomeOf(shop, sale.buyer)).mails).toEqual(["placed", "refunded"]);
  expect(await markRefunded(context, sale.id, undefined)).toBe(false);
});

test("A cart paid twice is one order and one refund", async () => {
  shop.daraja.switches({ secondCallback: true });
  const [first, second] = [refunds.phoneFor("029"), refunds.phoneFor("001")];
  const buyer = await customer(shop);
  const tee = await addProduct(shop, { stock: { M: 3 } });
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

test("a payment whose code nobody knows cannot be reversed: staff are told, and its late code mends that", async () => {
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
  expect(await refundByStaff(createPaymentContext(shop), sale.id, "wrong size")).toBe(true);
  await shop.pass(10);
  await refunds.expectDone(sale);
});

holdsInvariants(() => shop);
