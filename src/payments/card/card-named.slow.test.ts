import { beforeAll, beforeEach, expect, test } from "vitest";
import { counterOn, WAMBUI } from "../../../test/counter.ts";
import { addProduct } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { expectOneOrder, moneyOf, outcomeOf, stockOf, toldStaff } from "../../../test/outcome.ts";
import { age, changePayments, intent, paidShop, paymentOf } from "../../../test/payments.ts";
import type { TestApp } from "../../../test/shop.ts";
import { PAYMENT_TEXTS } from "../rules.ts";
import { acceptPaid } from "../staff/act-on-attempt.server.ts";
import { tryAgain } from "../staff/act-on-exception.server.ts";
import { listExceptions } from "../staff/needs-decision.server.ts";
import { reconcileCharges } from "./reconcile-charges.server.ts";

/** Another process each time, whose breakers have seen nothing yet. */
let app: TestApp;
const shop = paidShop();
const counter = counterOn(shop);
beforeAll(async () => {
  // what is not said here is said by nobody, and by reference the first try alone is told
  shop.flutterwave.webhookUrl({ url: null });
  shop.flutterwave.switches({ byReference: "first" });
});
beforeEach(async () => {
  app = await shop.second();
  shop.flutterwave.mode({ mode: "normal" });
  await shop.query("delete from webhook_inbox");
  await shop.query("update payments set next_check_at = null");
  await shop.query("delete from rate_limits");
  return () => app.close();
});

const NO_MONEY = "5258585922666506";
const GOOD = "5061460166976054667";
const FORGED = { status: 400, body: { success: false, message: PAYMENT_TEXTS.cardNotPaid } };

/** A card page with one try that failed. */
async function begin() {
  const { tee, buyer, tx_ref } = await shop.cardPage({ stock: { M: 3 } });
  const charge = async (card: string) => (await shop.flutterwave.pay({ tx_ref, card })).transaction_id;
  await charge(NO_MONEY);
  const claim = (transactionId: unknown, named: object = { tx_ref }) =>
    app.post("/api/order/flutterwave", { transactionId, ...named }, buyer.token);
  return { buyer, tee, tx_ref, charge, claim };
}

/** A quarter of an hour later the round is made by a process that has not given the provider up. */
async function laterWorked() {
  await age(shop, 900);
  const fresh = await shop.second();
  await fresh.jobs.cron.minute();
  await fresh.close();
}

const claims = () =>
  shop.query<{ outcome: string | null; parked: boolean }>(
    "select outcome, parked_at is not null as parked from webhook_inbox where kind = 'card' order by id",
  );

test("the browser names the card that paid after one that failed, and the provider is away: one order later", async () => {
  const { buyer, tee, charge, claim } = await begin();
  const paid = await charge(GOOD);
  shop.flutterwave.mode({ mode: "down" });
  expect((await claim(paid)).status).toBe(503);
  await app.jobs.tasks.webhook?.("card");
  shop.flutterwave.mode({ mode: "normal" });
  await laterWorked();
  await expectOneOrder(shop, buyer, tee);
  expect((await paymentOf(shop, buyer)).receipt).toBe(String(paid));
  expect((await claim(paid)).body).toMatchObject({ message: "Order placed" });
});

test("a paid page is named with a second charge: listed for the owner once", async () => {
  const { buyer, tee, charge, claim } = await begin();
  const first = await charge(GOOD);
  const { orderId } = (await claim(first)).body;
  const second = await charge(GOOD);
  expect(await claim(second)).toMatchObject({ status: 200, body: { orderId } });
  await laterWorked();
  await Promise.all([claim(second), claim(second)]);
  await laterWorked();
  expect(await moneyOf(shop, buyer)).toEqual([
    { receipt: String(first), amount: 1501, state: "paid" },
    { receipt: String(second), amount: 1501, state: "unallocated" },
  ]);
  expect(await toldStaff(shop, buyer)).toEqual([`it was paid a second time (${second})`]);
  expect(await claims()).toHaveLength(1);
  await expectOneOrder(shop, buyer, tee);
});

