import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { OTIENO, openCounter, WAMBUI } from "../../../test/counter.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { outcomeOf, stockOf } from "../../../test/outcome.ts";
import { patient } from "../../../test/shop.ts";
import { confirmRefunded, markRefunded } from "./mark-refunded.server.ts";
import { refundPayment } from "./refund-payment.server.ts";
import { listForStaff, showToStaff } from "./staff-list.server.ts";
import { refundByStaff } from "./staff-refund.server.ts";

let counter: Awaited<ReturnType<typeof openCounter>>;
let shop: typeof counter.shop;
let context: typeof counter.context;
beforeAll(async () => {
  counter = await openCounter();
  ({ shop, context } = counter);
  // twenty at once wait for each other
  await patient(shop);
});
afterAll(() => shop.close());
beforeEach(() => shop.flutterwave.refundMode({ mode: "completed" }));

const wish = (amount: number, more: object = {}) => ({ amount, reason: "torn", by: WAMBUI, ...more });
const refundRows = (id: string) =>
  shop.query("select state, amount, way from refunds where payment_id = $1 order by number", [id]);

test("Refunds of a payment never exceed what came; a part leaves the order unchanged", async () => {
  const { id, orderId, tee, tx_ref, buyer } = await counter.paidByCard();
  const goods = await stockOf(shop, tee);
  const first = await refundPayment(context, id, wish(500));
  expect(first).toMatchObject({ state: "due", way: "provider", amount: 500 });
  expect(await counter.standing(orderId)).toEqual({
    status: "Order Placed",
    refund: "due",
    state: "ordered",
  });
  await shop.work();
  expect(await counter.standing(orderId)).toEqual({
    status: "Order Placed",
    refund: "part",
    state: "ordered",
  });
  expect(counter.backOf(tx_ref)).toBe(500);
  await expect(refundPayment(context, id, wish(1_002, { by: OTIENO }))).rejects.toMatchObject({
    status: 409,
    message: "No more than Ksh 1,001 is left: Ksh 500 went back or is on its way.",
    fields: { current: "done", by: "Wambui", at: expect.any(Number) },
  });
  await refundPayment(context, id, wish(1_001, { by: OTIENO }));
  await shop.work();
  expect(await counter.standing(orderId)).toEqual({
    status: "Order Placed",
    refund: "done",
    state: "refunded",
  });
  expect(counter.backOf(tx_ref)).toBe(1_501);
  expect(await stockOf(shop, tee)).toEqual(goods);
  await expect(refundPayment(context, id, wish(1))).rejects.toMatchObject({ status: 409 });
  expect((await outcomeOf(shop, buyer)).mails).toEqual([
    "placed",
    "refund-due",
    "refunded",
    "refund-due",
    "refunded",
  ]);
  expect(await counter.auditOf(id)).toEqual([
    { action: "payment.refund", staff_name: "Wambui" },
    { action: "payment.refund", staff_name: "Otieno" },
  ]);
  const shown = await showToStaff(shop.db, id);
  expect(shown?.refunds.map(({ byName, number }) => [byName, number])).toEqual([
    ["Wambui", 1],
    ["Otieno", 2],
  ]);
  expect(shown?.events.at(-1)).toMatchObject({ to: "refunded", byName: null });
});

test("A refund requested twenty times at once is sent once", async () => {
  const { id, tx_ref } = await counter.paidByCard();
  const before = counter.cardRequests();
  const given = await Promise.all(
    Array.from({ length: 20 }, () => refundPayment(context, id, wish(500, { key: "tap-1" }))),
  );
  expect(new Set(given.map((refund) => refund.id)).size).toBe(1);
  const other = await shop.second();
  await shop.work(shop, other);
  await other.close();
  expect(counter.cardRequests() - before).toBe(1);
  expect(counter.backOf(tx_ref)).toBe(500);
  expect(await counter.auditOf(id)).toHaveLength(1);
  await expect(refundPayment(context, id, wish(501, { key: "tap-1" }))).rejects.toMatchObject({
    status: 409,
    message: "This Idempotency-Key was used for another refund.",
  });
  // another's key is another key
  await refundPayment(context, id, wish(501, { key: "tap-1", by: OTIENO }));
  expect(await refundRows(id)).toHaveLength(2);
});

test("Twenty simultaneous partial refunds never exceed what came", async () => {
  const { id, tx_ref } = await counter.paidByCard();
  const asked = await Promise.allSettled(
    Array.from({ length: 20 }, () => refundPayment(context, id, wish(400))),
  );
  expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  await shop.work();
  expect(counter.backOf(tx_ref)).toBe(1_200);
});

