import { beforeAll, beforeEach, expect, test } from "vitest";
import { counterOn, OTIENO, WAMBUI } from "../../../test/counter.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { untilWaiting } from "../../../test/locks.ts";
import { outcomeOf, stockOf } from "../../../test/outcome.ts";
import { paidShop, paymentOf, push, pushOf } from "../../../test/payments.ts";
import { patient } from "../../../test/shop.ts";
import { moneyUnder, tellOfMoney } from "../../../test/till.ts";
import { shortId } from "../../ordering/rules.ts";
import { transaction } from "../../platform/database/db.server.ts";
import { settleAttempt } from "../refunds/refund-attempts.server.ts";
import { addDispute, findTransaction, lockSum } from "../transactions/queries.server.ts";
import { confirmCode } from "./act-on-attempt.server.ts";
import { markRefunded, repeatByStaff } from "./act-on-refund.server.ts";
import { waitingIn } from "./needs-decision.server.ts";

const shop = paidShop();
const counter = counterOn(shop);
beforeAll(() => patient(shop));
beforeEach(() => {
  shop.flutterwave.refundMode({ mode: "completed" });
  shop.daraja.refundMode("ok");
});

const { refund, close, cancel, waits } = counter;
const mark = (money: string, id: string, code: string | undefined, by = WAMBUI) =>
  markRefunded(shop.context, { money, refund: id, code, confirmed: true, by });
const matters = (money: string) =>
  shop.query("select text, amount from exceptions where transaction_id = $1 and closed_at is null", [money]);
const attemptOf = async (money: string) => {
  const [attempt] = await shop.query<{ id: string }>(
    `select a.id from refund_attempts a join refunds r on r.id = a.refund_id
     where r.transaction_id = $1 and a.way = 'provider' order by a.started_at limit 1`,
    [money],
  );
  return String(attempt?.id);
};

test("A part of M-Pesa's money is sent by a person, who states its code once", async () => {
  const { money, orderId, tee, phone, buyer } = await counter.paidByPush();
  const other = await counter.paidByPush();
  const requests = shop.daraja.requests("reversal").length;
  const lines = [{ line: 1, quantity: 1, restock: true }];
  const { id, way, state } = await refund(money, 500, { lines });
  expect([way, state]).toEqual(["hand", "due"]);
  await shop.pass(2 * 86_400, 43_200);
  expect(shop.daraja.requests("reversal")).toHaveLength(requests);
  expect(await counter.standing(orderId)).toMatchObject({ refund: "due", state: "paid" });
  expect(await waits(money)).toBe(true);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 4, held: 0, sold: 1 });
  for (const code of [undefined, " ", "UKX-1", "UKX1Y2Z3P1B"])
    await expect(mark(money, id, code), String(code)).rejects.toMatchObject({ status: 400 });
  await expect(mark(other.money, id, "UKX1Y2Z3P1")).rejects.toMatchObject({ status: 404 });
  const both = await Promise.allSettled([
    mark(money, id, " ukx1y2z3p1"),
    mark(money, id, "UKX1Y2Z3P1", OTIENO),
  ]);
  const won = both.findIndex(({ status }) => status === "fulfilled");
  expect(both[1 - won]).toMatchObject({
    reason: { status: 409, fields: { current: "done", by: [WAMBUI, OTIENO][won]?.name } },
  });
  expect(await counter.standing(orderId)).toEqual({ status: "Order Placed", refund: "part", state: "paid" });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 5, held: 0, sold: 0 });
  const [second, third] = [await refund(money, 1_001), await refund(other.money, 1)];
  // neither that of another refund nor of money that came
  for (const code of ["UKX1Y2Z3P1", String((await paymentOf(shop, buyer)).receipt)])
    await expect(mark(money, second.id, code)).rejects.toMatchObject({ status: 409 });
  const used = await Promise.allSettled([
    mark(money, second.id, "UKX1Y2Z3P2"),
    mark(other.money, third.id, "UKX1Y2Z3P2"),
  ]);
  expect(used.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(shop.daraja.requests("reversal")).toHaveLength(requests);
  expect(shop.daraja.ledger().find((paid) => paid.phone === phone)?.reversed).toBe(false);
});

test("M-Pesa reverses no sum that staff alone have seen: a person sends it, until M-Pesa names the sum", async () => {
  const vouched = async () => {
    const { id, code, orderId } = await counter.typed();
    await confirmCode(shop.context, id, { by: WAMBUI });
    return { code, orderId, money: await counter.rowOf(code) };
  };
  const isAsked = (money: string, amount: number, confirm: object) =>
    expect(refund(money, amount, { confirmed: false })).rejects.toMatchObject({ fields: { confirm } });
  const before = shop.daraja.requests("reversal").length;
  const unnamed = await vouched();
  await isAsked(unnamed.money, 1_501, { method: "hand", conflicts: ["M-Pesa has not confirmed this sum."] });
  expect(await refund(unnamed.money)).toMatchObject({ way: "hand", state: "due" });
  // too late for its books: it may be sent already
  await tellOfMoney(shop, unnamed.code, { TransAmount: "900.00" });
  expect(await counter.sumsOf(unnamed.money)).toMatchObject({ refunding: 1_501 });
  const named = await vouched();
  await tellOfMoney(shop, named.code);
  expect(await moneyUnder(shop, named.code)).toMatchObject({ amount: 1_501, source: "c2b" });
  expect(await refund(named.money)).toMatchObject({ way: "provider", state: "due" });
  const less = await vouched();
  await tellOfMoney(shop, less.code, { TransAmount: "900.00" });
  const contradiction = "Another message says Ksh 900 for money that was Ksh 1501 before.";
  await isAsked(less.money, 900, { method: "provider", conflicts: [contradiction] });
  await shop.work();
  const reversals = shop.daraja.requests("reversal").slice(before);
  expect(reversals).toMatchObject([{ body: { TransactionID: named.code, Amount: "1501" } }]);
  expect(await counter.standing(unnamed.orderId)).toMatchObject({ refund: "due" });
});

