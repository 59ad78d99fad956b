import { beforeEach, expect, test, vi } from "vitest";
import { counterOn } from "../../../test/counter.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { waitingForLocks } from "../../../test/locks.ts";
import { expectOneOrder, mailText, moneyOf, outcomeOf, toldStaff } from "../../../test/outcome.ts";
import { paidShop, paymentOf } from "../../../test/payments.ts";
import { refundsOn } from "../../../test/refunds.ts";
import type { Provider } from "../core/provider.server.ts";
import { reconcileRefund } from "../refunds/refund.server.ts";

const shop = paidShop();
beforeEach(async () => {
  shop.flutterwave.mode({ mode: "normal" });
  shop.flutterwave.refundMode({ mode: "completed" });
  shop.flutterwave.switches({ refundWebhook: false });
  await shop.query("update refunds set next_try_at = null");
});

const counter = counterOn(shop);
const refunds = refundsOn(shop);

async function returned() {
  const sale = await counter.paidByCard();
  const before = counter.cardRequests();
  await refunds.refund(sale);
  return { ...sale, sent: () => counter.cardRequests() - before };
}
type Sale = Awaited<ReturnType<typeof returned>>;

async function expectDone({ buyer, id, tx_ref }: Sale) {
  expect((await refunds.refundRow(id))?.state).toBe("done");
  expect(await moneyOf(shop, buyer)).toMatchObject([{ amount: 1501, state: "refunded" }]);
  expect(await refunds.shown(buyer)).toEqual(["done"]);
  expect(counter.backOf(tx_ref)).toBe(1501);
}

test.each([true, false])(
  "processing: done a minute later, known at once with a webhook (%s), else within the hour",
  async (refundWebhook) => {
    shop.flutterwave.refundMode({ mode: "processing" });
    shop.flutterwave.switches({ refundWebhook });
    const sale = await returned();
    await shop.work();
    expect((await refunds.refundRow(sale.id))?.state).toBe("sent");
    await shop.pass(70);
    expect((await refunds.refundRow(sale.id))?.state).toBe(refundWebhook ? "done" : "sent");
    await shop.pass(4_200);
    await expectDone(sale);
    expect(sale.sent()).toBe(1);
    expect((await outcomeOf(shop, sale.buyer)).mails).toEqual(["placed", "refund-due", "refunded"]);
    expect(await toldStaff(shop, sale.buyer)).toEqual([]);
    expect(await mailText(shop, `refunded:${await refunds.refundId(sale.id)}`)).toContain(
      "Your bank may take a few days to show it.",
    );
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
  expect(await toldStaff(shop, sale.buyer)).toEqual(["its refund has been under way for five days"]);
  expect(await refunds.refundRow(sale.id)).toMatchObject({ state: "sent", result: null });
  expect(sale.sent()).toBe(1);
  expect(await refunds.shown(sale.buyer)).toEqual(["due"]);
});

