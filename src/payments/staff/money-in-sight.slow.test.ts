import { beforeAll, beforeEach, expect, test } from "vitest";
import { counterOn, WAMBUI } from "../../../test/counter.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { outcomeOf, stockOf } from "../../../test/outcome.ts";
import { intent, paidShop, paymentOf, push, pushOf } from "../../../test/payments.ts";
import { patient } from "../../../test/shop.ts";
import { tellOfMoney } from "../../../test/till.ts";
import { shortId } from "../../ordering/rules.ts";
import { cancelByStaff } from "../../ordering/staff/cancel-by-staff.server.ts";
import { transaction } from "../../platform/database/db.server.ts";
import { lockMoney } from "../transactions/record-money.server.ts";
import { confirmCode } from "./act-on-attempt.server.ts";
import { closeMoney, refundMoney } from "./act-on-money.server.ts";
import { allocateMoney } from "./allocate-money.server.ts";
import { listMoney } from "./list-money.server.ts";
import { listExceptions, waitingIn } from "./needs-decision.server.ts";
import { orderMoney } from "./order-money.server.ts";

const shop = paidShop();
const counter = counterOn(shop);
beforeAll(() => patient(shop));
beforeEach(() => shop.flutterwave.refundMode({ mode: "completed" }));

const because = { reason: "torn", by: WAMBUI };
const refund = (money: string, amount: number, more: object = {}) =>
  refundMoney(shop.context, money, { ...because, amount, confirmed: true, ...more });
const close = (money: string, confirmed = true) => closeMoney(shop.context, money, { ...because, confirmed });
const cancel = async (id: string, confirmed = true) => {
  const [row] = await shop.query<{ version: number }>("select version from orders where id = $1", [id]);
  return cancelByStaff(shop.db, {
    ...because,
    id,
    confirmed,
    version: row?.version ?? 0,
    money: orderMoney(shop.context),
  });
};
const waits = async (id: string) => (await listMoney(shop.db, { id, open: true, page: 1 })).total === 1;
const waiting = async () => (await waitingIn(shop.db, "money", { canAsk: false })).amount;

/** An order paid with 2,000 by its code, whose surplus the owner has closed. */
async function closedSurplus() {
  const { code, orderId } = await counter.typed();
  await tellOfMoney(shop, code, { TransAmount: "2000.00" });
  const money = await counter.rowOf(code);
  await close(money);
  expect(await waits(money)).toBe(false);
  return { money, orderId };
}

test("a refund that a person has to send is listed, also where the rest of its sum is closed, and can be given up", async () => {
  const { money, orderId } = await closedSurplus();
  const before = await waiting();
  await cancel(orderId);
  expect(await counter.sumsOf(money)).toMatchObject({ refunding: 1_501, unallocated: 499 });
  expect(await waits(money)).toBe(true);
  // what was closed is decided
  expect((await waiting()) - before).toBe(1_501);
  await shop.query("update refunds set state = 'failed' where transaction_id = $1", [money]);
  expect(await waits(money)).toBe(true);
  await close(money);
  expect(await waits(money)).toBe(false);
  expect(await counter.sumsOf(money)).toMatchObject({ refunding: 0, unallocated: 2_000 });
});

test("a refund that nobody has sent for a day is listed, and one that is under way for five", async () => {
  const { money } = await counter.paidByCard();
  const { id } = await refund(money, 500);
  const be = (state: string, days: number) =>
    shop.query(
      "update refunds set state = $2, created_at = now() - make_interval(days => $3) where id = $1",
      [id, state, days],
    );
  for (const [state, days, isListed] of [
    ["due", 0, false],
    ["due", 1, true],
    ["sent", 1, false],
    ["sent", 5, true],
  ] as const) {
    await be(state, days);
    expect(await waits(money), `${state} for ${days} days`).toBe(isListed);
  }
  await be("due", 0);
  await shop.work();
});

test("more than is left is refused before anything is asked", async () => {
  const { money } = await counter.stray();
  const more = { status: 409, message: expect.stringContaining("No more than Ksh 700 is left") };
  for (const confirmed of [undefined, true])
    await expect(refund(money, 701, { confirmed })).rejects.toMatchObject(more);
  const paid = await counter.paidByCard();
  await expect(refund(paid.money, 1_502, { confirmed: undefined })).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("No more than Ksh 1,501 is left"),
  });
});

