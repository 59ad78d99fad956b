import { beforeEach, expect, test } from "vitest";
import { counterOn, WAMBUI } from "../../../test/counter.ts";
import type { Goods } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { moneyOf, outcomeOf, toldStaff } from "../../../test/outcome.ts";
import { confirm, paidShop, payBy, paymentOf, push, pushOf, standing } from "../../../test/payments.ts";
import { customer, freshCode, orderOf, type Person } from "../../../test/people.ts";
import { refundsOn } from "../../../test/refunds.ts";
import { signInStaff } from "../../../test/support/back-office.ts";
import { tellOfMoney } from "../../../test/till.ts";
import { PAYMENT_TEXTS } from "../rules.ts";
import { closeByStaff } from "../staff/act-on-exception.server.ts";
import { closeMoney, refundMoney } from "../staff/act-on-money.server.ts";
import { checkRefund } from "../staff/act-on-refund.server.ts";

/** Paid, but the money goes back: whoever asks hears that, and not that all is well. */

const shop = paidShop();
const refunds = refundsOn(shop);
beforeEach(async () => {
  await shop.query("delete from rate_limits");
  await refunds.begin();
});

const GOOD = "5061460166976054667";
const claimCard = (buyer: Person, body: object) => shop.post("/api/order/flutterwave", body, buyer.token);
const current = async (buyer: Person) =>
  (await shop.post("/api/payment/current", {}, buyer.token)).body.payment;

/** The goods are free again, and another takes the last piece. */
async function sellElsewhere(tee: Goods) {
  await shop.query("update holds set until = now() - interval '1 second' where until is not null");
  await shop.work();
  const rival = await customer(shop);
  expect((await shop.post(PLACE, orderOf(tee), rival.token)).status).toBe(200);
}

/** Staff find this cancelled order by the receipt of its money. */
async function expectFound(receipt: unknown, orderId: unknown) {
  const found = await (await signInStaff(shop)).get(`/orders?q=${receipt}`);
  expect(found.body.rows).toEqual([expect.objectContaining({ _id: orderId, status: "Cancelled" })]);
}

async function expectPushSays(buyer: Person, id: string, orderId: unknown, message: string) {
  expect(await standing(shop, buyer, id)).toEqual({
    ResultCode: "0",
    ResultDesc: message,
    status: "paid",
    orderId,
    refund: true,
  });
  const claimed = await confirm(shop, buyer, { checkoutRequestID: id });
  expect({ status: claimed.status, body: claimed.body }).toEqual({
    status: 200,
    body: { success: true, message, orderId, refund: true },
  });
}

test("a push whose items sold out meanwhile, before and after the money is back", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 1 } });
  const id = await push(shop, buyer, pushOf(tee, shop.phone(null)));
  await sellElsewhere(tee);
  await shop.daraja.approve(id);
  await shop.pass(15);
  const [cancelled] = (await outcomeOf(shop, buyer)).orders;
  expect(cancelled).toMatchObject({ status: "Cancelled" });
  await expectPushSays(buyer, id, cancelled?.id, PAYMENT_TEXTS.soldOut);
  await expectFound((await paymentOf(shop, buyer)).receipt, cancelled?.id);
  expect(await current(buyer)).toMatchObject({
    status: "paid",
    refund: true,
    resultDesc: PAYMENT_TEXTS.soldOut,
  });
  await shop.pass(60);
  expect((await outcomeOf(shop, buyer)).states).toEqual(["paid"]);
  expect(await moneyOf(shop, buyer)).toMatchObject([{ amount: 1501, state: "refunded" }]);
  await expectPushSays(buyer, id, cancelled?.id, PAYMENT_TEXTS.soldOut);
});

test("a card whose items sold out meanwhile", async () => {
  const { tee, buyer, tx_ref } = await shop.cardPage({ stock: { M: 1 } });
  await sellElsewhere(tee);
  const paid = await shop.flutterwave.pay({ tx_ref, card: GOOD });
  const told = await claimCard(buyer, { transactionId: paid.transaction_id, tx_ref });
  const [cancelled] = (await outcomeOf(shop, buyer)).orders;
  const body = { success: true, message: PAYMENT_TEXTS.soldOut, orderId: cancelled?.id, refund: true };
  expect({ status: told.status, body: told.body }).toEqual({ status: 200, body });
  expect((await claimCard(buyer, { tx_ref })).body).toEqual(body);
  await expectFound(paid.transaction_id, cancelled?.id);
  expect(await current(buyer)).toMatchObject({
    tx_ref,
    status: "paid",
    orderId: cancelled?.id,
    refund: true,
    resultDesc: PAYMENT_TEXTS.soldOut,
  });
});

