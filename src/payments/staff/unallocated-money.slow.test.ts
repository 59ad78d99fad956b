import { beforeEach, expect, test } from "vitest";
import { knockAt, pusher } from "../../../test/callback.ts";
import { counterOn, WAMBUI } from "../../../test/counter.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { moneyOf, outcomeOf, stockOf, toldStaff } from "../../../test/outcome.ts";
import { ASKED_FREELY, intent, paidShop, paymentOf } from "../../../test/payments.ts";
import { orderStanding, tellOfMoney, typeCode } from "../../../test/till.ts";
import { closeMoney, refundMoney } from "./act-on-money.server.ts";
import { listMoney } from "./list-money.server.ts";

const shop = paidShop(ASKED_FREELY);
const counter = counterOn(shop);
beforeEach(() => {
  shop.daraja.dropCallbacks(true);
  shop.daraja.refundMode("ok");
});

const knock = knockAt(() => shop);
const pushed = pusher(() => shop, 7);
const refund = (money: string, amount = 1_501, more: object = {}) =>
  refundMoney(shop.context, money, { amount, reason: "not ours", confirmed: true, by: WAMBUI, ...more });
const close = (money: string, reason = "settled otherwise") =>
  closeMoney(shop.context, money, { reason, confirmed: true, by: WAMBUI });
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
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const { tx_ref } = await intent(shop, buyer, tee);
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
    await expect(close(id, " ")).rejects.toMatchObject({ status: 400 });
    await close(id, "not on the statement");
    await expect(close(id)).rejects.toMatchObject({ status: 409 });
  }
  expect((await paymentOf(shop, done.buyer)).state).toBe("paid");
  // the other prompt's own money still pays it
  await shop.daraja.approve(waiting.id);
  await shop.pass(30, 15);
  expect((await outcomeOf(shop, waiting.buyer)).orders).toMatchObject([{ payment: true }]);
});

test("Money refunded by two simultaneous calls is refunded once", async () => {
  const receipt = tillMoney(1_501);
  await tellOfMoney(shop, receipt);
  const money = await counter.rowOf(receipt);
  expect(await listed()).toContainEqual([money, 1_501]);
  const begun = await Promise.allSettled([1, 2, 3].map(() => refund(money)));
  expect(begun.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  shop.daraja.dropCallbacks(false);
  await shop.pass(15);
  expect(backOf(receipt)).toBe(1);
  expect(await counter.sumsOf(money)).toMatchObject({ refunded: 1_501, unallocated: 0 });
  const { tee, buyer } = await shop.sale();
  const { orderId } = await typeCode(shop, buyer, tee, receipt);
  await shop.pass(60, 15);
  expect(await orderStanding(shop, orderId)).toMatchObject({
    payment: false,
    state: "paid_held",
    reason: "the owner has decided about its money already",
  });
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

holdsInvariants(() => shop);