test("no balance: tried again for three days, until the balance is filled or staff are notified", async () => {
  shop.flutterwave.refundMode({ mode: "no-balance" });
  const [lucky, poor] = [await returned(), await returned()];
  await shop.pass(2_500);
  // at once, after ten minutes, after half an hour more
  expect([lucky.sent(), counter.backOf(lucky.tx_ref)]).toEqual([6, 0]);
  expect(await refunds.refundRow(lucky.id)).toMatchObject({ state: "due" });
  const later = (moment: string) =>
    shop.query(`update refunds set next_try_at = ${moment} where transaction_id = $1`, [lucky.money]);
  await later("next_try_at + interval '9 days'");
  await shop.pass(3 * 86_400);
  expect((await refunds.refundRow(poor.id))?.state).toBe("failed");
  // nine of its own, and two of the other
  expect(poor.sent()).toBe(11);
  const told = "the refund did not go through: Insufficient funds in your available balance";
  expect(await toldStaff(shop, poor.buyer)).toEqual([told]);
  shop.flutterwave.refundMode({ mode: "completed" });
  await later("now()");
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
    expect((await refunds.refundRow(sale.id))?.state).toBe("unknown");
    shop.flutterwave.mode({ mode: "normal" });
    shop.flutterwave.refundMode({ mode: "completed" });
    await shop.pass(700, 700);
    expect(counter.backOf(sale.tx_ref)).toBe(row.gone ? 1501 : 0);
    const before = sale.sent();
    const begun = await Promise.allSettled([1, 2].map(() => refunds.repeat(sale)));
    expect(begun.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await shop.work();
    await shop.work();
    expect(sale.sent() - before).toBe(row.gone ? 0 : 1);
    await expectDone(sale);
  },
);

test.each(["sending", "asking"])(
  "One that stopped while %s is the owner's where cards are not set up any more",
  async (state) => {
    const sale = await returned();
    await sendRefund(sale, () => Promise.reject(new Error("cut off"))).catch(() => {});
    await shop.query("update refunds set state = $2, next_try_at = now() where transaction_id = $1", [
      sale.money,
      state,
    ]);
    const app = await shop.second({ PAYMENT_METHODS: "cod", FLW_PUBLIC_KEY: "", FLW_SECRET_KEY: "" });
    await shop.work(app);
    await app.close();
    expect(await refunds.refundRow(sale.id)).toMatchObject({ state: "unknown" });
    expect(await toldStaff(shop, sale.buyer)).toHaveLength(1);
    expect(sale.sent()).toBe(1);
  },
);

/** Sends the refund, `meanwhile` before its answer is written. */
async function sendRefund({ id }: Sale, meanwhile: () => Promise<unknown>): Promise<void> {
  const card = shop.context.provider("flutterwave");
  const provider = {
    ...card,
    async refund(...asked: Parameters<NonNullable<Provider["refund"]>>) {
      const step = await card?.refund?.(...asked);
      await meanwhile();
      return step;
    },
  } as Provider;
  await reconcileRefund({ ...shop.context, provider: () => provider }, await refunds.refundId(id));
}

test("an answer that cannot be written at once, as its row is locked, is written later", async () => {
  const sale = await returned();
  const holder = await shop.looking.connect();
  const begun = sendRefund(sale, async () => {
    await holder.query("begin");
    await holder.query("select from refunds for update");
  });
  const waiting = () => waitingForLocks(shop);
  await expect.poll(waiting).toBeGreaterThan(0);
  // its wait has an end
  await expect.poll(waiting, { timeout: 5_000 }).toBe(0);
  await holder.query("rollback");
  holder.release();
  await begun;
  await expectDone(sale);
  expect(sale.sent()).toBe(1);
});

test("an answer that comes when nobody waits for it any more counts", async () => {
  shop.flutterwave.refundMode({ mode: "processing" });
  const sale = await returned();
  await sendRefund(sale, async () => {
    await shop.pass(130);
    expect((await refunds.refundRow(sale.id))?.state).toBe("unknown");
  });
  expect((await refunds.refundRow(sale.id))?.state).toBe("sent");
  await shop.pass(4_200);
  await expectDone(sale);
  expect(sale.sent()).toBe(1);
});

test("their list may not show it yet: it waits for the owner's word", async () => {
  const sale = await returned();
  shop.flutterwave.mode({ mode: "down", path: "/refund" });
  await shop.work();
  shop.flutterwave.mode({ mode: "normal" });
  await refunds.repeat(sale);
  await shop.work();
  const result = "their list may not show it yet: ask again in ten minutes";
  expect(await refunds.refundRow(sale.id)).toMatchObject({ state: "unknown", result });
  expect(await moneyOf(shop, sale.buyer)).toMatchObject([{ state: "refunding" }]);
});

test.each([
  [3, "Asia/Tokyo"],
  [-3, "America/New_York"],
])(
  "refunds keep their times in a process whose clock is %i hours off, in another zone",
  async (hours, zone) => {
    vi.stubEnv("TZ", zone);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hours * 3_600_000 });
    try {
      shop.flutterwave.refundMode({ mode: "no-balance" });
      const again = await returned();
      await shop.work();
      await shop.pass(590, 590);
      expect(again.sent()).toBe(1);
      await shop.pass(20, 20);
      expect([again.sent(), await refunds.refundRow(again.id)]).toMatchObject([2, { state: "due" }]);
      await shop.query("update refunds set next_try_at = null where transaction_id = $1", [again.money]);

      shop.flutterwave.refundMode({ mode: "lost" });
      const lost = await returned();
      await shop.work();
      await shop.pass(1_201, 1_201);
      expect(await refunds.refundRow(lost.id)).toMatchObject({ state: "unknown" });
      await expect(refunds.mark(lost, "UKX9Y9Z9A9")).rejects.toMatchObject({
        message:
          "The answer to a refund was lost and may still come. Wait 40 minutes, or have the provider asked.",
      });
      await refunds.repeat(lost);
      await shop.work();
      await expectDone(lost);
      expect(lost.sent()).toBe(1);
    } finally {
      vi.useRealTimers();
      vi.unstubAllEnvs();
    }
  },
);

test("a card page's session goes by the database's clock: this machine's may be half an hour ahead", async () => {
  const { tee, buyer, tx_ref } = await shop.cardPage({ stock: { M: 3 } });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * 60_000 });
  try {
    await shop.pass(65);
    expect(await outcomeOf(shop, buyer)).toEqual({ states: ["pending"], orders: [], mails: [] });
  } finally {
    vi.useRealTimers();
  }
  const { transaction_id } = await shop.flutterwave.pay({ tx_ref, card: "5061460166976054667" });
  await shop.pass(5);
  await expectOneOrder(shop, buyer, tee);
  // with what the provider says of the card
  expect(await paymentOf(shop, buyer)).toMatchObject({
    receipt: String(transaction_id),
    details: { currency: "KES", payment_type: "card", processor_response: "Approved", last4: "4667" },
  });
});

holdsInvariants(() => shop);