test("a second code, whose order was cancelled meanwhile", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 1 } });
  const [key, mpesaCode] = ["second-code", freshCode()];
  const { orderId } = (await payBy(shop, "cod", buyer, tee, { key })).body;
  expect((await payBy(shop, "cod", buyer, tee, { key, mpesaCode })).body).toMatchObject({ noted: true });
  await counterOn(shop).cancel(String(orderId));
  await tellOfMoney(shop, mpesaCode);
  await shop.pass(30);
  await expectFound(mpesaCode, orderId);
});

test("one that staff give back names no reason of theirs; one that stands says nothing of the kind", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const id = await push(shop, buyer, pushOf(tee, shop.phone("001")));
  await shop.pass(15);
  expect(await current(buyer)).not.toHaveProperty("refund");
  const { transaction_id: money, order_id } = await paymentOf(shop, buyer);
  await refunds.refund({ id: "", money: String(money) });
  await expectPushSays(buyer, id, order_id, PAYMENT_TEXTS.moneyBack);
});

const TWICE = { id: expect.any(String), kind: "contradiction", text: "its money was refunded twice" };

test("a late result belongs to its own attempt: an earlier one's failure does not end the later one", async () => {
  const sale = await refunds.lost(false);
  await refunds.repeat(sale);
  shop.daraja.refundMode("never");
  await shop.pass(10, 5);
  expect(await refunds.refundRow(sale.id)).toMatchObject({ state: "sent" });
  await refunds.tell(-2, "R000002");
  expect(await refunds.refundRow(sale.id)).toMatchObject({ state: "sent" });
  await refunds.tell(-1);
  await refunds.expectDone(sale);
});

test("by hand is refused while a refund is under way, in words, and nothing changes", async () => {
  shop.daraja.refundMode("never");
  const sale = await refunds.returned();
  await shop.work();
  const before = await refunds.attemptsOf(sale.id);
  for (const state of ["sending", "sent", "asking", "asked", "unknown"]) {
    await shop.query("update refunds set state = $2, next_try_at = null where transaction_id = $1", [
      sale.money,
      state,
    ]);
    const refused = await refunds.mark(sale, "UKX1Y2Z3A4").catch((error) => error);
    expect(refused).toMatchObject({ status: 409, message: expect.stringMatching(/Wait/) });
    expect(await refunds.refundRow(sale.id)).toMatchObject({ state });
    expect(await refunds.attemptsOf(sale.id)).toEqual(before);
    expect(await refunds.shown(sale.buyer)).toEqual(["due"]);
  }
  await refunds.tell(-1);
  await refunds.expectDone(sale);
});

test("an hour after its answer was lost it may be given back by hand; a late success is an alarm, once", async () => {
  const sale = await refunds.lost(false);
  await shop.pass(3_000, 3_000);
  await expect(refunds.mark(sale)).rejects.toMatchObject({ status: 409 });
  await shop.pass(700, 700);
  await refunds.mark(sale, "UKX1Y2Z3A4");
  expect(await refunds.alarms(sale.id)).toEqual([]);
  for (const _time of [1, 2]) await refunds.tell(-1);
  expect(await refunds.alarms(sale.id)).toEqual([TWICE]);
  expect(await refunds.attemptsOf(sale.id)).toEqual([
    { way: "provider", state: "done", heard: ["sent", "unknown", "done", "done"] },
    { way: "hand", state: "done", heard: ["done"] },
  ]);
  expect(await refunds.refundRow(sale.id)).toMatchObject({ state: "done", reference: "UKX1Y2Z3A4" });
  expect(await refunds.sumsOf(sale)).toEqual({ allocated: 0, refunded: 1501, refunding: 0, unallocated: 0 });
  expect(await toldStaff(shop, sale.buyer)).toEqual([
    "the refund did not go through: M-Pesa did not finish the reversal in time",
    "its money was refunded twice",
  ]);
  const [alarm] = await refunds.alarms(sale.id);
  const settled = { reason: "the shopper sent it back", by: WAMBUI };
  await closeByStaff(shop.context, String(alarm?.id), settled);
  expect(await refunds.alarms(sale.id)).toEqual([]);
});

