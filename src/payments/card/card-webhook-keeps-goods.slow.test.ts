import { beforeEach, expect, test } from "vitest";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { breaksOf, expectOneOrder, outcomeOf, stockOf, toldStaff } from "../../../test/outcome.ts";
import { age, paidShop, payBy, paymentOf } from "../../../test/payments.ts";
import { customer, orderOf } from "../../../test/people.ts";
import type { TestApp } from "../../../test/shop.ts";
import type { Provider } from "../core/provider.server.ts";
import { reconcile } from "../reconcile.server.ts";
import { listExceptions } from "../staff/needs-decision.server.ts";

const shop = paidShop();
beforeEach(async () => {
  shop.flutterwave.mode({ mode: "normal" });
  // what is not said here is said by nobody
  shop.flutterwave.webhookUrl({ url: null });
  await shop.query("delete from webhook_inbox");
  await shop.query("update payments set next_check_at = null");
  await shop.query("delete from rate_limits");
});

const GOOD = "5061460166976054667";
const NO_MONEY = "5258585922666506";
const STILL_HELD = { shelf: 0, held: 1, sold: 0 };
const FREE = { shelf: 1, held: 0, sold: 0 };

/** The last piece on a card's page, charged, while the provider cannot be asked. */
async function charged(card = GOOD) {
  const { tee, buyer, tx_ref } = await shop.cardPage({ stock: { M: 1 } });
  const { transaction_id: id } = await shop.flutterwave.pay({ tx_ref, card });
  shop.flutterwave.mode({ mode: "down" });
  return { tee, buyer, tx_ref, id };
}
const tell = async (id: number, change: Record<string, unknown> = {}, app: TestApp = shop) => {
  shop.flutterwave.webhookUrl({ url: `${shop.url}/hooks/card` });
  const { status } = await shop.flutterwave.webhook({ id, change });
  shop.flutterwave.webhookUrl({ url: null });
  expect(status).toBe(200);
  await shop.work(app);
};

/** The provider is back, and a process that has not given it up makes the round. */
async function back() {
  shop.flutterwave.mode({ mode: "normal" });
  await age(shop, 3_600);
  const app = await shop.second();
  await shop.work(app);
  await app.close();
}

test("Stock stays held while a card's success was reported and the provider is away", async () => {
  const { tee, buyer, id } = await charged();
  await tell(id);
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "pending", callback: { code: "0" } });
  for (const seconds of [300, 2_400, 3_600, 14_400]) {
    await shop.pass(seconds, seconds / 2);
    expect(await stockOf(shop, tee)).toEqual(STILL_HELD);
  }
  const rival = await customer(shop);
  expect((await shop.post(PLACE, orderOf(tee), rival.token)).status).toBe(409);
  await back();
  await expectOneOrder(shop, buyer, tee);
});

test("nor by an answer that was asked for before the webhook came", async () => {
  const { tee, buyer, id } = await charged();
  const { id: paymentId } = await paymentOf(shop, buyer);
  const provider = {
    ...shop.context.provider("flutterwave"),
    async check() {
      await tell(id);
      return { type: "failed", code: "failed" };
    },
  } as unknown as Provider;
  await reconcile({ ...shop.context, provider: () => provider }, String(paymentId), { fresh: true });
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "pending", callback: { code: "0" } });
  expect(await stockOf(shop, tee)).toEqual(STILL_HELD);
  await back();
  await expectOneOrder(shop, buyer, tee);
});

test("nor does it lapse while the webhook waits for its reader", async () => {
  const { tee, buyer, id } = await charged();
  // heard in its last second, and read when the time is over
  await age(shop, 2_095);
  shop.flutterwave.webhookUrl({ url: `${shop.url}/hooks/card` });
  await shop.flutterwave.webhook({ id });
  await shop.query("update webhook_inbox set next_try_at = now() + interval '1 minute'");
  await age(shop, 30);
  await shop.work();
  expect((await paymentOf(shop, buyer)).callback).toBeNull();
  expect(await stockOf(shop, tee)).toEqual(STILL_HELD);
  await back();
  await expectOneOrder(shop, buyer, tee);
});

test.each([
  { who: "a browser alone", say: claim },
  {
    who: "a webhook of a try that failed",
    say: ({ id }: Charge) => tell(id, { status: "failed" }),
  },
])("what $who speaks of is kept no longer than before", async ({ say }) => {
  const made = await charged();
  await say(made);
  expect((await paymentOf(shop, made.buyer)).callback).toBeNull();
  await shop.pass(2_040, 680);
  expect(await stockOf(shop, made.tee)).toEqual(STILL_HELD);
  await shop.pass(120, 60);
  expect(await stockOf(shop, made.tee)).toEqual(FREE);
});
type Charge = Awaited<ReturnType<typeof charged>>;

async function claim({ id, tx_ref, buyer }: Charge) {
  const { status } = await shop.post("/api/order/flutterwave", { transactionId: id, tx_ref }, buyer.token);
  expect(status).toBe(503);
  await shop.work();
}

test("held because its webhook alone speaks of money: ended once the provider says that this charge failed too", async () => {
  const { tee, buyer, id } = await charged(NO_MONEY);
  // its page is over, by reference the provider answers, and it has been asked about for an hour
  await age(shop, 3_700);
  shop.flutterwave.mode({ mode: "down", path: `/transactions/${id}/verify` });
  // the shop's own process may have given the provider up in a test before
  const app = await shop.second();
  await tell(id, { status: "successful" }, app);
  await app.close();
  const payment = await paymentOf(shop, buyer);
  expect(payment).toMatchObject({ state: "paid_held", reason: "sources disagree", callback: { code: "0" } });
  expect(await toldStaff(shop, buyer)).toEqual(["sources disagree"]);
  const isListed = async () => (await listExceptions(shop.db)).some(({ _id }) => _id === payment.id);
  expect(await isListed()).toBe(true);
  await back();
  await shop.pass(60);
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "failed", reason: null, callback: null });
  expect(await isListed()).toBe(false);
  expect(await breaksOf(shop, buyer)).toEqual(["a message told of a charge that failed"]);
  expect(await stockOf(shop, tee)).toEqual(FREE);
  expect((await outcomeOf(shop, buyer)).orders).toEqual([]);
  expect((await payBy(shop, "flutterwave", buyer, tee)).status).toBe(200);
});

test("nobody can say for more than a day: kept no longer, and the owner sees it", async () => {
  const { tee, buyer, id } = await charged();
  await tell(id);
  await shop.pass(24 * 3_600, 6 * 3_600);
  expect(await stockOf(shop, tee)).toEqual(STILL_HELD);
  await shop.pass(3 * 3_600, 3_600);
  expect(await stockOf(shop, tee)).toEqual(FREE);
  const payment = await paymentOf(shop, buyer);
  expect(payment).toMatchObject({ state: "needs_review", next_check_at: null });
  expect((await listExceptions(shop.db)).map(({ _id }) => _id)).toContain(payment.id);
  expect(await toldStaff(shop, buyer)).toEqual(["nobody could say whether it was paid"]);
});

holdsInvariants(() => shop);
