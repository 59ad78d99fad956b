import { beforeEach, expect, test } from "vitest";
import { counterOn, OTIENO, WAMBUI } from "../../../test/counter.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { stockOf } from "../../../test/outcome.ts";
import { paidShop, paymentOf } from "../../../test/payments.ts";
import { cancelOrder } from "../../ordering/change-status.server.ts";
import { transaction } from "../../platform/database/db.server.ts";
import { settleAttempt } from "../refunds/refund-attempts.server.ts";
import { closeMoney, refundMoney } from "./act-on-money.server.ts";
import { markRefunded, repeatByStaff } from "./act-on-refund.server.ts";
import { listMoney } from "./list-money.server.ts";
import { orderMoney } from "./order-money.server.ts";

const shop = paidShop();
const counter = counterOn(shop);
beforeEach(() => {
  shop.flutterwave.refundMode({ mode: "completed" });
  shop.daraja.refundMode("ok");
});

const refund = (money: string, amount: number, more: object = {}) =>
  refundMoney(shop.context, money, { amount, reason: "torn", confirmed: true, by: WAMBUI, ...more });
const close = (money: string) =>
  closeMoney(shop.context, money, { reason: "agreed by phone", confirmed: true, by: WAMBUI });
const mark = (money: string, id: string, code: string | undefined, by = WAMBUI) =>
  markRefunded(shop.context, { money, refund: id, code, confirmed: true, by });
const repeat = (money: string, id: string, firstFailed = false) =>
  repeatByStaff(shop.context, { money, refund: id, firstFailed, confirmed: true, by: WAMBUI });
const waits = async (id: string) => (await listMoney(shop.db, { id, open: true, page: 1 })).total === 1;
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

test("a refund that failed is sent again, or a person sends it; neither twice", async () => {
  shop.daraja.refundMode("balance");
  const { money, orderId, phone } = await counter.paidByPush();
  const { id } = await refund(money, 1_501);
  await shop.pass(10);
  expect(await counter.sumsOf(money)).toMatchObject({ refunding: 1_501 });
  expect(await waits(money)).toBe(true);
  shop.daraja.refundMode("ok");
  await repeat(money, id);
  await shop.pass(10);
  expect(shop.daraja.ledger().find((paid) => paid.phone === phone)?.reversed).toBe(true);
  expect(await counter.standing(orderId)).toMatchObject({ status: "Order Placed", refund: "done" });
  await expect(repeat(money, id)).rejects.toMatchObject({ status: 409 });
  await expect(mark(money, id, "UKX4Y4Z4A1")).rejects.toMatchObject({ status: 409 });

  shop.daraja.refundMode("balance");
  const byHand = await counter.paidByPush();
  const failed = await refund(byHand.money, 1_501);
  await shop.pass(10);
  await mark(byHand.money, failed.id, "UKX4Y4Z4A2");
  shop.daraja.refundMode("ok");
  await expect(repeat(byHand.money, failed.id)).rejects.toMatchObject({ status: 409 });
  await shop.pass(86_400, 43_200);
  expect(shop.daraja.ledger().find((paid) => paid.phone === byHand.phone)?.reversed).toBe(false);
  expect(await counter.sumsOf(byHand.money)).toMatchObject({ refunded: 1_501, refunding: 0 });
});

test("a part in place of a failed refund, and then the order is cancelled: the rest is owed", async () => {
  const books = orderMoney(shop.context);
  shop.flutterwave.refundMode({ mode: "refused" });
  const { money, orderId, tx_ref } = await counter.paidByCard();
  await refund(money, 1_501);
  await shop.work();
  shop.flutterwave.refundMode({ mode: "completed" });
  await close(money);
  await refund(money, 500);
  const because = { orderId, reason: "edited", confirmed: true, by: WAMBUI };
  await transaction(shop.db, (tx) => books.owePart(tx, { ...because, amount: 200 }));
  await transaction(shop.db, async (tx) => {
    expect(await books.oweAll(tx, because)).toMatchObject({ amount: 801 });
    await cancelOrder(tx, orderId);
  });
  await shop.work();
  expect(counter.backOf(tx_ref)).toBe(1_501);
  expect(await counter.standing(orderId)).toEqual({ status: "Cancelled", refund: "done", state: "paid" });
  const nothing = transaction(shop.db, (tx) => books.owePart(tx, { ...because, amount: 1 }));
  await expect(nothing).rejects.toMatchObject({ status: 409 });
});

test("two parts of one sum whose answers were lost are done by two refunds of the provider", async () => {
  shop.flutterwave.refundMode({ mode: "lost" });
  const { money, tx_ref } = await counter.paidByCard();
  const parts = [];
  for (let n = 0; n < 2; n += 1) {
    parts.push(await refund(money, 500));
    await shop.work();
  }
  shop.flutterwave.refundMode({ mode: "completed" });
  await shop.pass(700, 100);
  const sent = counter.cardRequests();
  for (const { id } of parts) {
    await repeat(money, id);
    await shop.work();
  }
  await shop.work();
  const rows = await shop.query<{ state: string; reference: string }>(
    "select state, reference from refunds where transaction_id = $1",
    [money],
  );
  expect(rows.map(({ state }) => state)).toEqual(["done", "done"]);
  expect(new Set(rows.map(({ reference }) => reference)).size).toBe(2);
  expect(counter.backOf(tx_ref)).toBe(1_000);
  expect(counter.cardRequests()).toBe(sent);
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

holdsInvariants(() => shop);
