import { beforeEach, expect, test } from "vitest";
import { counterOn, WAMBUI } from "../../../test/counter.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { expectOneOrder, moneyOf, outcomeOf, stockOf } from "../../../test/outcome.ts";
import { age, changePayments, intent, paidShop, paymentOf } from "../../../test/payments.ts";
import { acceptPaid } from "../staff/act-on-attempt.server.ts";
import { tryAgain } from "../staff/act-on-exception.server.ts";
import { listMoney } from "../staff/list-money.server.ts";
import { listExceptions } from "../staff/needs-decision.server.ts";

const shop = paidShop();
const counter = counterOn(shop);
beforeEach(async () => {
  shop.flutterwave.mode({ mode: "normal" });
  shop.flutterwave.webhookUrl({ url: null });
  await shop.query("delete from rate_limits");
});

const GOOD = "5061460166976054667";
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
const toDecide = async () => (await listMoney(shop.db, { open: true, page: 1 })).rows;
/** The sum of a charge, where it waits for the owner. */
const waiting = async (charge: number) =>
  (await toDecide()).find(({ receipt }) => receipt === String(charge))?._id;
const backOf = (id: number) => {
  const charge = shop.flutterwave.transactions().find((one) => one.id === id);
  return { refunded: charge?.refunded, repeats: charge?.repeats };
};

/** A card's page that was charged, and nobody has told of it. */
async function charged() {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const { tx_ref } = await intent(shop, buyer, tee);
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
  const rename = (reference: string) =>
    shop.query(
      "update payments set reference = $2 where order_id in (select id from orders where user_id = $1)",
      [buyer.userId, reference],
    );
  await rename(`elsewhere ${id}`);
  await tell(id);
  await rename(tx_ref);
  return String(await waiting(id));
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
  expect((await listExceptions(shop.db)).map(({ _id }) => _id)).toContain(payment.id);
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

test("what was refunded is not refunded again, and what was closed only once the owner confirms that", async () => {
  const [refunded, closed] = [await charged(), await charged()];
  const [first, second] = [await foreign(refunded), await foreign(closed)];
  await refund(first);
  await close(second);
  await expect(refund(first)).rejects.toMatchObject({ status: 409 });
  await expect(close(second)).rejects.toMatchObject({ status: 409 });
  await expect(refund(second, 1_501, { confirmed: undefined })).rejects.toMatchObject({
    status: 409,
    fields: { confirm: { amount: 1501, conflicts: ["It was closed."] } },
  });
  await refund(second);
  await shop.work();
  for (const { id } of [refunded, closed]) expect(backOf(id)).toEqual({ refunded: 1501, repeats: 0 });
});

test("a webhook that nobody could work on is tried again at the owner's word, and becomes its order", async () => {
  const made = await charged();
  shop.flutterwave.mode({ mode: "down" });
  await shop.query("delete from hook_inbox where processed_at is null");
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
    await decide(String(await waiting(second)));
    await comesLate({ ...made, id: second });
    const { orders, mails } = await outcomeOf(shop, made.buyer);
    expect(orders).toMatchObject([{ payment: true, status: "Order Placed", refund: null }]);
    expect(mails).toEqual(state === "closed" ? ["placed"] : ["placed", "refund-due", "refunded"]);
    expect(await waiting(second)).toBeUndefined();
    expect((await moneyOf(shop, made.buyer)).map((money) => money.state)).toEqual(["paid", state]);
    expect(backOf(second)).toEqual({ refunded: state === "refunded" ? 1501 : 0, repeats: 0 });
  }
});

test("what nobody has decided about is one order, also when it was listed before", async () => {
  const made = await charged();
  const money = await foreign(made);
  await comesLate(made);
  await expectOneOrder(shop, made.buyer, made.tee);
  expect(await waiting(made.id)).toBeUndefined();
  await expect(close(money)).rejects.toMatchObject({
    status: 409,
    message: "Nothing of it is left to decide.",
  });
});

holdsInvariants(() => shop);