test("a refund that was given up goes through after all: what took its place stays here, and the owner is notified", async () => {
  shop.flutterwave.refundMode({ mode: "refused" });
  const { money, orderId } = await counter.paidByCard();
  await refund(money, 1_501);
  await shop.work();
  shop.flutterwave.refundMode({ mode: "completed" });
  await close(money);
  await refund(money, 500);
  const sent = counter.cardRequests();
  await settleAttempt(shop.context, await attemptOf(money), { type: "done", reference: "77" });
  await shop.work();
  expect(counter.cardRequests()).toBe(sent);
  expect(await matters(money)).toEqual([
    { text: "a refund that was given up went through after all", amount: 1_501 },
  ]);
  expect(await counter.sumsOf(money)).toMatchObject({ allocated: 0, refunded: 1_501, refunding: 0 });
  expect(await counter.standing(orderId)).toMatchObject({ status: "Order Placed", refund: "done" });
});

test("a refund that was given up and goes through after all puts no item on the shelf a second time", async () => {
  shop.flutterwave.refundMode({ mode: "refused" });
  const { money, tee } = await counter.paidByCard(3);
  const returned = { lines: [{ line: 1, quantity: 1, restock: true }] };
  await refund(money, 500, returned);
  await shop.work();
  shop.flutterwave.refundMode({ mode: "completed" });
  await close(money);
  await refund(money, 500, returned);
  await shop.work();
  await settleAttempt(shop.context, await attemptOf(money), { type: "done", reference: "78" });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 3, held: 0, sold: 2 });
});

test("who sends a failed refund again is told of what is on its way already, and of what is disputed", async () => {
  const { money, tx_ref } = await counter.paidByCard();
  const send = async (mode: "lost" | "refused", amount: number) => {
    shop.flutterwave.refundMode({ mode });
    const { id } = await refund(money, amount);
    await shop.work();
    return id;
  };
  await send("lost", 300);
  const id = await send("refused", 200);
  const charge = await findTransaction(shop.db, money);
  if (charge) await transaction(shop.db, (tx) => addDispute(tx, charge, "reversed"));
  const conflicts = [
    'The card provider says "reversed" of a charge that was paid.',
    "Ksh 300 may be on its way already.",
  ];
  const repeat = repeatByStaff(shop.context, { money, refund: id, firstFailed: false, by: WAMBUI });
  await expect(repeat).rejects.toMatchObject({
    status: 409,
    fields: { confirm: { amount: 200, conflicts } },
  });
  await shop.work();
  expect(counter.backOf(tx_ref)).toBe(300);
  expect(await shop.query("select state, next_try_at from refunds where id = $1", [id])).toEqual([
    { state: "failed", next_try_at: null },
  ]);
});

test("a refund that a person has to send is listed, also where the rest of its sum is closed, and can be given up", async () => {
  const { code, orderId } = await counter.typed();
  await tellOfMoney(shop, code, { TransAmount: "2000.00" });
  const money = await counter.rowOf(code);
  await close(money);
  expect(await waits(money)).toBe(false);
  const waiting = async () => (await waitingIn(shop.db, "money", { canAsk: false })).amount;
  const before = await waiting();
  await cancel(orderId);
  expect(await counter.sumsOf(money)).toMatchObject({ refunding: 1_501, unallocated: 499 });
  expect(await waits(money)).toBe(true);
  // what was closed is decided
  expect((await waiting()) - before).toBe(1_501);
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

test("staff wait until a report of that sum is written, and decide about what is known then", async () => {
  const { money, receipt } = await counter.stray();
  let begun: Promise<unknown> | undefined;
  await transaction(shop.db, async (tx) => {
    await lockSum(tx, { provider: "mpesa", amount: 700, receipt });
    begun = refund(money, 700);
    await untilWaiting(shop, 1);
  });
  await begun;
  expect(await counter.sumsOf(money)).toMatchObject({ refunding: 700 });
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

test("an attempt that was held for a sum ends with it also where its order was paid by another meanwhile", async () => {
  const { tee, buyer, tx_ref } = await shop.cardPage({ stock: { M: 3 } });
  await shop.flutterwave.pay({ tx_ref, amount: 100, card: "5061460166976054667" });
  await shop.pass(700, 70);
  const held = await paymentOf(shop, buyer);
  await push(shop, buyer, pushOf(tee, shop.phone("001")));
  await shop.pass(30);
  const [row] = await shop.query<{ id: string }>("select id from transactions where payment_id = $1", [
    held.id,
  ]);
  const given = await refund(String(row?.id), 40);
  await shop.query("update refunds set way = 'hand', next_try_at = null where id = $1", [given.id]);
  await close(String(row?.id));
  expect(await counter.exceptions()).not.toContain(held.id);
  expect(await outcomeOf(shop, buyer)).toMatchObject({
    states: ["failed", "paid"],
    orders: [{ payment: true, status: "Order Placed" }],
  });
});

test("who closes the sum of an order is told that the order stays", async () => {
  const { code, orderId } = await counter.typed();
  await tellOfMoney(shop, code, { TransAmount: "7.00" });
  const money = await counter.rowOf(code);
  await expect(close(money, { confirmed: false })).rejects.toMatchObject({
    fields: {
      confirm: { conflicts: [`Order ${shortId(orderId)} stays as it is: decide about it as well.`] },
    },
  });
  await close(money);
  expect(await counter.standing(orderId)).toMatchObject({ status: "Order Placed", state: "paid_held" });
});

holdsInvariants(() => shop);
