import { beforeAll, beforeEach, expect, test } from "vitest";
import { knockAt, pusher } from "../../../test/callback.ts";
import { addProduct } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { outcomeOf, stockOf, toldStaff } from "../../../test/outcome.ts";
import { ASKED_FREELY, intent, paidShop, paymentOf } from "../../../test/payments.ts";
import { customer } from "../../../test/people.ts";
import { orderStanding, tellOfMoney, typeCode } from "../../../test/till.ts";
import { type ListName, listForStaff, showToStaff } from "./staff-list.server.ts";
import { closeByStaff } from "./staff-money.server.ts";
import { refundByStaff } from "./staff-refund.server.ts";

const shop = paidShop(ASKED_FREELY);
beforeAll(() => shop.daraja.dropCallbacks(true));
beforeEach(() => shop.daraja.dropCallbacks(true));

const knock = knockAt(() => shop);
const pushed = pusher(() => shop, 7);
const listed = async (which: ListName) => (await listForStaff(shop.db, which)).rows;
const reversals = () =>
  shop.daraja.requests("reversal").map(({ body }) => (body as { TransactionID: string }).TransactionID);

/** A push that is paid and ordered, its receipt known. */
async function paid() {
  const made = await pushed();
  await shop.daraja.approve(made.id);
  const { receipt } = shop.daraja.payments().at(-1) ?? {};
  await knock(made.path, made.text({ MpesaReceiptNumber: receipt }));
  await shop.work();
  expect(await paymentOf(shop, made.buyer)).toMatchObject({ state: "paid", receipt });
  return {
    ...made,
    receipt: String(receipt),
    reference: String((await paymentOf(shop, made.buyer)).reference),
  };
}

test("A card charged twice under one reference is one order; the second charge can be refunded", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const { tx_ref } = await intent(shop, buyer, tee);
  const card = "5061460166976054667";
  await shop.flutterwave.pay({ tx_ref, card });
  await shop.pass(5);
  const { transaction_id: second } = await shop.flutterwave.pay({ tx_ref, card });
  await shop.pass(5);
  await shop.flutterwave.webhook({ id: second });
  await shop.pass(70, 10);
  const payment = await paymentOf(shop, buyer);
  const [row, ...more] = (await listed("unmatched")).filter(({ paymentId }) => paymentId === payment.id);
  expect(more).toEqual([]);
  expect(row).toMatchObject({
    kind: "second_charge",
    method: "flutterwave",
    state: "open",
    amount: 1501,
    code: String(second),
    why: "it was paid a second time",
  });
  expect(await toldStaff(shop, buyer)).toEqual(["it was paid a second time"]);

  const id = String(row?.id);
  await expect(refundByStaff(shop.context, id, "paid twice", { amount: 1502 })).rejects.toMatchObject({
    status: 409,
  });
  const begun = await Promise.all([1, 2].map(() => refundByStaff(shop.context, id, "paid twice")));
  expect(begun.filter(Boolean)).toHaveLength(1);
  await shop.work();
  const back = shop.flutterwave.transactions().filter((one) => one.tx_ref === tx_ref);
  expect(back.map(({ id: transaction, refunded }) => [transaction, refunded])).toEqual([
    [Number(payment.receipt), 0],
    [second, 1501],
  ]);
  expect((await listed("unmatched")).filter(({ paymentId }) => paymentId === payment.id)).toEqual([]);
  expect((await showToStaff(shop.db, id))?.discrepancy).toMatchObject({
    state: "refunded",
    reason: "paid twice",
  });
  const outcome = await outcomeOf(shop, buyer);
  expect(outcome).toMatchObject({
    states: ["paid"],
    orders: [{ payment: true, status: "Order Placed", refund: null }],
  });
  expect(await refundByStaff(shop.context, id, "again")).toBe(false);
});

