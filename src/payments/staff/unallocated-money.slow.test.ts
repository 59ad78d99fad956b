import { beforeEach, expect, test } from "vitest";
import { knockAt, pusher } from "../../../test/callback.ts";
import { counterOn, WAMBUI } from "../../../test/counter.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { moneyOf, outcomeOf, stockOf, toldStaff } from "../../../test/outcome.ts";
import { ASKED_FREELY, paidShop, paymentOf } from "../../../test/payments.ts";
import { heldFor, orderStanding, tellOfMoney, typeCode } from "../../../test/till.ts";
import { acceptPaid } from "./act-on-attempt.server.ts";
import { listMoney } from "./list-money.server.ts";

const shop = paidShop(ASKED_FREELY);
const counter = counterOn(shop);
beforeEach(() => {
  shop.daraja.dropCallbacks(true);
  shop.daraja.refundMode("ok");
});

const knock = knockAt(() => shop);
const pushed = pusher(() => shop, 7);
const { refund, close } = counter;
const listed = async () =>
  (await listMoney(shop.db, { open: true, page: 1 })).rows.map(({ _id, unallocated }) => [_id, unallocated]);
const backOf = (receipt: string) =>
  shop.daraja
    .requests("reversal")
    .filter(({ body }) => (body as { TransactionID: string }).TransactionID === receipt).length;

/** Money at the till of a phone that asked for no prompt. */
const tillMoney = (amount: number) =>
  shop.daraja.payTill({ amount, phone: "254711222333", confirmation: false }).code;

/** A prompt that is paid and ordered, its receipt known. */
async function paid() {
  const made = await pushed();
  await shop.daraja.approve(made.id);
  const { receipt } = shop.daraja.payments().at(-1) ?? {};
  await knock(made.path, made.text({ MpesaReceiptNumber: receipt }));
  await shop.work();
  const row = await paymentOf(shop, made.buyer);
  expect(row).toMatchObject({ state: "paid", receipt });
  return { ...made, receipt: String(receipt), reference: String(row.reference) };
}

test("A card charged twice under one reference is one order; the second charge can be refunded", async () => {
  const { buyer, tx_ref } = await shop.cardPage({ stock: { M: 3 } });
  const card = "5061460166976054667";
  await shop.flutterwave.pay({ tx_ref, card });
  await shop.pass(5);
  const { transaction_id: second } = await shop.flutterwave.pay({ tx_ref, card });
  await shop.pass(5);
  await shop.flutterwave.webhook({ id: second });
  await shop.pass(70, 10);
  const { receipt: first } = await paymentOf(shop, buyer);
  const money = await counter.rowOf(String(second));
  expect(await listed()).toContainEqual([money, 1_501]);
  expect(await moneyOf(shop, buyer)).toEqual([
    { receipt: first, amount: 1_501, state: "paid" },
    { receipt: String(second), amount: 1_501, state: "unallocated" },
  ]);
  expect(await toldStaff(shop, buyer)).toEqual([`it was paid a second time (${second})`]);
  await expect(refund(money, 1_502)).rejects.toMatchObject({ status: 409 });
  const begun = await Promise.allSettled([1, 2].map(() => refund(money)));
  expect(begun.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await shop.work();
  const back = shop.flutterwave.transactions().filter((one) => one.tx_ref === tx_ref);
  expect(back.map(({ id, refunded }) => [id, refunded])).toEqual([
    [Number(first), 0],
    [second, 1501],
  ]);
  expect(await listed()).not.toContainEqual([money, expect.anything()]);
  expect((await moneyOf(shop, buyer)).map(({ state }) => state)).toEqual(["paid", "refunded"]);
  expect(await outcomeOf(shop, buyer)).toMatchObject({
    states: ["paid"],
    orders: [{ payment: true, status: "Order Placed", refund: null }],
  });
});

test("more money under the name of a paid prompt: listed, and reversed by its own receipt while the order stands", async () => {
  const { buyer, tee, reference, receipt } = await paid();
  const more = tillMoney(400);
  for (let n = 0; n < 2; n += 1)
    await tellOfMoney(shop, more, { BillRefNumber: reference, TransAmount: "400.00" });
  const money = await counter.rowOf(more);
  expect(await listed()).toContainEqual([money, 400]);
  expect(await toldStaff(shop, buyer)).toEqual([`more money came under its reference (${more})`]);
  shop.daraja.dropCallbacks(false);
  await refund(money, 400);
  await shop.pass(15);
  const reversed = (code: string) => shop.daraja.ledger().find((one) => one.receipt === code)?.reversed;
  expect([reversed(more), reversed(receipt)]).toEqual([true, false]);
  expect(await moneyOf(shop, buyer)).toEqual([
    { receipt, amount: 1_501, state: "paid" },
    { receipt: more, amount: 400, state: "refunded" },
  ]);
  expect((await outcomeOf(shop, buyer)).orders).toMatchObject([{ payment: true, refund: null }]);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 0, sold: 1 });
});

