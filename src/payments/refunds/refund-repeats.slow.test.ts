import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { holdsInvariants } from "../../../test/invariants.ts";
import { outcomeOf, toldStaff } from "../../../test/outcome.ts";
import { paymentOf } from "../../../test/payments.ts";
import { openRefunds } from "../../../test/refunds.ts";
import { createPaymentContext, type PaymentContext } from "../core/payment-context.server.ts";
import { refundByStaff } from "../staff/staff-refund.server.ts";

let refunds: Awaited<ReturnType<typeof openRefunds>>;
let shop: typeof refunds.shop;
let lost: typeof refunds.lost;
let attemptsOf: typeof refunds.attemptsOf;
let context: PaymentContext;
beforeAll(async () => {
  refunds = await openRefunds();
  ({ shop, lost, attemptsOf } = refunds);
  context = createPaymentContext(shop);
});
afterAll(() => shop.close());
beforeEach(() => refunds.begin());

const WHY = "wrong size";

test("M-Pesa is asked about a refund whose answer was lost before it is sent again", async () => {
  const sale = await lost(true);
  expect(await refundByStaff(context, sale.id, WHY)).toBe(true);
  await shop.pass(10);
  await refunds.expectDone(sale);
  expect([sale.sent(), sale.asked()]).toEqual([1, 1]);
  expect(await attemptsOf(sale.id)).toEqual([
    { way: "provider", state: "done", heard: ["sent", "unknown"] },
    { way: "question", state: "done", heard: ["asked", "went through"] },
  ]);
});

test("it did not go through: M-Pesa is asked, says so, and it is sent once more", async () => {
  const sale = await lost(false);
  await refundByStaff(context, sale.id, WHY);
  await shop.pass(20);
  await refunds.expectDone(sale);
  expect([sale.sent(), sale.asked()]).toEqual([2, 1]);
  expect(await attemptsOf(sale.id)).toEqual([
    { way: "provider", state: "failed", heard: ["sent", "unknown"] },
    { way: "question", state: "done", heard: ["asked", "did not"] },
    { way: "provider", state: "done", heard: ["sent", "done"] },
  ]);
  expect((await outcomeOf(shop, sale.buyer)).mails).toEqual(["placed", "refunded"]);
});

test("two commands at once ask once and send once", async () => {
  const sale = await lost(false);
  const begun = await Promise.all([1, 2, 3].map(() => refundByStaff(context, sale.id, WHY)));
  expect(begun.filter(Boolean)).toHaveLength(1);
  const other = await shop.second();
  const refundId = await refunds.refundId(sale.id);
  await Promise.all([shop, other, shop, other].map((app) => app.jobs.tasks.refund?.(refundId)));
  await shop.pass(20);
  await other.close();
  await refunds.expectDone(sale);
  expect([sale.sent(), sale.asked()]).toEqual([2, 1]);
});

test("M-Pesa gives no answer: nothing is sent, the owner hears so, and only his word sends it again", async () => {
  const sale = await lost(false);
  for (const paid of shop.daraja.ledger()) if (paid.phone === sale.phone) paid.answer = "never";
  await refundByStaff(context, sale.id, WHY);
  await shop.pass(1_200);
  expect(await refunds.refundRow(sale.id)).toMatchObject({ state: "unknown" });
  expect((await paymentOf(shop, sale.buyer)).state).toBe("refund_failed");
  expect(sale.sent()).toBe(1);
  expect(await toldStaff(shop, sale.buyer)).toContain("nobody could say whether its refund went through");
  // asked again, and no word given: as before
  await refundByStaff(context, sale.id, WHY);
  await shop.pass(1_200);
  expect(sale.sent()).toBe(1);

  await refundByStaff(context, sale.id, WHY, { firstDidNotGoThrough: true });
  await shop.pass(1_200);
  expect(sale.sent()).toBe(2);
  await refunds.expectDone(sale);
});

test("the owner's word does not count against M-Pesa's own: it went through, and nothing is sent", async () => {
  const sale = await lost(true);
  await refundByStaff(context, sale.id, WHY, { firstDidNotGoThrough: true });
  await shop.pass(20);
  await refunds.expectDone(sale);
  expect([sale.sent(), sale.asked()]).toEqual([1, 1]);
});

test("where nobody can be asked the owner must give his word, and a refusal changes nothing", async () => {
  const sale = await lost(false);
  const alone = createPaymentContext({ ...shop, config: { ...shop.config, MPESA_INITIATOR: undefined } });
  const before = await attemptsOf(sale.id);
  await expect(refundByStaff(alone, sale.id, WHY)).rejects.toMatchObject({
    status: 409,
    message:
      "The answer to the first refund was lost, and nobody can be asked here. If you have seen that the money did not go back, repeat this with --first-did-not-go-through.",
  });
  expect(await refunds.refundRow(sale.id)).toMatchObject({ state: "unknown" });
  expect((await paymentOf(shop, sale.buyer)).state).toBe("refund_failed");
  expect(await attemptsOf(sale.id)).toEqual(before);
  expect(await refundByStaff(alone, sale.id, WHY, { firstDidNotGoThrough: true })).toBe(true);
  await shop.pass(20);
  expect(sale.asked()).toBe(0);
  await refunds.expectDone(sale);
});

holdsInvariants(() => shop);
