import { beforeEach, expect, test } from "vitest";
import { knockAt, pusher } from "../../../test/callback.ts";
import { counterOn, WAMBUI } from "../../../test/counter.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { outcomeOf, stockOf } from "../../../test/outcome.ts";
import { ASKED_FREELY, paidShop, paymentOf } from "../../../test/payments.ts";
import { orderStanding, tellOfMoney, typeCode } from "../../../test/till.ts";
import { acceptPaid } from "./act-on-attempt.server.ts";
import { closeMoney, refundMoney } from "./act-on-money.server.ts";
import { listMoney } from "./list-money.server.ts";
import { listExceptions } from "./needs-decision.server.ts";

const shop = paidShop(ASKED_FREELY);
const counter = counterOn(shop);
beforeEach(() => {
  shop.daraja.dropCallbacks(true);
  shop.daraja.refundMode("ok");
});

const knock = knockAt(() => shop);
const pushed = pusher(() => shop, 6);
const refund = (money: string, amount = 1_501) =>
  refundMoney(shop.context, money, { amount, reason: "not ours", confirmed: true, by: WAMBUI });
const close = (money: string, reason = "settled otherwise") =>
  closeMoney(shop.context, money, { reason, confirmed: true, by: WAMBUI });
const listed = async () =>
  (await listMoney(shop.db, { open: true, page: 1 })).rows.map(({ _id, unallocated }) => [_id, unallocated]);
const exceptions = async () => (await listExceptions(shop.db)).map(({ _id }) => _id);
const backOf = (receipt: string) =>
  shop.daraja
    .requests("reversal")
    .filter(({ body }) => (body as { TransactionID: string }).TransactionID === receipt).length;

/** Money at the till of a phone that asked for no prompt. */
const tillMoney = (amount: number) =>
  shop.daraja.payTill({ amount, phone: "254711222333", confirmation: false }).code;

/** A paid prompt, and a second receipt at its address of which M-Pesa has told in no other way. */
async function secondCharge() {
  const { id, path, text, payment } = await pushed();
  await shop.daraja.approve(id);
  await knock(path, text({ MpesaReceiptNumber: shop.daraja.payments().at(-1)?.receipt }));
  await shop.work();
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
  ["closed", true],
])(
  "a second charge that was %s pays no order by its code (reported by the till: %s)",
  async (how, isReported) => {
    const { receipt, money } = await secondCharge();
    shop.daraja.refundMode("never");
    if (how === "closed") await close(money);
    else await refund(money);
    const { tee, orderId, paymentId } = await typed(receipt, isReported);
    expect(await orderStanding(shop, orderId)).toMatchObject({
      payment: false,
      state: "paid_held",
      reason: "the owner has decided about its money already",
    });
    expect(await stockOf(shop, tee)).toMatchObject({ sold: 0 });
    expect(await exceptions()).toContain(paymentId);
    // the owner's reason stays
    if (how === "closed")
      expect(await shop.query("select reason from transactions where id = $1", [money])).toEqual([
        { reason: "settled otherwise" },
      ]);
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
    const accepted = acceptPaid(shop.context, payment, {
      receipt,
      reason: "seen",
      confirmed: true,
      by: WAMBUI,
    });
    await expect(accepted).rejects.toMatchObject({
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
    expect(await orderStanding(shop, orderId)).toMatchObject({
      payment: false,
      state: "paid_held",
      reason: "its money came under another payment",
    });
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
      expect(await exceptions()).toContain(payment);
    }
  },
);

holdsInvariants(() => shop);