test("staff wait until a report of that sum is written, and decide about what is known then", async () => {
  const { money, receipt } = await counter.stray();
  let isDone = false;
  const begun: Promise<unknown>[] = [];
  await transaction(shop.db, async (tx) => {
    await lockMoney(tx, { provider: "mpesa", amount: 700, receipt });
    begun.push(refund(money, 700).then(() => (isDone = true)));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(isDone).toBe(false);
  });
  await Promise.all(begun);
  expect(await counter.sumsOf(money)).toMatchObject({ refunding: 700 });
});

test("who is asked about the cancelling of a paid order is told of money that may be on its way", async () => {
  shop.flutterwave.refundMode({ mode: "lost" });
  const { money, orderId } = await counter.paidByCard();
  await refund(money, 300);
  await shop.work();
  await expect(cancel(orderId, false)).rejects.toMatchObject({
    status: 409,
    fields: { confirm: { amount: 1_201, conflicts: ["Ksh 300 may be on its way already."] } },
  });
});

test("the shopper is told that other money has paid the order of a code", async () => {
  const { orderId } = await counter.typed();
  const { money } = await counter.stray({ TransAmount: "1501.00" });
  await allocateMoney(shop.context, money, { order: orderId, confirmed: true, by: WAMBUI });
  expect(await shop.query("select event from outbox where event = $1", [`paid:${orderId}`])).toHaveLength(1);
});

test("an order that was paid in part owes nothing more once it is cancelled", async () => {
  const { id, code, orderId } = await counter.typed();
  await tellOfMoney(shop, code, { TransAmount: "100.00" });
  await confirmCode(shop.context, id, { by: WAMBUI, confirmed: true });
  const owed = async () => (await shop.query("select owed from orders where id = $1", [orderId]))[0];
  expect(await owed()).toEqual({ owed: 1_401 });
  await cancel(orderId);
  expect(await owed()).toEqual({ owed: 0 });
  expect(await counter.sumsOf(await counter.rowOf(code))).toMatchObject({ allocated: 0, refunding: 100 });
});

test("an attempt that was held for a sum ends when that is closed, and is not listed beside it", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const { tx_ref } = await intent(shop, buyer, tee);
  await shop.flutterwave.pay({ tx_ref, amount: 100, card: "5061460166976054667" });
  await shop.pass(70, 10);
  const held = await paymentOf(shop, buyer);
  expect(held).toMatchObject({ state: "paid_held", next_check_at: null });
  const [row] = await shop.query<{ id: string }>("select id from transactions where payment_id = $1", [
    held.id,
  ]);
  const attempts = async () => (await listExceptions(shop.db)).map(({ _id }) => _id);
  expect([await waits(String(row?.id)), await attempts()]).toEqual([true, []]);
  await close(String(row?.id));
  expect([await waits(String(row?.id)), await attempts()]).toEqual([false, []]);
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "failed" });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 3, held: 0, sold: 0 });
});

test("so does one whose order was paid by another attempt meanwhile", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const { tx_ref } = await intent(shop, buyer, tee);
  await shop.flutterwave.pay({ tx_ref, amount: 100, card: "5061460166976054667" });
  await shop.pass(700, 70);
  const held = await paymentOf(shop, buyer);
  await push(shop, buyer, pushOf(tee, shop.phone("001")));
  await shop.pass(30);
  const [row] = await shop.query<{ id: string }>("select id from transactions where payment_id = $1", [
    held.id,
  ]);
  await close(String(row?.id));
  expect((await listExceptions(shop.db)).map(({ _id }) => _id)).toEqual([]);
  expect(await outcomeOf(shop, buyer)).toMatchObject({
    states: ["failed", "paid"],
    orders: [{ payment: true, status: "Order Placed" }],
  });
});

test("who closes the sum of an order is told that the order stays", async () => {
  const { code, orderId } = await counter.typed();
  await tellOfMoney(shop, code, { TransAmount: "7.00" });
  const money = await counter.rowOf(code);
  await expect(close(money, false)).rejects.toMatchObject({
    fields: {
      confirm: { conflicts: [`Order ${shortId(orderId)} stays as it is: decide about it as well.`] },
    },
  });
  await close(money);
  expect(await counter.standing(orderId)).toMatchObject({ status: "Order Placed", state: "paid_held" });
});

holdsInvariants(() => shop);
