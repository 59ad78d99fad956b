import { beforeEach, expect, test } from "vitest";
import { knockAt, pusher } from "../../../test/callback.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { outcomeOf, stockOf } from "../../../test/outcome.ts";
import { ASKED_FREELY, paidShop, paymentOf } from "../../../test/payments.ts";
import { orderStanding, tellOfMoney, typeCode } from "../../../test/till.ts";
import { runOwnerCommand } from "./owner-commands.server.ts";
import { listForStaff } from "./staff-list.server.ts";
import { closeByStaff } from "./staff-money.server.ts";
import { refundByStaff } from "./staff-refund.server.ts";

const shop = paidShop(ASKED_FREELY);
beforeEach(() => shop.daraja.dropCallbacks(true));

const knock = knockAt(() => shop);
const pushed = pusher(() => shop, 6);
const obey = async (...words: string[]) => (await runOwnerCommand(shop.context, words)).message;
const backOf = (code: string) =>
  shop.daraja
    .requests("reversal")
    .filter(({ body }) => (body as { TransactionID: string }).TransactionID === code).length;
const refundsOf = (id: string) =>
  shop.query("select amount, state from refunds where payment_id = $1 or discrepancy_id = $1", [id]);

/** A push that failed, and 700 under its reference that fits it not. */
async function strayUnderPush() {
  const { id, buyer, payment } = await pushed();
  await shop.daraja.cancel(id);
  await shop.pass(70, 70);
  const { state, reference } = await paymentOf(shop, buyer);
  expect(state).toBe("failed");
  const { code } = shop.daraja.payTill({ amount: 700, phone: "254711222333", confirmation: false });
  await tellOfMoney(shop, code, { BillRefNumber: reference, TransAmount: "700.00" });
  return { payment, code };
}

test("till money given back by its code is not given back again as its payment's", async () => {
  const { payment, code } = await strayUnderPush();
  shop.daraja.dropCallbacks(false);
  expect(await obey("refund", code, "another sum")).toBe("Done.");
  for (const end of [false, true]) {
    if (end) await shop.pass(15);
    expect(await obey("refund", payment, "another sum")).toMatch(/^Nothing was changed\. Nobody has seen/);
    expect(await obey("refund", payment, "another sum", "--receipt", code)).toMatch(
      /^Nothing was changed\. This money is on its way back, or went back, as [0-9A-Za-z]+\.$/,
    );
    expect(await refundsOf(payment)).toEqual([]);
  }
  await shop.pass(15);
  expect(backOf(code)).toBe(1);
});

test("till money the owner closed is not given back as its payment's", async () => {
  const { payment, code } = await strayUnderPush();
  expect(await obey("close", code, "settled otherwise")).toBe("Done.");
  expect(await obey("refund", payment, "why")).toMatch(/^Nothing was changed\. Nobody has seen/);
  expect(await obey("refund", payment, "why", "--receipt", code)).toMatch(
    /^Nothing was changed\. This money was closed as [0-9A-Za-z]+\.$/,
  );
  expect(await refundsOf(payment)).toEqual([]);
});

test("Money refunded by two simultaneous commands is refunded once", async () => {
  for (let round = 0; round < 2; round++) {
    const { payment, code } = await strayUnderPush();
    shop.daraja.dropCallbacks(false);
    const stated = { receipt: code, amount: 500 };
    const begun = await Promise.all([
      refundByStaff(shop.context, code, "one").catch(() => false),
      refundByStaff(shop.context, payment, "two", stated).catch(() => false),
    ]);
    expect(begun.filter(Boolean)).toHaveLength(1);
    await shop.pass(15);
    // a part of a payment is never reversed: it waits for the owner's own hand
    const [byCode] = begun;
    expect(backOf(code)).toBe(byCode ? 1 : 0);
    expect(await refundsOf(payment)).toEqual(byCode ? [] : [{ amount: 500, state: "due" }]);
    shop.daraja.dropCallbacks(true);
  }
});

/** A paid push, and a second receipt at its address: listed, of which M-Pesa has told in no other way. */
async function secondCharge() {
  const { id, path, text, payment } = await pushed();
  await shop.daraja.approve(id);
  const { receipt } = shop.daraja.payments().at(-1) ?? {};
  await knock(path, text({ MpesaReceiptNumber: receipt }));
  await shop.work();
  // long ago: no code typed now can be its own
  await shop.query("update payments set submitted_at = submitted_at - interval '1 hour' where id = $1", [
    payment,
  ]);
  const { code } = shop.daraja.payTill({ amount: 1501, phone: "254711222333", confirmation: false });
  await knock(path, text({ MpesaReceiptNumber: code }));
  await shop.work();
  const row = (await listForStaff(shop.db, "unmatched")).rows.find((one) => one.code === code);
  expect(row).toMatchObject({ kind: "second_charge", state: "open", amount: 1501 });
  return { code, id: String(row?.id) };
}

/** Somebody types the code, and M-Pesa tells of its money by itself or by its answer. */
async function typed(code: string, told: boolean) {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const { orderId, paymentId } = await typeCode(shop, buyer, tee, code);
  if (told) await tellOfMoney(shop, code);
  shop.daraja.dropCallbacks(false);
  await shop.pass(60);
  return { tee, orderId, paymentId };
}