test("a second receipt, or another request's success, at a prompt's own address: kept as reported, and decides nothing", async () => {
  const [done, waiting] = [await paid(), await pushed()];
  await knock(done.path, done.text({ MpesaReceiptNumber: "UKX7Y7Z7A7" }));
  await knock(waiting.path, waiting.text({ MpesaReceiptNumber: "UKX7Y7Z7A8" }).replace("ws_CO_", "ws_CO_9"));
  await shop.work();
  const rows = await shop.query<{ id: string; reason: string }>(
    `select id, receipt, reason, verified, unallocated from transactions where payment_id = any($1) and receipt like 'UKX7%'
     order by receipt`,
    [[done.payment, waiting.payment]],
  );
  const reported = { verified: false, unallocated: 1_501 };
  expect(rows).toMatchObject([
    { ...reported, receipt: "UKX7Y7Z7A7", reason: "a second payment under its request" },
    { ...reported, receipt: "UKX7Y7Z7A8", reason: "a message tells of money of another prompt" },
  ]);
  expect((await paymentOf(shop, waiting.buyer)).state).toBe("pending");
  for (const { id } of rows) {
    await expect(close(id, { reason: " " })).rejects.toMatchObject({ status: 400 });
    await close(id);
    await expect(close(id)).rejects.toMatchObject({ status: 409 });
  }
  expect((await paymentOf(shop, done.buyer)).state).toBe("paid");
  // the one that was closed comes after all
  await tellOfMoney(shop, "UKX7Y7Z7A7", { TransAmount: "2000.00" });
  expect(
    await shop.query("select kind, text, amount from exceptions where transaction_id = $1", [rows[0]?.id]),
  ).toEqual([
    { kind: "contradiction", text: "money that was closed came after all: Ksh 2000", amount: 2_000 },
  ]);
  expect(await listed()).not.toContainEqual([rows[0]?.id, expect.anything()]);
  // the other prompt's own money still pays it
  await shop.daraja.approve(waiting.id);
  await shop.pass(30, 15);
  expect((await outcomeOf(shop, waiting.buyer)).orders).toMatchObject([{ payment: true }]);
});

test("the owner and the shopper who types its code simultaneously: one of them has the money", async () => {
  shop.daraja.dropCallbacks(false);
  for (let round = 0; round < 5; round++) {
    const receipt = tillMoney(1_501);
    await tellOfMoney(shop, receipt);
    const money = await counter.rowOf(receipt);
    const { tee, buyer } = await shop.sale();
    const [placed, returned] = await Promise.all([
      typeCode(shop, buyer, tee, receipt),
      refund(money, 1_501, { order: null }).then(
        () => true,
        () => false,
      ),
    ]);
    await shop.pass(60, 20);
    const { payment } = (await orderStanding(shop, placed.orderId)) ?? {};
    const back = shop.daraja.ledger().find((one) => one.receipt === receipt)?.reversed;
    expect({ payment, back }).toEqual({ payment: !returned, back: returned });
  }
});

/** A paid prompt, and a second receipt at its address of which M-Pesa has told in no other way. */
async function secondCharge() {
  const { path, text, payment } = await paid();
  // long ago: no code typed now can be its own
  await shop.query("update payments set submitted_at = submitted_at - interval '1 hour' where id = $1", [
    payment,
  ]);
  const receipt = tillMoney(1_501);
  await knock(path, text({ MpesaReceiptNumber: receipt }));
  await shop.work();
  const money = await counter.rowOf(receipt);
  expect(await listed()).toContainEqual([money, 1_501]);
  return { receipt, money };
}

/** Somebody types the code, and M-Pesa reports its money by itself or by its answer. */
async function typed(receipt: string, isReported: boolean) {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const { orderId, paymentId } = await typeCode(shop, buyer, tee, receipt);
  if (isReported) await tellOfMoney(shop, receipt);
  shop.daraja.dropCallbacks(false);
  await shop.pass(60);
  return { tee, orderId, paymentId };
}

