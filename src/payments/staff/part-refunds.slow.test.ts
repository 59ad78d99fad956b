import { beforeAll, beforeEach, expect, test } from "vitest";
import { counterOn, OTIENO, WAMBUI } from "../../../test/counter.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { outcomeOf, stockOf } from "../../../test/outcome.ts";
import { paidShop } from "../../../test/payments.ts";
import { patient } from "../../../test/shop.ts";
import { closePayment } from "./counter-deeds.server.ts";
import { confirmRefunded, markRefunded } from "./mark-refunded.server.ts";
import { refundPayment } from "./refund-payment.server.ts";
import { listForStaff, showToStaff } from "./staff-list.server.ts";
import { refundByStaff } from "./staff-refund.server.ts";

const shop = paidShop();
const counter = counterOn(shop);
// twenty at once wait for each other
beforeAll(() => patient(shop));
beforeEach(() => shop.flutterwave.refundMode({ mode: "completed" }));

const wish = (amount: number, more: object = {}) => ({ amount, reason: "torn", by: WAMBUI, ...more });
const refundRows = (id: string) =>
  shop.query("select state, amount, way from refunds where payment_id = $1 order by number", [id]);

test("Refunds of a payment never exceed what came; a part leaves the order unchanged", async () => {
  const { id, orderId, tee, tx_ref, buyer } = await counter.paidByCard();
  const goods = await stockOf(shop, tee);
  const first = await refundPayment(shop.context, id, wish(500));
  expect(first).toMatchObject({ state: "due", way: "provider", amount: 500 });
  expect(await counter.standing(orderId)).toEqual({
    status: "Order Placed",
    refund: "due",
    state: "paid",
  });
  await shop.work();
  expect(await counter.standing(orderId)).toEqual({
    status: "Order Placed",
    refund: "part",
    state: "paid",
  });
  expect(counter.backOf(tx_ref)).toBe(500);
  await expect(refundPayment(shop.context, id, wish(1_002, { by: OTIENO }))).rejects.toMatchObject({
    status: 409,
    message: "No more than Ksh 1,001 is left: Ksh 500 went back or is on its way.",
    fields: { current: "done", by: "Wambui", at: expect.any(Number) },
  });
  await refundPayment(shop.context, id, wish(1_001, { by: OTIENO }));
  await shop.work();
  expect(await counter.standing(orderId)).toEqual({
    status: "Order Placed",
    refund: "done",
    state: "refunded",
  });
  expect(counter.backOf(tx_ref)).toBe(1_501);
  expect(await stockOf(shop, tee)).toEqual(goods);
  await expect(refundPayment(shop.context, id, wish(1))).rejects.toMatchObject({ status: 409 });
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
    Array.from({ length: 20 }, () => refundPayment(shop.context, id, wish(500, { key: "tap-1" }))),
  );
  expect(new Set(given.map((refund) => refund.id)).size).toBe(1);
  const other = await shop.second();
  await shop.work(shop, other);
  await other.close();
  expect(counter.cardRequests() - before).toBe(1);
  expect(counter.backOf(tx_ref)).toBe(500);
  expect(await counter.auditOf(id)).toHaveLength(1);
  await expect(refundPayment(shop.context, id, wish(501, { key: "tap-1" }))).rejects.toMatchObject({
    status: 409,
    message: "This Idempotency-Key was used for another refund.",
  });
  // another's key is another key
  await refundPayment(shop.context, id, wish(501, { key: "tap-1", by: OTIENO }));
  expect(await refundRows(id)).toHaveLength(2);
});

