import { beforeEach, expect, test } from "vitest";
import { WAMBUI } from "../../../test/counter.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { toldStaff } from "../../../test/outcome.ts";
import { paidShop, paymentOf } from "../../../test/payments.ts";
import { refundsOn } from "../../../test/refunds.ts";
import { closeByStaff } from "../staff/act-on-exception.server.ts";
import { closeMoney } from "../staff/act-on-money.server.ts";
import { checkRefund } from "../staff/act-on-refund.server.ts";

const shop = paidShop();
const refunds = refundsOn(shop);
beforeEach(() => refunds.begin());

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
  await closeMoney(shop.context, sale.money, { reason: "by hand", confirmed: true, by: WAMBUI });
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
