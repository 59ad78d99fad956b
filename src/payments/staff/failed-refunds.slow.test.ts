import { beforeEach, expect, test } from "vitest";
import { counterOn, OTIENO, WAMBUI } from "../../../test/counter.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { paidShop } from "../../../test/payments.ts";
import { cancelOrder } from "../../ordering/change-status.server.ts";
import { transaction } from "../../platform/database/db.server.ts";
import { settleAttempt } from "../refunds/refund-attempts.server.ts";
import { closePayment } from "./counter-deeds.server.ts";
import { markRefunded } from "./mark-refunded.server.ts";
import { orderMoney } from "./order-money.server.ts";
import { refundPayment } from "./refund-payment.server.ts";
import { listForStaff } from "./staff-list.server.ts";
import { refundByStaff } from "./staff-refund.server.ts";

const shop = paidShop();
const counter = counterOn(shop);
beforeEach(() => {
  shop.flutterwave.refundMode({ mode: "completed" });
  shop.daraja.refundMode("ok");
});

const wish = (amount: number, more: object = {}) => ({ amount, reason: "torn", by: WAMBUI, ...more });
const doubtful = async () => (await listForStaff(shop.db, "doubtful")).rows.map((row) => row.id);

test("a part by hand of a cancelled order's money leaves the rest with the owner, until it is back too", async () => {
  shop.daraja.refundMode("balance");
  const { id, orderId } = await counter.paidByPush();
  await refundByStaff(shop.context, id, "cancelled");
  await shop.pass(10);
  expect(await counter.standing(orderId)).toEqual({
    status: "Cancelled",
    refund: "due",
    state: "refund_failed",
  });
  const part = await refundPayment(shop.context, id, wish(500));
  expect(await markRefunded(shop.context, part.id, "UKX4Y4Z4A1", WAMBUI)).toBe(true);
  expect(await counter.standing(orderId)).toEqual({
    status: "Cancelled",
    refund: "part",
    state: "refund_failed",
  });
  expect(await doubtful()).toContain(id);
  const rest = await refundPayment(shop.context, id, wish(1_001));
  expect(rest).toMatchObject({ way: "hand" });
  expect(await markRefunded(shop.context, rest.id, "UKX4Y4Z4A2", WAMBUI)).toBe(true);
  expect(await counter.standing(orderId)).toEqual({ status: "Cancelled", refund: "done", state: "refunded" });
  expect(await doubtful()).not.toContain(id);
});

test("a part in place of a failed refund, and then the order is cancelled: the rest is owed", async () => {
  const money = orderMoney(shop.context);
  shop.flutterwave.refundMode({ mode: "refused" });
  const { id, orderId, tx_ref } = await counter.paidByCard();
  await refundPayment(shop.context, id, wish(1_501));
  await shop.work();
  shop.flutterwave.refundMode({ mode: "completed" });
  await refundPayment(shop.context, id, wish(500));
  expect(await counter.standing(orderId)).toMatchObject({ status: "Order Placed", state: "refund_pending" });
  const because = { orderId, reason: "edited", by: WAMBUI };
  await transaction(shop.db, (tx) => money.owePart(tx, { ...because, amount: 200 }));
  await transaction(shop.db, async (tx) => {
    expect(await money.oweAll(tx, because)).toMatchObject({ amount: 801 });
    await cancelOrder(tx, orderId);
  });
  await shop.work();
  expect(counter.backOf(tx_ref)).toBe(1_501);
  expect(await counter.standing(orderId)).toEqual({ status: "Cancelled", refund: "done", state: "refunded" });
  const nothing = transaction(shop.db, (tx) => money.owePart(tx, { ...because, amount: 1 }));
  await expect(nothing).rejects.toMatchObject({ status: 409 });
});

test("a failed part is still owed beside another, and given up only for what leaves no room for it", async () => {
  shop.flutterwave.refundMode({ mode: "refused" });
  const { id, tx_ref } = await counter.paidByCard();
  const owed = await refundPayment(shop.context, id, wish(500));
  await shop.work();
  shop.flutterwave.refundMode({ mode: "completed" });
  await refundPayment(shop.context, id, wish(600, { by: OTIENO }));
  await shop.work();
  expect(await doubtful()).toContain(id);
  expect((await listForStaff(shop.db, "refunds")).rows.map((row) => row.id)).toContain(owed.id);
  expect(await counter.auditOf(id)).toHaveLength(2);
  await refundPayment(shop.context, id, wish(901, { by: OTIENO }));
  expect(await counter.auditOf(id)).toEqual([
    { action: "payment.refund", staff_name: "Wambui" },
    { action: "payment.refund", staff_name: "Otieno" },
    { action: "payment.close", staff_name: "Otieno" },
    { action: "payment.refund", staff_name: "Otieno" },
  ]);
  await shop.work();
  expect(counter.backOf(tx_ref)).toBe(1_501);
  expect(await doubtful()).not.toContain(id);
});