test("a page is named with another page's paid card: that page becomes its order", async () => {
  const { buyer, tx_ref, claim } = await begin();
  const cap = await addProduct(shop, { stock: { M: 3 } });
  const other = await intent(shop, buyer, cap);
  await shop.flutterwave.pay({ tx_ref: other.tx_ref, card: NO_MONEY });
  const { transaction_id: paid } = await shop.flutterwave.pay({ tx_ref: other.tx_ref, card: GOOD });
  expect(await claim(paid, { tx_ref })).toMatchObject(FORGED);
  await laterWorked();
  const { orders } = await outcomeOf(shop, buyer);
  expect(orders).toMatchObject([{ payment: true, status: "Order Placed" }]);
  const paidBy =
    "select p.reference from payments p join transactions t on t.id = p.transaction_id where t.receipt = $1";
  expect(await shop.query(paidBy, [String(paid)])).toEqual([{ reference: other.tx_ref }]);
});

test("a card that is decided only later, and that nobody reports, is asked about by its own id", async () => {
  const { buyer, tee, charge, claim } = await begin();
  const paid = await charge("4000000000000006");
  expect((await claim(paid)).body).toMatchObject({ pending: true });
  expect(await claims()).toEqual([{ outcome: null, parked: false }]);
  await shop.clock.advance(75_000);
  await laterWorked();
  await expectOneOrder(shop, buyer, tee);
  expect(await claims()).toEqual([{ outcome: "verified", parked: false }]);
});

test("invented transactions: ten of a shopper wait, none longer than half an hour, and the owner is notified of none", async () => {
  const { buyer, claim } = await begin();
  const before = (await listExceptions(shop.db)).length;
  for (let id = 1; id <= 12; id++) await claim(900_000_000 + id);
  for (const nonsense of ["x", "../1", "1".repeat(21), -1]) await claim(nonsense);
  expect(await claims()).toHaveLength(10);
  await claim(900_000_001);
  expect(await claims()).toHaveLength(10);
  for (let turn = 0; turn < 3; turn++) await laterWorked();
  expect(await claims()).toEqual(Array(10).fill({ outcome: "no such transaction", parked: false }));
  expect(await listExceptions(shop.db)).toHaveLength(before);
  expect((await outcomeOf(shop, buyer)).orders).toEqual([]);
});

const SPENT = "its money has paid another order, or is refunded";
const DECIDED = "the owner has decided about its money already";
const ITS_ANOTHERS = { status: 409, message: "This receipt belongs to another payment." };
const { refund, close } = counter;
const accept = (id: string, receipt?: number) =>
  acceptPaid(shop.context, id, {
    reason: "seen",
    ...(receipt && { receipt: String(receipt) }),
    confirmed: true,
    by: WAMBUI,
  });
/** The sum of a charge, which waits for the owner. */
async function waiting(charge: number): Promise<string> {
  const money = await counter.rowOf(String(charge));
  expect(await counter.waits(money)).toBe(true);
  return money;
}
const backOf = (id: number) => {
  const charge = shop.flutterwave.transactions().find((one) => one.id === id);
  return { refunded: charge?.refunded, repeats: charge?.repeats };
};

/** A card's page that was charged, and nobody has told of it. */
async function charged() {
  const { tee, buyer, tx_ref } = await shop.cardPage({ stock: { M: 3 } });
  const { transaction_id: id } = await shop.flutterwave.pay({ tx_ref, card: GOOD });
  return { buyer, tee, tx_ref, id };
}
type Charge = Awaited<ReturnType<typeof charged>>;

async function tell(id: number) {
  shop.flutterwave.webhookUrl({ url: `${shop.url}/hooks/card` });
  await shop.flutterwave.webhook({ id });
  shop.flutterwave.webhookUrl({ url: null });
  await shop.work();
}

/** The charge came while nobody knew its page, as after a backup was put back; the page is known again later. */
async function foreign({ buyer, tx_ref, id }: Charge): Promise<string> {
  await changePayments(shop, buyer, "reference = 'unknown-' || id");
  await tell(id);
  await changePayments(shop, buyer, `reference = '${tx_ref}'`);
  return waiting(id);
}

/** The charge's own news come: by a webhook, by the browser, and by the schedule. */
async function comesLate({ buyer, tx_ref, id }: Charge) {
  const app = await shop.second();
  await tell(id);
  await app.post("/api/order/flutterwave", { transactionId: id, tx_ref }, buyer.token);
  await changePayments(shop, buyer, "next_check_at = now(), lease_until = null");
  await shop.work(app);
  await app.close();
}