test("A part of M-Pesa's money is sent by a person, who states its code once", async () => {
  const { id, orderId, tee, phone } = await counter.paidByPush();
  const other = await counter.paidByPush();
  const requests = shop.daraja.requests("reversal").length;
  const lines = [{ line: 1, quantity: 1, restock: true }];
  const refund = await refundPayment(context, id, wish(500, { lines }));
  expect(refund).toMatchObject({ way: "hand", state: "due" });
  await shop.pass(2 * 86_400, 43_200);
  expect(shop.daraja.requests("reversal")).toHaveLength(requests);
  expect(await counter.standing(orderId)).toMatchObject({ refund: "due", state: "ordered" });
  expect((await listForStaff(shop.db, "refunds")).rows).toContainEqual(
    expect.objectContaining({
      id: refund.id,
      paymentId: id,
      orderId,
      amount: 500,
      way: "hand",
      refund: "due",
    }),
  );
  expect(await stockOf(shop, tee)).toEqual({ shelf: 4, held: 0, sold: 1 });
  const marked = (code: string | undefined, by = WAMBUI) => confirmRefunded(context, refund.id, { code, by });
  await expect(marked(" ")).rejects.toMatchObject({ status: 400 });
  const both = await Promise.allSettled([marked(" ukx1y2z3p1"), marked("UKX1Y2Z3P1", OTIENO)]);
  const won = both.findIndex(({ status }) => status === "fulfilled");
  expect(both[won]).toMatchObject({ value: { state: "done", way: "hand", amount: 500 } });
  expect(both[1 - won]).toMatchObject({
    reason: { status: 409, fields: { current: "done", by: [WAMBUI, OTIENO][won]?.name } },
  });
  expect(await counter.standing(orderId)).toEqual({
    status: "Order Placed",
    refund: "part",
    state: "ordered",
  });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 5, held: 0, sold: 0 });
  const [second, third] = [
    await refundPayment(context, id, wish(1_001)),
    await refundPayment(context, other.id, wish(1)),
  ];
  // neither that of another refund nor of money that came
  const { receipt } = (await showToStaff(shop.db, id))?.payment ?? {};
  for (const code of ["UKX1Y2Z3P1", String(receipt)])
    await expect(markRefunded(context, second.id, code, WAMBUI)).rejects.toMatchObject({ status: 409 });
  const used = await Promise.allSettled(
    [second, third].map(({ id: refundId }) => markRefunded(context, refundId, "UKX1Y2Z3P2", WAMBUI)),
  );
  expect(used.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(shop.daraja.requests("reversal")).toHaveLength(requests);
  expect(shop.daraja.ledger().find((paid) => paid.phone === phone)?.reversed).toBe(false);
});

test("all of M-Pesa's money goes by its reversal", async () => {
  const { id, orderId, phone } = await counter.paidByPush();
  expect(await refundPayment(context, id, wish(1_501))).toMatchObject({ way: "provider" });
  await shop.pass(15);
  expect(shop.daraja.ledger().find((paid) => paid.phone === phone)?.reversed).toBe(true);
  expect(await counter.standing(orderId)).toEqual({
    status: "Order Placed",
    refund: "done",
    state: "refunded",
  });
});

test("two parts of one transaction whose answers were lost: each is found by its own name", async () => {
  const { id, tx_ref } = await counter.paidByCard();
  shop.flutterwave.refundMode({ mode: "lost" });
  await refundPayment(context, id, wish(500));
  await shop.work();
  shop.flutterwave.refundMode({ mode: "completed" });
  await refundPayment(context, id, wish(500));
  await shop.work();
  expect((await refundRows(id)).map(({ state }) => state)).toEqual(["unknown", "done"]);
  await shop.pass(700, 700);
  const [lost] = await shop.query<{ id: string }>(
    "select id from refunds where payment_id = $1 and state = 'unknown'",
    [id],
  );
  expect(await refundByStaff(context, String(lost?.id), "again")).toBe(true);
  await shop.work();
  await shop.work();
  expect((await refundRows(id)).map(({ state }) => state)).toEqual(["done", "done"]);
  expect(counter.backOf(tx_ref)).toBe(1_000);
});

test("an earlier release beside this one adds no second refund, and what it finishes is applied", async () => {
  const { id, orderId, tee } = await counter.paidByCard();
  const lines = [{ line: 1, quantity: 1, restock: true }];
  const refund = await refundPayment(context, id, wish(500, { lines }));
  await expect(
    shop.query("insert into refunds (id, payment_id, amount, reason) values ($1, $1, 1501, 'earlier')", [id]),
  ).rejects.toThrow(/refunds_by_number/);
  await shop.query("update refunds set state = 'done', done_at = now(), next_try_at = null where id = $1", [
    refund.id,
  ]);
  await shop.query("update orders set refund = 'done' where id = $1", [orderId]);
  await shop.work();
  await shop.work();
  expect(await counter.standing(orderId)).toEqual({
    status: "Order Placed",
    refund: "part",
    state: "ordered",
  });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 5, held: 0, sold: 0 });
});

holdsInvariants(() => shop);
