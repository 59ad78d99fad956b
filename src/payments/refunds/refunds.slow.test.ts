import { beforeEach, expect, test } from "vitest";
import { holdsInvariants } from "../../../test/invariants.ts";
import { moneyOf, outcomeOf, stockOf, toldStaff } from "../../../test/outcome.ts";
import { paidShop, paymentOf, push, pushOf } from "../../../test/payments.ts";
import { refundsOn } from "../../../test/refunds.ts";
import { createPaymentContext } from "../providers.server.ts";
import { processWebhooks } from "../webhooks/process-webhooks.server.ts";

const shop = paidShop();
const refunds = refundsOn(shop);
beforeEach(() => refunds.begin());

test("staff give the money back: due, under way, done; sent once, mailed once", async () => {
  const sale = await refunds.returned();
  expect(await refunds.shown(sale.buyer)).toEqual(["due"]);
  expect(await refunds.sumsOf(sale)).toEqual({ allocated: 0, refunded: 0, refunding: 1501, unallocated: 0 });
  await shop.work();
  expect((await refunds.refundRow(sale.id))?.state).toBe("sent");
  expect(await refunds.shown(sale.buyer)).toEqual(["due"]);
  await shop.pass(10);
  await refunds.expectDone(sale);
  await shop.pass(2 * 3_600);
  expect(sale.sent()).toBe(1);
  // the order keeps its items: whether they come back is not this money's matter
  expect(await outcomeOf(shop, sale.buyer)).toMatchObject({
    orders: [{ payment: true, status: "Order Placed" }],
    mails: ["placed", "refund-due", "refunded"],
  });
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
  const asked = await Promise.allSettled([1, 2, 3].map(() => refunds.refund(sale)));
  expect(asked.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
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
  expect((await outcomeOf(shop, sale.buyer)).mails).toEqual(["placed", "refund-due", "refunded"]);
  await expect(refunds.mark(sale)).rejects.toMatchObject({ status: 409 });
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
  expect(states).toEqual(["paid", "paid"]);
  expect((await moneyOf(shop, buyer)).map(({ state }) => state).sort()).toEqual(["paid", "refunded"]);
  expect(orders).toMatchObject([{ payment: true, status: "Order Placed", refund: null }]);
  expect(mails.sort()).toEqual(["placed", "refund-due", "refunded"]);
  expect(await toldStaff(shop, buyer)).toEqual(["refund due: this checkout has its order already"]);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 0, sold: 1 });
});

test("a payment whose code nobody knows cannot be reversed: staff are notified, and its late code mends that", async () => {
  const sale = await refunds.returned("013");
  await shop.work();
  const why = "the payment's M-Pesa code is not known";
  expect(await refunds.refundRow(sale.id)).toMatchObject({ state: "failed", result: why });
  expect(sale.sent()).toBe(0);
  expect(await toldStaff(shop, sale.buyer)).toEqual([`the refund did not go through: ${why}`]);
  expect(await refunds.shown(sale.buyer)).toEqual(["due"]);
  const { checkout_request_id: checkoutRequestId } = await paymentOf(shop, sale.buyer);
  await shop.daraja.callback({ checkoutRequestId: String(checkoutRequestId) });
  await shop.work();
  // the owner compares the two, for meanwhile it may have gone back under another name
  const { receipt } = await paymentOf(shop, sale.buyer);
  expect(await refunds.alarms(sale.id)).toMatchObject([
    {
      kind: "contradiction",
      text: `the receipt ${receipt} came late for money whose refund has not left: it can be sent now, unless the money went back otherwise`,
    },
  ]);
  await refunds.repeat(sale);
  await shop.pass(10);
  await refunds.expectDone(sale);
});

const rowsOf = (money: string) =>
  shop.query("select state, way, amount from refunds where transaction_id = $1 order by id", [money]);

test("A part recorded as a reversal is never sent as one", async () => {
  const sale = await refunds.returned();
  await shop.query("update refunds set amount = 500 where transaction_id = $1", [sale.money]);
  await shop.query("update transactions set allocated = 1001, refunding = 500 where id = $1", [sale.money]);
  await shop.work();
  await shop.pass(20);
  expect(sale.sent()).toBe(0);
  expect(await rowsOf(sale.money)).toEqual([{ state: "due", way: "hand", amount: 500 }]);
});

test("A refund beyond what came is refused, and the database holds no such sums", async () => {
  const sale = await refunds.bought();
  await refunds.refund(sale, 1_001);
  await expect(refunds.refund(sale, 501)).rejects.toMatchObject({
    status: 409,
    message: "No more than Ksh 500 is left: Ksh 1,001 of Ksh 1,501 is refunded or being refunded.",
  });
  await expect(
    shop.query("update transactions set refunding = refunding + 501 where id = $1", [sale.money]),
  ).rejects.toThrow("sums_add_up");
  expect(await rowsOf(sale.money)).toEqual([{ state: "due", way: "hand", amount: 1001 }]);
});

holdsInvariants(() => shop);
