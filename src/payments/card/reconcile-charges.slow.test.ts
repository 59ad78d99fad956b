import { beforeEach, expect, test } from "vitest";
import { counterOn, WAMBUI } from "../../../test/counter.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { expectOneOrder, moneyOf, outcomeOf, toldStaff } from "../../../test/outcome.ts";
import { paidShop, paymentOf } from "../../../test/payments.ts";
import { refundsOn } from "../../../test/refunds.ts";
import { createPaymentContext } from "../providers.server.ts";
import { applyReportedRefund } from "../refunds/reported-refund.server.ts";
import { acceptPaid } from "../staff/act-on-attempt.server.ts";
import { closeByStaff } from "../staff/act-on-exception.server.ts";
import { findTransaction } from "../transactions/queries.server.ts";
import { reconcileCharges } from "./reconcile-charges.server.ts";

const shop = paidShop();
const counter = counterOn(shop);
const refunds = refundsOn(shop);
beforeEach(async () => {
  shop.flutterwave.mode({ mode: "normal" });
  shop.flutterwave.refundMode({ mode: "completed" });
  shop.flutterwave.switches({ refundWebhook: false });
  shop.flutterwave.webhookUrl({ url: `${shop.url}/hooks/card` });
  await shop.query("delete from rate_limits");
});

const GOOD = "5061460166976054667";
const atNight = () => reconcileCharges(shop.context, new Date(shop.clock.now()));
const deaf = () => shop.flutterwave.webhookUrl({ url: null });
const chargeOf = (reference: string) =>
  Number(shop.flutterwave.transactions().find(({ tx_ref }) => tx_ref === reference)?.id);
const { sumsOf } = counter;
/** A part of Ksh 501 is refunded, and no more. */
const PART_REFUNDED = { allocated: 1000, refunded: 501, refunding: 0, unallocated: 0 };
/** What the owner must look at of a sum. */
const exceptionsOf = (money: string) =>
  shop.query<{ id: string; kind: string; text: string; amount: number }>(
    "select id, kind, text, amount from exceptions where transaction_id = $1 and closed_at is null order by amount desc, id",
    [money],
  );
const exception = (kind: string, text: string, amount = 1501) => {
  return { id: expect.any(String), kind, text, amount };
};
const surplusOf = (amount: number) =>
  exception(
    "contradiction",
    `the card provider reports a refund of Ksh ${amount} that the shop did not ask for`,
    amount,
  );

test("A second charge under one reference whose webhook was lost is found the next night and listed, once", async () => {
  const { buyer, tee, tx_ref } = await counter.paidByCard();
  deaf();
  const { transaction_id: second } = await shop.flutterwave.pay({ tx_ref, card: GOOD });
  await shop.pass(3_600, 600);
  expect(await moneyOf(shop, buyer)).toHaveLength(1);
  for (const _night of [1, 2]) await atNight();
  expect(await moneyOf(shop, buyer)).toEqual([
    { receipt: String(chargeOf(tx_ref)), amount: 1501, state: "paid" },
    { receipt: String(second), amount: 1501, state: "unallocated" },
  ]);
  expect(await toldStaff(shop, buyer)).toEqual([`it was paid a second time (${second})`]);
  await expectOneOrder(shop, buyer, tee);
});

test("a charge that nobody told of becomes its order, and one of no page of ours is listed", async () => {
  deaf();
  const { tee, buyer, tx_ref } = await shop.cardPage({ stock: { M: 3 } });
  await shop.flutterwave.pay({ tx_ref, card: GOOD });
  const { transaction_id: foreign } = await shop.flutterwave.pay({ tx_ref: "somebody-else", card: GOOD });
  await shop.query("update payments set next_check_at = null");
  await atNight();
  await expectOneOrder(shop, buyer, tee);
  expect(
    await shop.query("select unallocated, reason from transactions where receipt = $1", [String(foreign)]),
  ).toEqual([{ unallocated: 1501, reason: "a card payment that names no payment of ours" }]);
});

test("a charge that staff stated for another payment is found under its own the next night, and held", async () => {
  deaf();
  const [{ buyer, tx_ref }, stated] = [await shop.cardPage(), await shop.cardPage()];
  const { transaction_id } = await shop.flutterwave.pay({ tx_ref, card: GOOD });
  await shop.query("update payments set next_check_at = null");
  const wrong = { receipt: String(transaction_id), reason: "the wrong line", confirmed: true, by: WAMBUI };
  await acceptPaid(shop.context, String((await paymentOf(shop, stated.buyer)).id), wrong);
  for (const _night of [1, 2]) await atNight();
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "paid_held" });
  expect(await toldStaff(shop, buyer)).toEqual(["its money has paid another order, or is refunded"]);
});

