import { beforeEach, expect, test } from "vitest";
import { holdsInvariants } from "../../../test/invariants.ts";
import { outcomeOf, toldStaff } from "../../../test/outcome.ts";
import { intent, paidShop, paymentOf } from "../../../test/payments.ts";
import type { Person } from "../../../test/people.ts";
import { refundByStaff } from "../staff/staff-refund.server.ts";

const shop = paidShop();
beforeEach(async () => {
  shop.flutterwave.mode({ mode: "normal" });
  shop.flutterwave.refundMode({ mode: "completed" });
  shop.flutterwave.switches({ refundWebhook: false });
  await shop.query("update refunds set next_try_at = null");
});

const CARD = "5061460166976054667";
const requests = () => shop.flutterwave.requests().filter(({ path }) => path.endsWith("/refund")).length;
const backOf = (reference: string) =>
  shop.flutterwave.transactions().find(({ tx_ref }) => tx_ref === reference)?.refunded;

async function returned() {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const { tx_ref } = await intent(shop, buyer, tee);
  await shop.flutterwave.pay({ tx_ref, card: CARD });
  await shop.pass(5);
  const { id, state } = await paymentOf(shop, buyer);
  expect(state).toBe("paid");
  const before = requests();
  expect(await refundByStaff(shop.context, String(id), "wrong size")).toBe(true);
  return { buyer, id: String(id), tx_ref, sent: () => requests() - before };
}

async function refundId(paymentId: string) {
  const [row] = await shop.query<{ id: string }>("select id from refunds where payment_id = $1", [paymentId]);
  return row?.id ?? "";
}

async function refundRow(id: string) {
  const [row] = await shop.query("select state, result from refunds where payment_id = $1", [id]);
  return row;
}

async function shown(buyer: Person): Promise<unknown[]> {
  const { body } = await shop.post("/api/order/userOrders", {}, buyer.token);
  return (body.orders as { refund?: string }[]).map(({ refund }) => refund);
}

async function expectDone({ buyer, id, tx_ref }: { buyer: Person; id: string; tx_ref: string }) {
  expect((await refundRow(id))?.state).toBe("done");
  expect((await paymentOf(shop, buyer)).state).toBe("refunded");
  expect(await shown(buyer)).toEqual(["done"]);
  expect(backOf(tx_ref)).toBe(1501);
}

test("completed immediately: sent once, mailed once", async () => {
  const sale = await returned();
  expect(await shown(sale.buyer)).toEqual(["due"]);
  await shop.work();
  await expectDone(sale);
  await shop.pass(2 * 3_600);
  expect(sale.sent()).toBe(1);
  expect((await outcomeOf(shop, sale.buyer)).mails).toEqual(["placed", "refunded"]);
  expect(await toldStaff(shop, sale.buyer)).toEqual([]);
  const [mail] = await shop.query<{ text: string }>("select text from outbox where event = $1", [
    `refunded:${await refundId(sale.id)}`,
  ]);
  expect(mail?.text).toContain("Your bank may take a few days to show it.");
});

test.each([true, false])(
  "processing: done a minute later, known at once with a webhook (%s), else within the hour",
  async (refundWebhook) => {
    shop.flutterwave.refundMode({ mode: "processing" });
    shop.flutterwave.switches({ refundWebhook });
    const sale = await returned();
    await shop.work();
    expect((await refundRow(sale.id))?.state).toBe("sent");
    await shop.pass(70);
    expect((await refundRow(sale.id))?.state).toBe(refundWebhook ? "done" : "sent");
    await shop.pass(4_200);
    await expectDone(sale);
    expect(sale.sent()).toBe(1);
    expect((await outcomeOf(shop, sale.buyer)).mails).toEqual(["placed", "refunded"]);
  },
);

test("pending for ever: looked after every hour, never sent again, still due to the shopper; staff are notified after five days", async () => {
  shop.flutterwave.refundMode({ mode: "pending" });
  const sale = await returned();
  await shop.pass(2 * 3_600);
  const looks = () => shop.flutterwave.requests().filter(({ path }) => path.includes("/v3/refunds/")).length;
  expect(looks()).toBeGreaterThan(1);
  await shop.pass(116 * 3_600, 116 * 3_600);
  expect(await toldStaff(shop, sale.buyer)).toEqual([]);
  await shop.pass(4 * 3_600, 4 * 3_600);
  expect(await toldStaff(shop, sale.buyer)).toEqual(["its refund has been on its way for five days"]);
  expect(await refundRow(sale.id)).toEqual({ state: "sent", result: null });
  expect(sale.sent()).toBe(1);
  expect(await shown(sale.buyer)).toEqual(["due"]);
});