test.each([
  ["refunded", true],
  ["closed", false],
])(
  "a second charge that was %s pays no order by its code (reported by the till: %s)",
  async (how, isReported) => {
    const { receipt, money } = await secondCharge();
    shop.daraja.refundMode("never");
    if (how === "closed") await close(money);
    else await refund(money);
    const { tee, orderId, paymentId } = await typed(receipt, isReported);
    const decided = heldFor("the owner has decided about its money already");
    expect(await orderStanding(shop, orderId)).toMatchObject(decided);
    expect(await stockOf(shop, tee)).toMatchObject({ sold: 0 });
    expect(await counter.exceptions()).toContain(paymentId);
  },
);

test("Refunded money never pays another payment, even if the owner says so", async () => {
  const { receipt, money } = await secondCharge();
  const { payment, buyer, tee } = await pushed();
  await shop.query("update payments set state = 'expired_unknown', next_check_at = null where id = $1", [
    payment,
  ]);
  shop.daraja.dropCallbacks(false);
  await refund(money);
  for (const isBack of [false, true]) {
    if (isBack) await shop.pass(15);
    const seen = { receipt, reason: "seen", confirmed: true, by: WAMBUI };
    await expect(acceptPaid(shop.context, payment, seen)).rejects.toMatchObject({
      status: 409,
      message: "This receipt belongs to another payment.",
    });
    expect(await paymentOf(shop, buyer)).toMatchObject({ state: "expired_unknown", receipt: null });
  }
  expect(await stockOf(shop, tee)).toMatchObject({ sold: 0 });
  expect(backOf(receipt)).toBe(1);
});

test.each([true, false])(
  "a second charge nobody has decided about is held when its code is typed, until the owner has (reported by the till: %s)",
  async (isReported) => {
    const { receipt, money } = await secondCharge();
    const { orderId, paymentId } = await typed(receipt, isReported);
    const another = heldFor("its money came under another payment");
    expect(await orderStanding(shop, orderId)).toMatchObject(another);
    const accept = (confirmed: boolean) =>
      acceptPaid(shop.context, paymentId, { reason: "it is his", confirmed, by: WAMBUI });
    await expect(accept(false)).rejects.toMatchObject({
      status: 409,
      fields: { confirm: { amount: 1_501, conflicts: ["Its money came under another payment."] } },
    });
    await accept(true);
    expect(await orderStanding(shop, orderId)).toMatchObject({ payment: true, receipt });
    // it has paid: refunded from its order, once
    await refund(money);
    await shop.pass(15);
    expect(backOf(receipt)).toBe(1);
    await expect(refund(money)).rejects.toMatchObject({ status: 409 });
  },
);

/** A prompt that had failed by M-Pesa's word and was paid later, of which only the till reported while queries go unanswered. */
async function paidLate() {
  const made = await pushed();
  await shop.daraja.approve(made.id);
  const { receipt = "", accountReference } = shop.daraja.payments().at(-1) ?? {};
  shop.daraja.mode({ mode: "rate-limited", path: "stkpushquery" });
  await tellOfMoney(shop, receipt, { BillRefNumber: accountReference });
  // no turn to ask came free for it
  await shop.query(
    "update payments set state = 'failed', active = false, code = '1037', reason = null, next_check_at = null where id = $1",
    [made.payment],
  );
  const money = await counter.rowOf(receipt);
  expect(await listed()).toContainEqual([money, 1_501]);
  return { ...made, receipt, money };
}

/** M-Pesa answers again, and is asked about the prompt. */
async function answersAgain(payment: string) {
  shop.daraja.mode({ mode: "normal" });
  await shop.query("delete from provider_turns");
  await shop.query("update payments set next_check_at = now(), lease_until = null where id = $1", [payment]);
  await shop.work();
}

test.each([
  ["refunded", "its money has paid another order, or is refunded"],
  ["closed", "the owner has decided about its money already"],
])(
  "money of a prompt that the owner has %s pays no order when the query says paid later, with or without its receipt",
  async (how, why) => {
    for (const withReceipt of [false, true]) {
      const { buyer, tee, payment, path, text, receipt, money } = await paidLate();
      await (how === "refunded" ? refund(money) : close(money));
      await shop.pass(20);
      if (withReceipt) await knock(path, text({ MpesaReceiptNumber: receipt }));
      await answersAgain(payment);
      expect((await outcomeOf(shop, buyer)).orders).toEqual([]);
      expect(await paymentOf(shop, buyer)).toMatchObject({ state: "paid_held", reason: why, paid_at: null });
      expect(await stockOf(shop, tee)).toMatchObject({ sold: 0 });
      expect(await counter.exceptions()).toContain(payment);
    }
  },
);

holdsInvariants(() => shop);