test("A charge that became something else is listed as a dispute, once; its order stands", async () => {
  const { buyer, tee, tx_ref, money } = await counter.paidByCard();
  await atNight();
  expect(await exceptionsOf(money)).toEqual([]);
  shop.flutterwave.reverse({ id: chargeOf(tx_ref) });
  for (const _night of [1, 2]) await atNight();
  const [dispute, ...more] = await exceptionsOf(money);
  expect([dispute, more]).toEqual([
    exception("dispute", 'the card provider says "reversed" of a charge that was paid'),
    [],
  ]);
  await expectOneOrder(shop, buyer, tee);
  // what the owner has closed is not listed the night after
  await closeByStaff(shop.context, String(dispute?.id), { reason: "answered the bank", by: WAMBUI });
  await atNight();
  expect(await exceptionsOf(money)).toEqual([]);
});

test.each(["webhook", "night"] as const)(
  "Refunds from the provider's dashboard are compared with ours one by one, and each of theirs is listed",
  async (how) => {
    shop.flutterwave.switches({ refundWebhook: how === "webhook" });
    const { tx_ref, money } = await counter.paidByCard();
    const compare = () => (how === "night" ? atNight() : shop.pass(10));
    await counter.refund(money, 501);
    await shop.work();
    await compare();
    expect(await exceptionsOf(money)).toEqual([]);
    // the same sum as ours, so that only its name tells the two apart
    for (const amount of [501, 499]) shop.flutterwave.refund({ id: chargeOf(tx_ref), amount });
    for (const _time of [1, 2]) await compare();
    expect(await exceptionsOf(money)).toEqual([surplusOf(501), surplusOf(499)]);
    expect(await sumsOf(money)).toEqual(PART_REFUNDED);
  },
);

test("one with cents is listed for the owner, though its webhook was lost", async () => {
  const { tx_ref, money } = await counter.paidByCard();
  shop.flutterwave.refund({ id: chargeOf(tx_ref), amount: 10.5 });
  await atNight();
  expect(await exceptionsOf(money)).toEqual([{ ...surplusOf(10.5), amount: null }]);
});

test("Accepted, failed and repeated, then the first completes: listed as refunded twice", async () => {
  shop.flutterwave.switches({ refundWebhook: true });
  shop.flutterwave.refundMode({ mode: "pending" });
  const { id, buyer, money } = await counter.paidByCard();
  await counter.refund(money, 501);
  await shop.work();
  const first = Number(shop.flutterwave.refunds().at(-1)?.id);
  shop.flutterwave.refundBecomes({ id: first, status: "failed" });
  await shop.pass(5);
  expect(await refunds.refundRow(id)).toMatchObject({ state: "failed" });
  expect(await toldStaff(shop, buyer)).toEqual([
    "the refund did not go through: the refund's state is failed",
  ]);
  shop.flutterwave.refundMode({ mode: "completed" });
  await refunds.repeat({ id, money });
  await shop.pass(5);
  expect(await exceptionsOf(money)).toEqual([]);
  shop.flutterwave.refundBecomes({ id: first, status: "completed" });
  await shop.pass(5);
  await atNight();
  expect(await exceptionsOf(money)).toEqual([
    exception("contradiction", "its money was refunded twice", 501),
  ]);
  expect(await sumsOf(money)).toEqual(PART_REFUNDED);
  expect((await outcomeOf(shop, buyer)).mails).toEqual(["placed", "refund-due", "refunded"]);
});

test("one that staff sent from the dashboard and marked done is no surplus, whether they stated its name or not", async () => {
  for (const isNamed of [true, false]) {
    shop.flutterwave.refundMode({ mode: "refused" });
    const { id, tx_ref, money } = await counter.paidByCard();
    await counter.refund(money, 501);
    await shop.work();
    shop.flutterwave.refundMode({ mode: "completed" });
    const { id: sent } = shop.flutterwave.refund({ id: chargeOf(tx_ref), amount: 501 });
    await refunds.mark({ id, money }, isNamed ? String(sent) : undefined);
    for (const _night of [1, 2]) await atNight();
    expect(await exceptionsOf(money)).toEqual([]);
    expect(await sumsOf(money)).toEqual(PART_REFUNDED);
    shop.flutterwave.refund({ id: chargeOf(tx_ref), amount: 499 });
    await atNight();
    expect(await exceptionsOf(money)).toEqual([surplusOf(499)]);
  }
});

test("a refund that was done and then failed is listed", async () => {
  const { money } = await counter.paidByCard();
  await counter.refund(money, 501);
  await shop.work();
  shop.flutterwave.refundBecomes({ id: Number(shop.flutterwave.refunds().at(-1)?.id), status: "failed" });
  await atNight();
  expect(await exceptionsOf(money)).toEqual([
    exception(
      "contradiction",
      "the card provider says that a refund of Ksh 501 failed, which it called done before",
      501,
    ),
  ]);
});