test("more money under the name of a paid push: listed, and reversed by its own code while the order stands", async () => {
  const { buyer, tee, reference, payment, receipt } = await paid();
  const { code } = shop.daraja.payTill({ amount: 400, phone: "254711222333", confirmation: false });
  await tellOfMoney(shop, code, { BillRefNumber: reference, TransAmount: "400.00" });
  await tellOfMoney(shop, code, { BillRefNumber: reference, TransAmount: "400.00" });
  const [row, ...more] = (await listed("unmatched")).filter(({ paymentId }) => paymentId === payment);
  expect(more).toEqual([]);
  expect(row).toMatchObject({ kind: "second_charge", amount: 400, code });
  expect(await toldStaff(shop, buyer)).toEqual(["more money came under its reference"]);
  shop.daraja.dropCallbacks(false);
  expect(await refundByStaff(shop.context, String(row?.id), "too much")).toBe(true);
  await shop.pass(15);
  expect(shop.daraja.ledger().find((one) => one.receipt === code)?.reversed).toBe(true);
  expect(shop.daraja.ledger().find((one) => one.receipt === receipt)?.reversed).toBe(false);
  expect((await listed("unmatched")).filter(({ paymentId }) => paymentId === payment)).toEqual([]);
  expect(await orderStanding(shop, String((await paymentOf(shop, buyer)).order_id))).toMatchObject({
    state: "paid",
    status: "Order Placed",
    refund: null,
  });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 0, sold: 1 });
});

test("a second receipt, or another request's success, at a push's own address: listed, decidable, nothing decided by it", async () => {
  const [done, waiting] = [await paid(), await pushed()];
  await knock(done.path, done.text({ MpesaReceiptNumber: "UKX7Y7Z7A7" }));
  await knock(waiting.path, waiting.text({ MpesaReceiptNumber: "UKX7Y7Z7A8" }).replace("ws_CO_", "ws_CO_9"));
  await shop.work();
  const ours = [done.payment, waiting.payment];
  const rows = (await listed("unmatched")).filter(({ paymentId }) => ours.includes(String(paymentId)));
  expect(rows.map(({ code, why }) => [code, why]).sort()).toEqual([
    ["UKX7Y7Z7A7", "a second payment under its request"],
    ["UKX7Y7Z7A8", "a callback tells of money of another request"],
  ]);
  expect((await paymentOf(shop, waiting.buyer)).state).toBe("pending");
  for (const { id } of rows) {
    await expect(closeByStaff(shop.context, id, " ")).rejects.toMatchObject({ status: 400 });
    expect(await closeByStaff(shop.context, id, "not on the statement")).toBe(true);
    expect(await closeByStaff(shop.context, id, "not on the statement")).toBe(false);
  }
  const left = await listed("unmatched");
  expect(left.filter(({ paymentId }) => ours.includes(String(paymentId)))).toEqual([]);
  expect((await paymentOf(shop, done.buyer)).state).toBe("paid");
});

test("money at the till that fits nothing goes back once, and the person who types its code later gets nothing for it", async () => {
  const { code } = shop.daraja.payTill({ amount: 1501, phone: "254711222444", confirmation: false });
  await tellOfMoney(shop, code);
  expect(await listed("unmatched")).toContainEqual(expect.objectContaining({ id: code, amount: 1501 }));
  const begun = await Promise.all(
    [1, 2, 3].map(() => refundByStaff(shop.context, code, "nobody claimed it")),
  );
  expect(begun.filter(Boolean)).toHaveLength(1);
  expect(await listed("unmatched")).toContainEqual(
    expect.objectContaining({ kind: "unmatched_money", code, state: "refund_pending", refund: "due" }),
  );
  shop.daraja.dropCallbacks(false);
  await shop.pass(15);
  expect(reversals().filter((receipt) => receipt === code)).toHaveLength(1);
  expect((await listed("unmatched")).map((row) => row.code)).not.toContain(code);

  const thief = await customer(shop);
  const { orderId } = await typeCode(shop, thief, await addProduct(shop), code);
  await shop.pass(60, 15);
  expect(await orderStanding(shop, orderId)).toMatchObject({
    payment: false,
    state: "paid_held",
    why: "the owner has decided about its money already",
  });
});

test("the owner and the shopper who types its code simultaneously: one of them has the money", async () => {
  for (let round = 0; round < 5; round++) {
    const { code } = shop.daraja.payTill({ amount: 1501, phone: "254711222555", confirmation: false });
    await tellOfMoney(shop, code);
    const { tee, buyer } = await shop.sale();
    const [placed, returned] = await Promise.all([
      typeCode(shop, buyer, tee, code),
      refundByStaff(shop.context, code, "nobody claimed it").catch(() => false),
    ]);
    await shop.pass(60, 20);
    const { payment } = (await orderStanding(shop, placed.orderId)) ?? {};
    const back = shop.daraja.ledger().find((one) => one.receipt === code)?.reversed;
    expect({ payment, back }).toEqual(
      returned ? { payment: false, back: true } : { payment: true, back: false },
    );
  }
});

holdsInvariants(() => shop);