/** It waits for the owner, and has neither order nor items. */
async function expectHeld({ buyer, tee }: Charge, why: string) {
  expect((await outcomeOf(shop, buyer)).orders).toEqual([]);
  const payment = await paymentOf(shop, buyer);
  expect(payment).toMatchObject({ state: "paid_held", reason: why, paid_at: null });
  expect(await stockOf(shop, tee)).toMatchObject({ sold: 0 });
  expect(await counter.exceptions()).toContain(payment.id);
  return String(payment.id);
}

test.each([
  { how: "refunded", decide: refund, reason: SPENT, back: 1501 },
  { how: "closed", decide: close, reason: DECIDED, back: 0 },
])("Card money that the owner refunded or closed pays no order later: $how", async (row) => {
  const made = await charged();
  await row.decide(await foreign(made));
  await comesLate(made);
  const payment = await expectHeld(made, row.reason);
  // not by the owner's word either
  for (const stated of [undefined, made.id])
    await expect(accept(payment, stated)).rejects.toMatchObject(ITS_ANOTHERS);
  await shop.work();
  expect(backOf(made.id)).toEqual({ refunded: row.back, repeats: 0 });
  expect(await moneyOf(shop, made.buyer)).toEqual([
    { receipt: String(made.id), amount: 1501, state: row.how },
  ]);
});

test("what was closed is refunded only once the owner confirms that", async () => {
  const made = await charged();
  const money = await foreign(made);
  await close(money);
  await expect(refund(money, 1_501, { confirmed: undefined })).rejects.toMatchObject({
    status: 409,
    fields: { confirm: { amount: 1501, conflicts: ["It was closed."] } },
  });
  await refund(money);
  await shop.work();
  expect(backOf(made.id)).toEqual({ refunded: 1501, repeats: 0 });
});

test("a webhook that nobody could work on is tried again at the owner's word, and becomes its order", async () => {
  const made = await charged();
  shop.flutterwave.mode({ mode: "down" });
  await shop.query("delete from webhook_inbox where processed_at is null");
  await tell(made.id);
  await age(shop, 25 * 3_600);
  await shop.work();
  shop.flutterwave.mode({ mode: "normal" });
  const messages = async () => (await listExceptions(shop.db)).filter(({ kind }) => kind === "message");
  const [message] = await messages();
  expect(message).toMatchObject({ text: "a message of the card company could not be worked on" });
  await tryAgain(shop.context, String(message?._id), WAMBUI);
  await comesLate(made);
  await expectOneOrder(shop, made.buyer, made.tee);
  expect(await messages()).toEqual([]);
});

test("a second charge that was decided on stays so, however often it is reported", async () => {
  for (const [decide, state] of [
    [refund, "refunded"],
    [close, "closed"],
  ] as const) {
    const made = await charged();
    await tell(made.id);
    const { transaction_id: second } = await shop.flutterwave.pay({ tx_ref: made.tx_ref, card: GOOD });
    await tell(second);
    const money = await waiting(second);
    await decide(money);
    await comesLate({ ...made, id: second });
    const { orders, mails } = await outcomeOf(shop, made.buyer);
    expect(orders).toMatchObject([{ payment: true, status: "Order Placed", refund: null }]);
    expect(mails).toEqual(state === "closed" ? ["placed"] : ["placed", "refund-due", "refunded"]);
    expect(await counter.waits(money)).toBe(false);
    expect((await moneyOf(shop, made.buyer)).map((sum) => sum.state)).toEqual(["paid", state]);
    expect(backOf(second)).toEqual({ refunded: state === "refunded" ? 1501 : 0, repeats: 0 });
  }
});

test("what nobody has decided about is one order, also when it was listed before", async () => {
  const made = await charged();
  const money = await foreign(made);
  await comesLate(made);
  await expectOneOrder(shop, made.buyer, made.tee);
  expect(await counter.waits(money)).toBe(false);
  await expect(close(money)).rejects.toMatchObject({
    status: 409,
    message: "Nothing of it is left to decide.",
  });
});

test("a charge that staff stated is the provider's word once its list names it", async () => {
  const { buyer, charge } = await begin();
  const receipt = String(await charge(GOOD));
  const { id } = await paymentOf(shop, buyer);
  await acceptPaid(shop.context, String(id), { receipt, reason: "seen", confirmed: true, by: WAMBUI });
  const source = () => shop.query("select source from transactions where receipt = $1", [receipt]);
  expect(await source()).toEqual([{ source: "staff" }]);
  await reconcileCharges(shop.context, new Date(shop.clock.now()));
  expect(await source()).toEqual([{ source: "query" }]);
});

holdsInvariants(() => shop);