test("one whose answer was lost is done once their list names it; what goes beyond it is a surplus", async () => {
  shop.flutterwave.refundMode({ mode: "lost" });
  const { tx_ref, money } = await counter.paidByCard();
  await counter.refund(money, 501);
  await shop.work();
  shop.flutterwave.refundMode({ mode: "completed" });
  expect(await sumsOf(money)).toMatchObject({ refunding: 501, refunded: 0 });
  await atNight();
  expect(await sumsOf(money)).toEqual(PART_REFUNDED);
  expect(await exceptionsOf(money)).toEqual([]);
  shop.flutterwave.refund({ id: chargeOf(tx_ref), amount: 501 });
  await atNight();
  expect(await exceptionsOf(money)).toEqual([surplusOf(501)]);
});

test("two equal refunds whose answers were lost are each named by one webhook, though both come at once", async () => {
  shop.flutterwave.refundMode({ mode: "lost" });
  const { money } = await counter.paidByCard();
  for (const _part of [1, 2]) await counter.refund(money, 501);
  await shop.work();
  shop.flutterwave.refundMode({ mode: "completed" });
  expect(await sumsOf(money)).toMatchObject({ refunding: 1002, refunded: 0 });
  const named = shop.flutterwave.refunds().slice(-2);
  const charge = await findTransaction(shop.db, money);
  if (!charge) throw new Error("no charge");
  await Promise.all(
    named.map(({ id }) =>
      applyReportedRefund(shop.context, charge, {
        reference: String(id),
        amount: 501,
        step: { type: "done", reference: String(id) },
      }),
    ),
  );
  expect(await sumsOf(money)).toEqual({ allocated: 499, refunded: 1002, refunding: 0, unallocated: 0 });
  expect(await exceptionsOf(money)).toEqual([]);
});

test("A refund webhook waits while its provider cannot be asked", async () => {
  shop.flutterwave.switches({ refundWebhook: true });
  const { tx_ref, money } = await counter.paidByCard();
  shop.flutterwave.mode({ mode: "down", path: "/v3/refunds" });
  shop.flutterwave.refund({ id: chargeOf(tx_ref), amount: 501 });
  await shop.pass(10);
  expect(await exceptionsOf(money)).toEqual([]);
  shop.flutterwave.mode({ mode: "normal" });
  const app = await shop.second();
  await shop.pass(3_600, 600, app);
  await app.close();
  expect(await exceptionsOf(money)).toEqual([surplusOf(501)]);
});

test("one charge that cannot be verified delays no other", async () => {
  deaf();
  const { transaction_id: unverified } = await shop.flutterwave.pay({ tx_ref: "u-1", card: GOOD });
  const { transaction_id: verified } = await shop.flutterwave.pay({ tx_ref: "u-2", card: GOOD });
  shop.flutterwave.mode({ mode: "down", path: `/transactions/${unverified}/verify` });
  await atNight();
  const known = () =>
    shop.query<{ receipt: string }>(
      "select receipt from transactions where receipt in ($1, $2) order by receipt::bigint",
      [String(unverified), String(verified)],
    );
  expect(await known()).toEqual([{ receipt: String(verified) }]);
  shop.flutterwave.mode({ mode: "normal" });
  const app = await shop.second();
  await reconcileCharges(createPaymentContext(app), new Date(shop.clock.now()));
  await app.close();
  expect(await known()).toHaveLength(2);
});

test("a list that could not be read for a day is told to the owner, once, and no longer once it is read", async () => {
  const told = () => shop.query("select what from owner_notices where key like 'pull:card%' order by what");
  const unread = () => shop.query("select name from provider_turns where name like 'card%' order by name");
  const app = await shop.second();
  const night = () => reconcileCharges(createPaymentContext(app), new Date(shop.clock.now()));
  shop.flutterwave.mode({ mode: "malformed" });
  await night();
  expect(await told()).toEqual([]);
  expect(await unread()).toEqual([{ name: "card charges" }, { name: "card refunds" }]);
  await shop.query("update provider_turns set next_at = next_at - interval '1 day'");
  for (const _night of [1, 2]) await night();
  const what = (list: string) =>
    `the card company's list of ${list} could not be read for a day (the list of ${list} could not be read): compare its dashboard`;
  expect(await told()).toEqual([{ what: what("charges") }, { what: what("refunds") }]);
  shop.flutterwave.mode({ mode: "normal" });
  await night();
  await app.close();
  expect(await unread()).toEqual([]);
});

holdsInvariants(() => shop);