test("Twenty simultaneous partial refunds never exceed what came", async () => {
  const { id, tx_ref } = await counter.paidByCard();
  const asked = await Promise.allSettled(
    Array.from({ length: 20 }, () => refundPayment(shop.context, id, wish(400))),
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
  const refund = await refundPayment(shop.context, id, wish(500, { lines }));
  expect(refund).toMatchObject({ way: "hand", state: "due" });
  await shop.pass(2 * 86_400, 43_200);
  expect(shop.daraja.requests("reversal")).toHaveLength(requests);
  expect(await counter.standing(orderId)).toMatchObject({ refund: "due", state: "paid" });
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
  const marked = (code: string | undefined, by = WAMBUI) =>
    confirmRefunded(shop.context, refund.id, { code, by });
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
    state: "paid",
  });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 5, held: 0, sold: 0 });
  const [second, third] = [
    await refundPayment(shop.context, id, wish(1_001)),
    await refundPayment(shop.context, other.id, wish(1)),
  ];
  // neither that of another refund nor of money that came
  const { receipt } = (await showToStaff(shop.db, id))?.payment ?? {};
  for (const code of ["UKX1Y2Z3P1", String(receipt)])
    await expect(markRefunded(shop.context, second.id, code, WAMBUI)).rejects.toMatchObject({ status: 409 });
  const used = await Promise.allSettled(
    [second, third].map(({ id: refundId }) => markRefunded(shop.context, refundId, "UKX1Y2Z3P2", WAMBUI)),
  );
  expect(used.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(shop.daraja.requests("reversal")).toHaveLength(requests);
  expect(shop.daraja.ledger().find((paid) => paid.phone === phone)?.reversed).toBe(false);
});

test("Refunded items return to stock once, when the refund is done", async () => {
  const { id, tee, orderId } = await counter.paidByCard(3);
  const lines = (quantity: number, restock = true) => ({ lines: [{ line: 1, quantity, restock }] });
  for (const quantity of [0, -1, 1.5])
    await expect(refundPayment(shop.context, id, wish(10, lines(quantity)))).rejects.toMatchObject({
      status: 400,
    });
  await expect(
    refundPayment(shop.context, id, wish(10, { lines: [{ line: 2, quantity: 1, restock: true }] })),
  ).rejects.toMatchObject({ status: 400 });
  await expect(refundPayment(shop.context, id, wish(10, lines(4)))).rejects.toMatchObject({ status: 409 });
  await refundPayment(shop.context, id, wish(1_500, { key: "one", ...lines(1) }));
  await refundPayment(shop.context, id, wish(10, lines(1, false)));
  expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 0, sold: 3 });
  const waiting = refundPayment(shop.context, id, wish(10, lines(3)));
  await expect(waiting).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("no more than 2 can come back"),
  });
  await shop.work();
  await shop.work();
  await refundPayment(shop.context, id, wish(1_500, { key: "one", ...lines(1) }));
  await shop.work();
  expect(await stockOf(shop, tee)).toEqual({ shelf: 3, held: 0, sold: 2 });
  expect(await shop.query("select returned from order_items where order_id = $1", [orderId])).toEqual([
    { returned: 1 },
  ]);
  // what is back already does not come back again when the rest is cancelled
  expect(await refundByStaff(shop.context, id, "all of it")).toBe(true);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 5, held: 0, sold: 0 });
});

test("a refund that fails restocks nothing; it is given up for another, or by the owner's word", async () => {
  shop.flutterwave.refundMode({ mode: "refused" });
  const { id, tee, orderId } = await counter.paidByCard();
  const lines = [{ line: 1, quantity: 1, restock: true }];
  await refundPayment(shop.context, id, wish(500, { lines }));
  await shop.work();
  expect(await counter.standing(orderId)).toEqual({
    status: "Order Placed",
    refund: "due",
    state: "paid",
  });
  expect((await listForStaff(shop.db, "doubtful")).rows.map((row) => row.id)).toContain(id);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 4, held: 0, sold: 1 });
  // together they are more than came
  await refundPayment(shop.context, id, wish(1_200));
  await shop.work();
  expect(await refundRows(id)).toMatchObject([{ state: "failed" }, { state: "failed" }]);
  expect((await listForStaff(shop.db, "refunds")).rows.filter((row) => row.paymentId === id)).toHaveLength(1);
  await closePayment(shop.context, id, { reason: "the shopper keeps it", by: WAMBUI });
  expect(await counter.standing(orderId)).toEqual({ status: "Order Placed", refund: null, state: "paid" });
  await expect(closePayment(shop.context, id, { reason: "again", by: OTIENO })).rejects.toMatchObject({
    status: 409,
    fields: { current: "ordered", by: "the shop" },
  });
  shop.flutterwave.refundMode({ mode: "completed" });
  await refundPayment(shop.context, id, wish(1_501, { lines }));
  await shop.work();
  expect(await counter.standing(orderId)).toEqual({
    status: "Order Placed",
    refund: "done",
    state: "refunded",
  });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 5, held: 0, sold: 0 });
});

holdsInvariants(() => shop);
