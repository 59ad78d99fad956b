import { expect, test } from "vitest";
import { addProduct, onHand } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { NO_OPERATOR, paidShop } from "../../../test/payments.ts";
import { customer } from "../../../test/people.ts";
import { staffedOn } from "../../../test/staff.ts";
import { orderStanding, tellOfMoney, typeCode } from "../../../test/till.ts";
import { acceptPaid, closeUnpaid } from "./decide-payment.server.ts";
import { markRefunded } from "./mark-refunded.server.ts";
import { listForStaff, showToStaff } from "./staff-list.server.ts";
import { refundByStaff } from "./staff-refund.server.ts";

const shop = paidShop(NO_OPERATOR);
const staffed = staffedOn(shop);

test("a paid order that comes back is refunded once, however often it is asked", async () => {
  const { id, orderId, tee } = await staffed.pushed();
  expect(await onHand(shop, tee)).toBe(4);
  expect(await refundByStaff(shop.context, String(id), "wrong size")).toBe(true);
  expect(await refundByStaff(shop.context, String(id), "wrong size")).toBe(false);
  expect(await staffed.orderRow(String(orderId))).toEqual({
    payment: true,
    status: "Cancelled",
    refund: "due",
  });
  expect(await shop.query("select amount, reason from refunds where payment_id = $1", [id])).toEqual([
    { amount: 1501, reason: "wrong size" },
  ]);
  // it has not left, and must not: its goods are for sale again
  expect(await onHand(shop, tee)).toBe(5);
});

test.each(["Shipped", "Delivered"])(
  "%s: the money goes back, and the order stays what it is",
  async (status) => {
    const { id, orderId, tee } = await staffed.pushed();
    await shop.query("update orders set status = $2 where id = $1", [orderId, status]);
    expect(await refundByStaff(shop.context, id, "torn")).toBe(true);
    expect(await staffed.orderRow(orderId)).toEqual({ payment: true, status, refund: "due" });
    expect(await onHand(shop, tee)).toBe(4);
  },
);

test("a code with less behind it than the total: what came goes back, once, and the order is cancelled", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 5 } });
  const { orderId, paymentId: id, code } = await typeCode(shop, buyer, tee);
  await tellOfMoney(shop, code, { TransAmount: "1000.00" });
  expect(await orderStanding(shop, orderId)).toMatchObject({
    state: "paid_held",
    why: "paid less than the total",
  });
  await expect(refundByStaff(shop.context, id, "too little", { amount: 1001 })).rejects.toMatchObject({
    status: 409,
    message: "No more than Ksh 1,000 came.",
  });
  expect(await refundByStaff(shop.context, id, "too little")).toBe(true);
  expect(await refundByStaff(shop.context, id, "too little")).toBe(false);
  expect(await orderStanding(shop, orderId)).toEqual({
    payment: false,
    status: "Cancelled",
    refund: "due",
    state: "refund_pending",
    why: "too little",
    receipt: code,
  });
  expect(await staffed.refundsOf(id)).toEqual([{ amount: 1000, reason: "too little" }]);
  expect(await onHand(shop, tee)).toBe(5);
  expect(await markRefunded(shop.context, id, " ukx9y8z7a6 ")).toBe(true);
  expect(await shop.query("select reference from refunds where payment_id = $1", [id])).toEqual([
    { reference: "UKX9Y8Z7A6" },
  ]);
});

test("a code nobody found is given back only when staff state the code they saw", async () => {
  const { id, orderId } = await staffed.placed();
  const other = await staffed.placed();
  expect(await acceptPaid(shop.context, other.id, undefined)).toBe(true);
  const [{ receipt: taken } = { receipt: "" }] = await shop.query<{ receipt: string }>(
    "select receipt from payments where id = $1",
    [other.id],
  );
  await shop.query("update payments set state = 'needs_review', next_check_at = null where id = $1", [id]);
  const refused = (stated: { receipt?: string; amount?: number }) =>
    refundByStaff(shop.context, id, "a mistake", stated).catch(({ status, message }) => ({
      status,
      message,
    }));
  expect(await refused({})).toEqual({
    status: 409,
    message: "Nobody has seen this money: state the code it came under with --receipt.",
  });
  expect(await refused({ receipt: "UKX-1" })).toMatchObject({ status: 400 });
  expect(await refused({ receipt: taken })).toEqual({
    status: 409,
    message: "This receipt belongs to another payment.",
  });
  for (const amount of [0, -1, 1.5, Number.NaN, 1_000_001])
    expect(await refused({ receipt: "UKX5Y5Z5A5", amount })).toMatchObject({ status: 400 });
  expect(await staffed.refundsOf(id)).toEqual([]);
  expect(await refused({ receipt: " ukx5y5z5a5", amount: 700 })).toBe(true);
  expect(await staffed.refundsOf(id)).toEqual([{ amount: 700, reason: "a mistake" }]);
  expect(await orderStanding(shop, orderId)).toMatchObject({
    payment: false,
    status: "Cancelled",
    receipt: "UKX5Y5Z5A5",
  });
});