test.each([
  ["given back", true],
  ["closed", false],
])("a second charge that was %s pays no order by its code (C2B told: %s)", async (how, told) => {
  const { code, id } = await secondCharge();
  if (how === "closed") expect(await obey("close", id, "settled otherwise")).toBe("Done.");
  else {
    expect(await obey("refund", id, "paid twice")).toBe("Done.");
    shop.daraja.refundMode("never");
  }
  const { tee, orderId, paymentId } = await typed(code, told);
  shop.daraja.refundMode("ok");
  expect(await orderStanding(shop, orderId)).toMatchObject({
    payment: false,
    state: "paid_held",
    why: "the owner has decided about its money already",
  });
  expect(await stockOf(shop, tee)).toMatchObject({ sold: 0 });
  expect(await obey("refund", paymentId, "again")).toMatch(/^Nothing was changed\. This money /);
  expect(await refundsOf(paymentId)).toEqual([]);
});

test("Refunded money never pays another payment, even if the owner says so", async () => {
  const { code, id } = await secondCharge();
  const { payment, buyer, tee } = await pushed();
  await shop.query("update payments set state = 'expired_unknown', next_check_at = null where id = $1", [
    payment,
  ]);
  shop.daraja.dropCallbacks(false);
  expect(await obey("refund", id, "paid twice")).toBe("Done.");
  for (const end of [false, true]) {
    if (end) await shop.pass(15);
    expect(await obey("paid", payment, code)).toBe(
      `Nothing was changed. This money is on its way back, or went back, as ${id}.`,
    );
    expect(await paymentOf(shop, buyer)).toMatchObject({ state: "expired_unknown", receipt: null });
  }
  expect(await stockOf(shop, tee)).toMatchObject({ sold: 0 });
  expect(backOf(code)).toBe(1);
});

test("a second charge nobody has decided about is held when its code is typed, until the owner has", async () => {
  const { code, id } = await secondCharge();
  const { orderId, paymentId } = await typed(code, false);
  expect(await orderStanding(shop, orderId)).toMatchObject({
    payment: false,
    state: "paid_held",
    why: "its money came under another payment",
  });
  expect(await obey("paid", paymentId)).toBe("Done.");
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: true, receipt: code });
  // it has paid: to be closed, and the order's own money may go back once
  expect(await obey("refund", id, "paid twice")).toMatch(
    /^Nothing was changed\. This money has paid payment/,
  );
  expect(await obey("close", id, "it paid an order")).toBe("Done.");
  expect(await obey("refund", paymentId, "torn")).toBe("Done.");
  await shop.pass(15);
  expect(backOf(code)).toBe(1);
});

/** A push that had failed by M-Pesa's word and was paid later, of which only the till has told while queries go unanswered. */
async function paidLate() {
  const made = await pushed();
  const { phone, checkoutRequestId } = shop.daraja.payments().at(-1) ?? {};
  if (!phone || !checkoutRequestId) throw new Error("no prompt");
  await shop.daraja.approve(checkoutRequestId);
  const { receipt = "", accountReference } = shop.daraja.payments().at(-1) ?? {};
  shop.daraja.mode({ mode: "rate-limited", path: "stkpushquery" });
  await tellOfMoney(shop, receipt, { BillRefNumber: accountReference, TransAmount: "1501.00" });
  // no turn to ask came free for it
  await shop.query(
    "update payments set state = 'failed', active = false, code = '1037', why = null, next_check_at = null where id = $1",
    [made.payment],
  );
  expect((await listForStaff(shop.db, "unmatched")).rows.map(({ id }) => id)).toContain(receipt);
  return { ...made, receipt };
}

/** M-Pesa answers again, and is asked about the push. */
async function answersAgain(payment: string) {
  shop.daraja.mode({ mode: "normal" });
  await shop.query("delete from provider_turns");
  await shop.query("update payments set next_check_at = now(), lease_until = null where id = $1", [payment]);
  await shop.work();
}

test.each(["refunded", "closed"])(
  "money of a push that the owner has %s as nobody's pays no order when the query says paid later, with or without its receipt",
  async (how) => {
    for (const withReceipt of [false, true]) {
      const { buyer, tee, payment, path, text, receipt } = await paidLate();
      if (how === "refunded") expect(await refundByStaff(shop.context, receipt, "given back")).toBe(true);
      else expect(await closeByStaff(shop.context, receipt, "settled otherwise")).toBe(true);
      await shop.pass(20);
      if (withReceipt) await knock(path, text({ MpesaReceiptNumber: receipt }));
      await answersAgain(payment);
      expect((await outcomeOf(shop, buyer)).orders).toEqual([]);
      expect(await paymentOf(shop, buyer)).toMatchObject({
        state: "paid_held",
        why: "the owner has decided about its money already",
        paid_at: null,
      });
      expect(await stockOf(shop, tee)).toMatchObject({ sold: 0 });
      expect((await listForStaff(shop.db, "doubtful")).rows.map(({ id }) => id)).toContain(payment);
    }
  },
);

holdsInvariants(() => shop);
