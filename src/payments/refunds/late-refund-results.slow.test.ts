import { beforeEach, expect, test } from "vitest";
import { holdsInvariants } from "../../../test/invariants.ts";
import { toldStaff } from "../../../test/outcome.ts";
import { paidShop, paymentOf } from "../../../test/payments.ts";
import { refundsOn } from "../../../test/refunds.ts";
import { markRefunded } from "../staff/mark-refunded.server.ts";
import { listForStaff } from "../staff/staff-list.server.ts";
import { closeByStaff } from "../staff/staff-money.server.ts";
import { refundByStaff } from "../staff/staff-refund.server.ts";

const shop = paidShop();
const refunds = refundsOn(shop);
beforeEach(() => refunds.begin());

const WHY = "wrong size";

test("a late result belongs to its own attempt: an earlier one's failure does not end the later one", async () => {
  const sale = await refunds.lost(false);
  await refundByStaff(shop.context, sale.id, WHY);
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
    await shop.query("update refunds set state = $2, next_try_at = null where payment_id = $1", [
      sale.id,
      state,
    ]);
    const refused = await markRefunded(shop.context, sale.id, "UKX1Y2Z3A4").catch((error) => error);
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
  await expect(markRefunded(shop.context, sale.id, undefined)).rejects.toMatchObject({ status: 409 });
  await shop.pass(700, 700);
  expect(await markRefunded(shop.context, sale.id, "UKX1Y2Z3A4")).toBe(true);
  expect(await refunds.alarms(sale.id)).toEqual([]);
  await refunds.tell(-1);
  await refunds.tell(-1);
  expect(await refunds.alarms(sale.id)).toEqual([
    { kind: "refunded_twice", what: "its money went back twice", state: "open" },
  ]);
  expect(await refunds.attemptsOf(sale.id)).toEqual([
    { way: "provider", state: "done", heard: ["sent", "unknown", "done", "done"] },
    { way: "hand", state: "done", heard: ["done"] },
  ]);
  expect(await shop.query("select state, reference from refunds where payment_id = $1", [sale.id])).toEqual([
    { state: "done", reference: "UKX1Y2Z3A4" },
  ]);
  expect(await toldStaff(shop, sale.buyer)).toEqual([
    "the refund did not go through: M-Pesa did not finish the reversal in time",
    "its money went back twice",
  ]);
  const { rows } = await listForStaff(shop.db, "doubtful");
  expect(rows.filter(({ paymentId }) => paymentId === sale.id)).toMatchObject([
    { kind: "refunded_twice", amount: 1501, why: "its money went back twice" },
  ]);
  expect(await closeByStaff(shop.context, String(rows[0]?.id), "the shopper sent it back")).toBe(true);
  expect(await refunds.alarms(sale.id)).toMatchObject([{ state: "closed" }]);
});

test("both attempts went through: an alarm; that it was reversed before is none", async () => {
  for (const [code, expected] of [
    [0, 1],
    ["R000001", 0],
  ] as const) {
    const sale = await refunds.lost(false);
    await refundByStaff(shop.context, sale.id, WHY);
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
    await refundByStaff(shop.context, sale.id, WHY);
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

test("the first attempt went through, by its own late word, while another sum was to go: the mail names its sum", async () => {
  const sale = await refunds.lost(false);
  await refundByStaff(shop.context, sale.id, WHY, { amount: 500 });
  shop.daraja.refundMode("never");
  await shop.pass(10, 5);
  await refunds.tell(-1);
  expect(await refunds.refundRow(sale.id)).toMatchObject({ state: "done" });
  expect(await shop.query("select amount from refunds where payment_id = $1", [sale.id])).toEqual([
    { amount: 1501 },
  ]);
  expect(
    await shop.query("select subject from outbox where event = $1", [
      `refunded:${await refunds.refundId(sale.id)}`,
    ]),
  ).toEqual([{ subject: "Your refund of Ksh 1,501 is on its way" }]);
});

holdsInvariants(() => shop);