test("refused: staff are notified once, with the provider's words, and may try again", async () => {
  shop.flutterwave.refundMode({ mode: "refused" });
  const sale = await returned();
  await shop.pass(3_700);
  const result = "Refund cannot be processed for this transaction";
  expect(await refundRow(sale.id)).toEqual({ state: "failed", result });
  expect(sale.sent()).toBe(1);
  expect(backOf(sale.tx_ref)).toBe(0);
  expect(await toldStaff(shop, sale.buyer)).toEqual([`the refund did not go through: ${result}`]);
  shop.flutterwave.refundMode({ mode: "completed" });
  await refundByStaff(shop.context, sale.id, "wrong size");
  await shop.work();
  await expectDone(sale);
});

test("no balance: tried again for three days, until the balance is filled or staff are notified", async () => {
  shop.flutterwave.refundMode({ mode: "no-balance" });
  const [lucky, poor] = [await returned(), await returned()];
  await shop.pass(2_500);
  // at once, after ten minutes, after half an hour more
  expect([lucky.sent(), backOf(lucky.tx_ref)]).toEqual([6, 0]);
  expect(await refundRow(lucky.id)).toMatchObject({ state: "due" });
  await shop.query("update refunds set next_try_at = next_try_at + interval '9 days' where payment_id = $1", [
    lucky.id,
  ]);
  await shop.pass(3 * 86_400);
  expect((await refundRow(poor.id))?.state).toBe("failed");
  // nine of its own, and two of the other
  expect(poor.sent()).toBe(11);
  const told = "the refund did not go through: Insufficient funds in your available balance";
  expect(await toldStaff(shop, poor.buyer)).toEqual([told]);
  shop.flutterwave.refundMode({ mode: "completed" });
  await shop.query("update refunds set next_try_at = now() where payment_id = $1", [lucky.id]);
  await shop.work();
  await expectDone(lucky);
  expect(await toldStaff(shop, lucky.buyer)).toEqual([]);
});

test.each([
  { about: "went through", mode: "lost", gone: true },
  { about: "did not go through", mode: "completed", gone: false },
] as const)(
  "The card provider's list is read before a refund with a lost answer is sent again: $about",
  async (row) => {
    const sale = await returned();
    shop.flutterwave.refundMode({ mode: row.mode });
    // a request that never arrived, as far as the shop can know
    if (!row.gone) shop.flutterwave.mode({ mode: "down", path: "/refund" });
    await shop.work();
    expect((await refundRow(sale.id))?.state).toBe("unknown");
    shop.flutterwave.mode({ mode: "normal" });
    shop.flutterwave.refundMode({ mode: "completed" });
    await shop.pass(700, 700);
    expect(backOf(sale.tx_ref)).toBe(row.gone ? 1501 : 0);
    const before = sale.sent();
    const begun = await Promise.all([1, 2].map(() => refundByStaff(shop.context, sale.id, "wrong size")));
    expect(begun.filter(Boolean)).toHaveLength(1);
    await shop.work();
    await shop.work();
    expect(sale.sent() - before).toBe(row.gone ? 0 : 1);
    await expectDone(sale);
  },
);

test("their list cannot be read, or may not show it yet: it waits for the owner's word, and is sent once", async () => {
  const sale = await returned();
  shop.flutterwave.mode({ mode: "down", path: "/refund" });
  await shop.work();
  shop.flutterwave.mode({ mode: "normal" });
  await refundByStaff(shop.context, sale.id, "wrong size");
  await shop.work();
  const why = "their list may not show it yet: ask again in ten minutes";
  expect(await refundRow(sale.id)).toEqual({ state: "unknown", result: why });
  await shop.pass(700, 700);
  shop.flutterwave.mode({ mode: "malformed", path: "/v3/refunds" });
  await refundByStaff(shop.context, sale.id, "wrong size");
  await shop.work();
  expect(await refundRow(sale.id)).toEqual({
    state: "unknown",
    result: "the list of refunds could not be read",
  });
  expect((await paymentOf(shop, sale.buyer)).state).toBe("refund_failed");
  const before = sale.sent();
  await refundByStaff(shop.context, sale.id, "wrong size", { firstDidNotGoThrough: true });
  await shop.work();
  await shop.work();
  shop.flutterwave.mode({ mode: "normal" });
  expect(sale.sent() - before).toBe(1);
  await expectDone(sale);
});

holdsInvariants(() => shop);