test("money that came to another number is not ours to give back", async () => {
  const { paymentId: id, code } = await typeCode(shop, await customer(shop), await addProduct(shop));
  await tellOfMoney(shop, code, { BusinessShortCode: "999999" });
  await expect(refundByStaff(shop.context, id, "not ours")).rejects.toMatchObject({ status: 409 });
  expect(await staffed.refundsOf(id)).toEqual([]);
});

test("held money of a push goes back, and what was kept for it is free", async () => {
  const { id, tee } = await staffed.pushed("paid_held");
  expect(await onHand(shop, tee)).toBe(4);
  expect(await refundByStaff(shop.context, id, "two answers", { receipt: "UKX7Y7Z7A7" })).toBe(true);
  expect(await onHand(shop, tee)).toBe(5);
  expect(await staffed.refundsOf(id)).toEqual([{ amount: 1501, reason: "two answers" }]);
  const [row] = await shop.query("select state, active, receipt, next_check_at from payments where id = $1", [
    id,
  ]);
  expect(row).toEqual({
    state: "refund_pending",
    active: false,
    receipt: "UKX7Y7Z7A7",
    next_check_at: null,
  });
});

test("a code nobody could check waits for staff, who see the money: the order is paid, once", async () => {
  const { id, orderId } = await staffed.placed();
  await shop.pass(10);
  expect((await listForStaff(shop.db, "codes")).rows).toContainEqual(
    expect.objectContaining({ id, orderId, state: "pending", method: "cod" }),
  );
  expect(await staffed.orderRow(orderId)).toEqual({ payment: false, status: "Order Placed", refund: null });
  expect(await acceptPaid(shop.context, id, undefined)).toBe(true);
  expect(await acceptPaid(shop.context, id, undefined)).toBe(true);
  expect(await staffed.orderRow(orderId)).toEqual({ payment: true, status: "Order Placed", refund: null });
  const shown = await showToStaff(shop.db, id);
  expect(shown?.events.map(({ from, to }) => [from, to])).toEqual([
    [null, "pending"],
    ["pending", "ordered"],
  ]);
});

test("a code nobody paid: the order is cancelled, and its items are back in stock once", async () => {
  const { id, orderId, tee } = await staffed.placed(2);
  expect(await onHand(shop, tee)).toBe(3);
  expect(await closeUnpaid(shop.context, id)).toBe(true);
  expect(await closeUnpaid(shop.context, id)).toBe(false);
  expect(await staffed.orderRow(orderId)).toEqual({ payment: false, status: "Cancelled", refund: null });
  expect(await onHand(shop, tee)).toBe(5);
});

test("money that comes for a cancelled order is to be given back, and is when staff have done it", async () => {
  const { id, orderId } = await staffed.placed();
  await closeUnpaid(shop.context, id);
  expect(await acceptPaid(shop.context, id, undefined)).toBe(true);
  expect(await staffed.orderRow(orderId)).toEqual({ payment: false, status: "Cancelled", refund: "due" });
  await shop.work();
  expect(await markRefunded(shop.context, id, "UKX1Y2Z3A4")).toBe(true);
  expect(await markRefunded(shop.context, id, "UKX1Y2Z3A4")).toBe(false);
  expect(await staffed.orderRow(orderId)).toEqual({ payment: false, status: "Cancelled", refund: "done" });
  expect(await staffed.mails(id)).toEqual([
    "code-rejected:…",
    "refund-due:…",
    "refunded:…",
    "staff:…:refund due: the order was cancelled",
  ]);
});

test("codes on the command line are read as at the checkout", async () => {
  const { id, orderId } = await staffed.placed();
  for (const code of ["UKX.1", "UKX1Y2Z3A4B", "UKX-1", "", "АВС"])
    await expect(acceptPaid(shop.context, id, code)).rejects.toMatchObject({ status: 400 });
  expect((await staffed.orderRow(orderId))?.payment).toBe(false);
  expect(await acceptPaid(shop.context, id, " ukx2y2z2a2 ")).toBe(true);
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: true, receipt: "UKX2Y2Z2A2" });
  await refundByStaff(shop.context, id, "torn");
  await expect(markRefunded(shop.context, id, "by-hand")).rejects.toMatchObject({ status: 400 });
  expect(await markRefunded(shop.context, id, undefined)).toBe(true);
  expect(await shop.query("select reference from refunds where payment_id = $1", [id])).toEqual([
    { reference: "by hand" },
  ]);
});

holdsInvariants(() => shop);
