import { beforeEach, expect, test } from "vitest";
import { holdsInvariants } from "../../../test/invariants.ts";
import { moneyOf, outcomeOf, toldStaff } from "../../../test/outcome.ts";
import { paidShop } from "../../../test/payments.ts";
import { refundsOn } from "../../../test/refunds.ts";
import { createPaymentContext } from "../providers.server.ts";

const shop = paidShop();
const refunds = refundsOn(shop);
beforeEach(() => refunds.begin());

test("M-Pesa is asked about a refund whose answer was lost before it is sent again", async () => {
  const sale = await refunds.lost(true);
  await refunds.repeat(sale);
  await shop.pass(10);
  await refunds.expectDone(sale);
  expect([sale.sent(), sale.asked()]).toEqual([1, 1]);
  expect(await refunds.attemptsOf(sale.id)).toEqual([
    { way: "provider", state: "done", heard: ["sent", "unknown"] },
    { way: "question", state: "done", heard: ["asked", "went through"] },
  ]);
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

test.each([
  { mode: "never", result: "nobody said how it went", seconds: 4_100, back: true },
  { mode: "timeout", result: "M-Pesa did not finish the reversal in time", seconds: 60, back: false },
] as const)("$mode: nobody knows, so it is not sent again by itself", async (row) => {
  shop.daraja.refundMode(row.mode);
  const sale = await refunds.returned();
  await shop.pass(row.seconds);
  expect(await refunds.refundRow(sale.id)).toMatchObject({ state: "unknown", result: row.result });
  await shop.pass(2 * 3_600);
  expect(sale.sent()).toBe(1);
  expect(await toldStaff(shop, sale.buyer)).toEqual([`the refund did not go through: ${row.result}`]);
  expect(refunds.reversed(sale.phone)).toEqual([row.back]);
  // staff have it repeated: M-Pesa is asked first, and what went through is not sent again
  shop.daraja.refundMode("ok");
  await refunds.repeat(sale);
  await shop.pass(20);
  await refunds.expectDone(sale);
  expect(sale.sent()).toBe(row.back ? 1 : 2);
  expect((await outcomeOf(shop, sale.buyer)).mails).toEqual(["placed", "refund-due", "refunded"]);
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
