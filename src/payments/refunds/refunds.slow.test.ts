import { beforeEach, expect, test } from "vitest";
import { holdsInvariants } from "../../../test/invariants.ts";
import { mailText, moneyOf, outcomeOf, stockOf, toldStaff } from "../../../test/outcome.ts";
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
  const mail = await mailText(shop, `refunded:${await refunds.refundId(sale.id)}`);
  expect(mail).toContain("You'll get an SMS from M-Pesa.");
  expect(mail).not.toContain("bank");
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

test("A part recorded as a reversal is never sent as one", async () => {
  const sale = await refunds.returned();
  await shop.query("update refunds set amount = 500 where transaction_id = $1", [sale.money]);
  await shop.query("update transactions set allocated = 1001, refunding = 500 where id = $1", [sale.money]);
  await shop.query("update orders set all_refunded = false where user_id = $1", [sale.buyer.userId]);
  await shop.work();
  await shop.pass(20);
  expect(sale.sent()).toBe(0);
  expect(
    await shop.query("select state, way, amount from refunds where transaction_id = $1", [sale.money]),
  ).toEqual([{ state: "due", way: "hand", amount: 500 }]);
});

test.each([
  { why: "nobody said how it went", isBack: true, ways: ["provider", "question"] },
  {
    why: "M-Pesa did not finish the reversal in time",
    isBack: false,
    ways: ["provider", "question", "provider"],
  },
])("M-Pesa is asked about a refund whose answer was lost before it is sent again: $why", async (row) => {
  const sale = await refunds.lost(row.isBack);
  expect(await refunds.refundRow(sale.id)).toMatchObject({ result: row.why });
  await shop.pass(2 * 3_600);
  expect([sale.sent(), sale.asked()]).toEqual([1, 0]);
  expect(await toldStaff(shop, sale.buyer)).toEqual([`the refund did not go through: ${row.why}`]);
  await refunds.repeat(sale);
  await shop.pass(20);
  await refunds.expectDone(sale);
  expect([sale.sent(), sale.asked()]).toEqual([row.isBack ? 1 : 2, 1]);
  expect((await refunds.attemptsOf(sale.id)).map(({ way }) => way)).toEqual(row.ways);
  expect((await outcomeOf(shop, sale.buyer)).mails).toEqual(["placed", "refund-due", "refunded"]);
});

test("M-Pesa gives no answer: nothing is sent, the owner is notified, and only the owner's word sends it again", async () => {
  const sale = await refunds.lost(false);
  for (const paid of shop.daraja.ledger()) if (paid.phone === sale.phone) paid.answer = "never";
  await refunds.repeat(sale);
  await shop.pass(1_200);
  expect(await refunds.refundRow(sale.id)).toMatchObject({ state: "unknown" });
  expect(await moneyOf(shop, sale.buyer)).toMatchObject([{ amount: 1_501, state: "refunding" }]);
  expect(sale.sent()).toBe(1);
  expect(await toldStaff(shop, sale.buyer)).toContain("nobody could say whether its refund went through");
  // asked again, and no word given: as before
  await refunds.repeat(sale);
  await shop.pass(1_200);
  expect(sale.sent()).toBe(1);

  await refunds.repeat(sale, true);
  await shop.pass(1_200);
  expect(sale.sent()).toBe(2);
  await refunds.expectDone(sale);
});

test("the owner's word does not count against M-Pesa's own: it went through, and nothing is sent", async () => {
  const sale = await refunds.lost(true);
  await refunds.repeat(sale, true);
  await shop.pass(20);
  await refunds.expectDone(sale);
  expect([sale.sent(), sale.asked()]).toEqual([1, 1]);
});

test("where nobody can be asked the owner must give his word, and a refusal changes nothing", async () => {
  const sale = await refunds.lost(false);
  const alone = createPaymentContext({ ...shop, config: { ...shop.config, MPESA_INITIATOR: undefined } });
  const before = await refunds.attemptsOf(sale.id);
  await expect(refunds.repeat(sale, false, alone)).rejects.toMatchObject({
    status: 409,
    message:
      "The answer to the first refund was lost, and nobody can be asked here. Say that it did not go through, once you have seen that.",
  });
  expect(await refunds.refundRow(sale.id)).toMatchObject({ state: "unknown" });
  expect(await moneyOf(shop, sale.buyer)).toMatchObject([{ amount: 1_501, state: "refunding" }]);
  expect(await refunds.attemptsOf(sale.id)).toEqual(before);
  await refunds.repeat(sale, true, alone);
  await shop.pass(20);
  expect(sale.asked()).toBe(0);
  await refunds.expectDone(sale);
});

test("no balance: not done, staff are notified once, and may try again", async () => {
  shop.daraja.refundMode("balance");
  const sale = await refunds.returned();
  await shop.pass(10);
  expect(await refunds.refundRow(sale.id)).toMatchObject({ state: "failed", result: "1" });
  expect(await moneyOf(shop, sale.buyer)).toMatchObject([{ amount: 1_501, state: "refunding" }]);
  expect(refunds.reversed(sale.phone)).toEqual([false]);
  await shop.pass(2 * 3_600);
  expect(sale.sent()).toBe(1);
  expect(await refunds.shown(sale.buyer)).toEqual(["due"]);
  expect(await toldStaff(shop, sale.buyer)).toEqual(["the refund did not go through: 1"]);

  shop.daraja.refundMode("ok");
  await refunds.repeat(sale);
  await shop.pass(10);
  await refunds.expectDone(sale);
  expect(sale.sent()).toBe(2);
});

test("the request's answer is cut off, its result comes: done, sent once", async () => {
  shop.daraja.mode({ mode: "down", processed: true, path: "reversal" });
  const sale = await refunds.returned();
  await shop.work();
  expect((await refunds.refundRow(sale.id))?.state).toBe("unknown");
  shop.daraja.mode({ mode: "normal" });
  await shop.pass(10);
  await refunds.expectDone(sale);
  await shop.pass(3_700);
  expect(sale.sent()).toBe(1);
});

holdsInvariants(() => shop);