test("two parts of one sum whose answers were lost are done by two refunds of the provider", async () => {
  shop.flutterwave.refundMode({ mode: "lost" });
  const { id, tx_ref } = await counter.paidByCard();
  const parts = [await refundPayment(shop.context, id, wish(500))];
  await shop.work();
  parts.push(await refundPayment(shop.context, id, wish(500)));
  await shop.work();
  shop.flutterwave.refundMode({ mode: "completed" });
  await shop.pass(700, 100);
  const sent = counter.cardRequests();
  for (const part of parts) {
    expect(await refundByStaff(shop.context, part.id, "again")).toBe(true);
    await shop.work();
  }
  await shop.work();
  const rows = await shop.query<{ state: string; reference: string }>(
    "select state, reference from refunds where payment_id = $1",
    [id],
  );
  expect(rows.map(({ state }) => state)).toEqual(["done", "done"]);
  expect(new Set(rows.map(({ reference }) => reference)).size).toBe(2);
  expect(counter.backOf(tx_ref)).toBe(1_000);
  expect(counter.cardRequests()).toBe(sent);
});

test("a refund that was given up goes through after all: what took its place stays here, and the owner is notified", async () => {
  shop.flutterwave.refundMode({ mode: "refused" });
  const { id, orderId } = await counter.paidByCard();
  await refundPayment(shop.context, id, wish(1_501));
  await shop.work();
  shop.flutterwave.refundMode({ mode: "completed" });
  await refundPayment(shop.context, id, wish(500));
  const sent = counter.cardRequests();
  const [attempt] = await shop.query<{ id: string }>(
    "select a.id from refund_attempts a join refunds r on r.id = a.refund_id where r.payment_id = $1",
    [id],
  );
  await settleAttempt(shop.context, String(attempt?.id), { type: "done", reference: "77" });
  await shop.work();
  expect(counter.cardRequests()).toBe(sent);
  expect(await shop.query("select key, kind from discrepancies where payment_id = $1", [id])).toEqual([
    { key: `twice:${attempt?.id}`, kind: "refunded_twice" },
  ]);
  expect(await counter.standing(orderId)).toMatchObject({ refund: "done", state: "refunded" });
});

const close = (id: string) => closePayment(shop.context, id, { reason: "agreed by phone", by: WAMBUI });
const attemptOf = async (id: string) => {
  const [attempt] = await shop.query<{ id: string }>(
    "select a.id from refund_attempts a join refunds r on r.id = a.refund_id where r.payment_id = $1 and a.way = 'provider'",
    [id],
  );
  return String(attempt?.id);
};
const alarms = (id: string) =>
  shop.query("select kind, what, state from discrepancies where payment_id = $1", [id]);

test("the owner leaves it at a part of a cancelled order's money: it ends", async () => {
  shop.daraja.refundMode("balance");
  const { id, orderId } = await counter.paidByPush();
  await refundByStaff(shop.context, id, "cancelled");
  await shop.pass(10);
  // it has no order, and nothing is back
  await expect(close(id)).rejects.toMatchObject({ status: 409 });
  expect(await counter.standing(orderId)).toMatchObject({ state: "refund_failed" });
  const part = await refundPayment(shop.context, id, wish(500));
  await expect(close(id)).rejects.toMatchObject({ status: 409 });
  expect(await markRefunded(shop.context, part.id, "UKX4Y4Z4A3", WAMBUI)).toBe(true);
  expect(await doubtful()).toContain(id);
  await close(id);
  expect(await counter.standing(orderId)).toEqual({ status: "Cancelled", refund: "part", state: "refunded" });
  expect(await doubtful()).not.toContain(id);
  expect((await counter.auditOf(id)).at(-1)).toEqual({ action: "payment.close", staff_name: "Wambui" });
  await expect(close(id)).rejects.toMatchObject({
    status: 409,
    fields: { current: "refunded", by: "Wambui" },
  });
});

test("all of a running order's money did not go back, and the owner gives that up: the order goes on", async () => {
  shop.flutterwave.refundMode({ mode: "refused" });
  const { id, orderId } = await counter.paidByCard();
  await refundPayment(shop.context, id, wish(1_501));
  await shop.work();
  expect(await counter.standing(orderId)).toMatchObject({ refund: "due", state: "refund_failed" });
  await close(id);
  expect(await counter.standing(orderId)).toEqual({ status: "Order Placed", refund: null, state: "paid" });
  expect(await doubtful()).not.toContain(id);
  expect((await counter.auditOf(id)).at(-1)).toEqual({ action: "payment.close", staff_name: "Wambui" });

  await settleAttempt(shop.context, await attemptOf(id), { type: "done", reference: "78" });
  expect(await counter.standing(orderId)).toMatchObject({ refund: "done", state: "refunded" });
  expect(await alarms(id)).toEqual([
    { kind: "contradiction", what: "a refund that was given up went through after all", state: "open" },
  ]);
});

test("a refund whose answer was lost is not given up before its provider was asked", async () => {
  shop.flutterwave.refundMode({ mode: "lost" });
  const { id, orderId } = await counter.paidByCard();
  await refundPayment(shop.context, id, wish(1_501));
  await shop.work();
  await expect(close(id)).rejects.toMatchObject({
    status: 409,
    fields: { current: "unknown", by: "Wambui" },
  });
  expect(await counter.standing(orderId)).toMatchObject({ refund: "due", state: "refund_failed" });
});

holdsInvariants(() => shop);
