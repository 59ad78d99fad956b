import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { holdsInvariants } from "../../../test/invariants.ts";
import { outcomeOf, toldStaff } from "../../../test/outcome.ts";
import { paymentOf } from "../../../test/payments.ts";
import { openRefunds } from "../../../test/refunds.ts";
import { createPaymentContext } from "../core/payment-context.server.ts";
import { refundByStaff } from "../staff/staff-refund.server.ts";

let refunds: Awaited<ReturnType<typeof openRefunds>>;
let shop: typeof refunds.shop;
beforeAll(async () => {
  refunds = await openRefunds();
  shop = refunds.shop;
});
afterAll(() => shop.close());
beforeEach(() => refunds.begin());

test("no balance: not done, staff are told once, and may try again", async () => {
  shop.daraja.refundMode("balance");
  const sale = await refunds.returned();
  await shop.pass(10);
  expect(await refunds.refundRow(sale.id)).toEqual({ state: "failed", result: "1" });
  expect((await paymentOf(shop, sale.buyer)).state).toBe("refund_failed");
  expect(refunds.reversed(sale.phone)).toEqual([false]);
  await shop.pass(2 * 3_600);
  expect(sale.sent()).toBe(1);
  expect(await refunds.shown(sale.buyer)).toEqual(["due"]);
  expect(await toldStaff(shop, sale.buyer)).toEqual(["the refund did not go through: 1"]);

  shop.daraja.refundMode("ok");
  expect(await refundByStaff(createPaymentContext(shop), sale.id, "wrong size")).toBe(true);
  await shop.pass(10);
  await refunds.expectDone(sale);
  expect(sale.sent()).toBe(2);
});

test.each([
  { mode: "never", result: "nobody said how it went", seconds: 4_100, back: true },
  { mode: "timeout", result: "M-Pesa did not finish the reversal in time", seconds: 60, back: false },
] as const)("$mode: nobody knows, so it is not sent again by itself", async (row) => {
  shop.daraja.refundMode(row.mode);
  const sale = await refunds.returned();
  await shop.pass(row.seconds);
  expect(await refunds.refundRow(sale.id)).toEqual({ state: "unknown", result: row.result });
  await shop.pass(2 * 3_600);
  expect(sale.sent()).toBe(1);
  expect(await toldStaff(shop, sale.buyer)).toEqual([`the refund did not go through: ${row.result}`]);
  expect(refunds.reversed(sale.phone)).toEqual([row.back]);
  // staff have it repeated: M-Pesa is asked first, and what went through is not sent again
  shop.daraja.refundMode("ok");
  await refundByStaff(createPaymentContext(shop), sale.id, "wrong size");
  await shop.pass(20);
  await refunds.expectDone(sale);
  expect(sale.sent()).toBe(row.back ? 1 : 2);
  expect((await outcomeOf(shop, sale.buyer)).mails).toEqual(["placed", "refunded"]);
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

test("busy for three days: tried less and less often, then staff are told, and their word begins anew", async () => {
  shop.daraja.mode({ mode: "busy", path: "reversal" });
  const sale = await refunds.returned();
  const after = async (hours: number) => {
    await shop.pass(hours * 3_600, 300);
    return { sent: sale.sent(), state: (await refunds.refundRow(sale.id))?.state };
  };
  expect(await after(0.5)).toEqual({ sent: 2, state: "due" });
  expect(await after(1.5)).toEqual({ sent: 4, state: "due" });
  expect(await after(10)).toEqual({ sent: 6, state: "due" });
  await shop.pass(57 * 3_600, 1_800);
  expect(sale.sent()).toBe(8);
  expect(await toldStaff(shop, sale.buyer)).toEqual([]);
  await shop.pass(3 * 3_600, 1_800);
  expect(sale.sent()).toBe(9);
  expect(await refunds.refundRow(sale.id)).toEqual({ state: "failed", result: "500.003.02" });
  expect(await toldStaff(shop, sale.buyer)).toEqual(["the refund did not go through: 500.003.02"]);
  expect((await paymentOf(shop, sale.buyer)).state).toBe("refund_failed");

  expect(await refundByStaff(createPaymentContext(shop), sale.id, "wrong size")).toBe(true);
  await shop.work();
  expect(await refunds.refundRow(sale.id)).toEqual({ state: "due", result: "500.003.02" });
  shop.daraja.mode({ mode: "normal" });
  await shop.pass(630);
  await refunds.expectDone(sale);
});

test("a result at the address of an earlier try is heard", async () => {
  shop.daraja.mode({ mode: "busy", path: "reversal" });
  const sale = await refunds.returned();
  await shop.work();
  const tried = shop.daraja.requests("reversal").at(-1)?.body as { ResultURL: string };
  shop.daraja.mode({ mode: "normal" });
  shop.daraja.refundMode("never");
  await shop.pass(630);
  expect((await refunds.refundRow(sale.id))?.state).toBe("sent");
  const result = { Result: { ResultType: 0, ResultCode: 0, ResultDesc: "ok", TransactionID: "UKX0000001" } };
  expect((await shop.post(new URL(tried.ResultURL).pathname, result)).status).toBe(200);
  await shop.work();
  await refunds.expectDone(sale);
});

holdsInvariants(() => shop);