test("both attempts went through: an alarm; that it was reversed before is none", async () => {
  for (const [code, expected] of [
    [0, 1],
    ["R000001", 0],
  ] as const) {
    const sale = await refunds.lost(false);
    await refunds.repeat(sale);
    shop.daraja.refundMode("never");
    await shop.pass(10, 5);
    await refunds.tell(-2);
    await refunds.tell(-1, code);
    expect((await refunds.refundRow(sale.id))?.state).toBe("done");
    expect(await refunds.alarms(sale.id)).toHaveLength(expected);
  }
});

test("what an earlier question did not find says nothing of what was sent since", async () => {
  const sale = await refunds.lost(false);
  const { receipt } = await paymentOf(shop, sale.buyer);
  for (const paid of shop.daraja.ledger()) if (paid.phone === sale.phone) paid.answer = "never";
  /** The owner repeats it; gives the question that M-Pesa has yet to answer. */
  const repeat = async () => {
    await refunds.repeat(sale);
    await shop.pass(10, 5);
    expect(await refunds.refundRow(sale.id)).toMatchObject({ state: "asked" });
    return shop.daraja.requests("transactionstatus").at(-1)?.body as { ResultURL: string };
  };
  const sayNotReversed = async ({ ResultURL }: { ResultURL: string }) => {
    const told = Object.entries({ ReceiptNo: receipt, TransactionStatus: "Completed" });
    const ResultParameter = told.map(([Key, Value]) => ({ Key, Value }));
    const Result = { ResultType: 0, ResultCode: 0, ResultParameters: { ResultParameter } };
    expect((await shop.post(new URL(ResultURL).pathname, { Result })).status).toBe(200);
    await shop.work();
  };
  const first = await repeat();
  // the first attempt's own word comes after all, and the second is lost as well
  shop.daraja.refundMode("timeout");
  await refunds.tell(-1, "R000002");
  await shop.pass(50, 25);
  expect(await refunds.refundRow(sale.id)).toMatchObject({ state: "unknown" });
  const second = await repeat();
  shop.daraja.refundMode("ok");
  await sayNotReversed(first);
  expect(await refunds.refundRow(sale.id)).toMatchObject({ state: "asked" });
  expect(sale.sent()).toBe(2);
  await sayNotReversed(second);
  await shop.pass(20);
  expect(sale.sent()).toBe(3);
  await refunds.expectDone(sale);
});

test("who only has it asked about sends nothing, also where the first attempt fails by its own late word", async () => {
  const sale = await refunds.lost(false);
  for (const paid of shop.daraja.ledger()) if (paid.phone === sale.phone) paid.answer = "never";
  const refund = await refunds.refundId(sale.id);
  expect(await checkRefund(shop.context, { money: sale.money, refund, by: WAMBUI })).toBe("asked");
  await refunds.tell(-1, "R000002");
  expect(await refunds.refundRow(sale.id)).toMatchObject({ state: "failed" });
  await shop.pass(1_200, 600);
  expect(sale.sent()).toBe(1);
  expect(await toldStaff(shop, sale.buyer)).toContain("its refund did not go through");
});

test("one that was given up and refunded anew goes through after all: more was refunded than came, and is listed", async () => {
  const sale = await refunds.lost(false);
  const refund = await refunds.refundId(sale.id);
  await checkRefund(shop.context, { money: sale.money, refund, by: WAMBUI });
  await shop.pass(20);
  expect(await refunds.refundRow(sale.id)).toMatchObject({ state: "failed" });
  const giveUp = () =>
    closeMoney(shop.context, sale.money, { reason: "by hand", confirmed: true, by: WAMBUI });
  await giveUp();
  await refundMoney(shop.context, sale.money, { amount: 500, reason: "torn", confirmed: true, by: WAMBUI });
  await giveUp();
  // its order goes on, and has the money again
  expect(await refunds.sumsOf(sale)).toEqual({ allocated: 1501, refunded: 0, refunding: 0, unallocated: 0 });
  await refunds.refund(sale);
  await shop.pass(10);
  await refunds.expectDone(sale);
  await refunds.tell(-2);
  expect(await refunds.alarms(sale.id)).toEqual([
    { ...TWICE, text: "more of its money may have been refunded than came" },
  ]);
  expect(await refunds.sumsOf(sale)).toEqual({ allocated: 0, refunded: 1501, refunding: 0, unallocated: 0 });
});

holdsInvariants(() => shop);
