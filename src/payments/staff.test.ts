import { afterAll, beforeAll, expect, test } from "vitest";
import { addProduct, onHand } from "../../test/goods.ts";
import { holdsInvariants } from "../../test/invariants.ts";
import { PLACE } from "../../test/orders.ts";
import { openPaidShop, type PaidShop, paymentOf, push, pushOf } from "../../test/payments.ts";
import { customer, orderOf } from "../../test/people.ts";
import { findCodes, orderStanding, tellOfMoney, typeCode } from "../../test/till.ts";
import { openDesk } from "./desk.server.ts";
import {
  acceptPaid,
  closeUnpaid,
  listForStaff,
  markRefunded,
  refundByStaff,
  showToStaff,
} from "./staff.server.ts";

let shop: PaidShop;
let desk: ReturnType<typeof openDesk>;
beforeAll(async () => {
  shop = await openPaidShop({ MPESA_INITIATOR: "", MPESA_SECURITY_CREDENTIAL: "" });
  desk = openDesk(shop);
});
afterAll(() => shop.close());

async function placed(quantity = 1) {
  const buyer = await customer(shop);
  const tee = await addProduct(shop, { stock: { M: 5 } });
  const { body } = await shop.post(PLACE, orderOf(tee, { quantity }), buyer.token);
  const { id } = await paymentOf(shop, buyer);
  return { tee, orderId: String(body.orderId), id: String(id) };
}

/** A push that is paid; `state` sets it back to where its money was seen and no order made. */
async function pushed(state?: "paid_held") {
  const buyer = await customer(shop);
  const tee = await addProduct(shop, { stock: { M: 5 } });
  pushes += 1;
  const phone = `254712000${pushes}`;
  shop.daraja.scenario({ phone, scenario: "001" });
  await push(shop, buyer, pushOf(tee, phone));
  if (state)
    await shop.query(
      "update payments set state = $2, why = 'two answers', next_check_at = null where user_id = $1",
      [buyer.userId, state],
    );
  else await shop.pass(30, 10);
  const { id, order_id: orderId } = await paymentOf(shop, buyer);
  return { tee, id: String(id), orderId: String(orderId) };
}
let pushes = 300;

const refundsOf = (id: string) =>
  shop.query("select amount, reason from refunds where payment_id = $1", [id]);

const orderRow = async (id: string) =>
  (await shop.query("select payment, status, refund from orders where id = $1", [id]))[0];

async function mails(id: string) {
  const rows = await shop.query<{ event: string }>("select event from outbox where event like $1", [
    `%${id}%`,
  ]);
  return rows.map(({ event }) => event.replace(id, "…")).sort();
}

test("a code nobody could check waits for staff, who see the money: the order is paid, once", async () => {
  const { id, orderId } = await placed();
  await shop.pass(10);
  expect(await listForStaff(shop.db)).toContainEqual(
    expect.objectContaining({ id, orderId, state: "pending", method: "cod" }),
  );
  expect(await orderRow(orderId)).toEqual({ payment: false, status: "Order Placed", refund: null });
  expect(await acceptPaid(desk, id, undefined)).toBe(true);
  expect(await acceptPaid(desk, id, undefined)).toBe(true);
  expect(await orderRow(orderId)).toEqual({ payment: true, status: "Order Placed", refund: null });
  const shown = await showToStaff(shop.db, id);
  expect(shown?.events.map(({ from, to }) => [from, to])).toEqual([
    [null, "pending"],
    ["pending", "ordered"],
  ]);
});

test("a code nobody paid: the order is cancelled, and its goods are back on the shelf once", async () => {
  const { id, orderId, tee } = await placed(2);
  expect(await onHand(shop, tee)).toBe(3);
  expect(await closeUnpaid(desk, id)).toBe(true);
  expect(await closeUnpaid(desk, id)).toBe(false);
  expect(await orderRow(orderId)).toEqual({ payment: false, status: "Cancelled", refund: null });
  expect(await onHand(shop, tee)).toBe(5);
});

test("money that comes for a cancelled order is to be given back, and is when staff have done it", async () => {
  const { id, orderId } = await placed();
  await closeUnpaid(desk, id);
  expect(await acceptPaid(desk, id, undefined)).toBe(true);
  expect(await orderRow(orderId)).toEqual({ payment: false, status: "Cancelled", refund: "due" });
  await shop.work();
  expect(await markRefunded(desk, id, "UKX1Y2Z3A4")).toBe(true);
  expect(await markRefunded(desk, id, "UKX1Y2Z3A4")).toBe(false);
  expect(await orderRow(orderId)).toEqual({ payment: false, status: "Cancelled", refund: "done" });
  expect(await mails(id)).toEqual([
    "refund-due:…",
    "refunded:…",
    "staff:…:refund due: the order was cancelled",
  ]);
});

test("a paid order that comes back is refunded once, however often it is asked", async () => {
  const { id, orderId, tee } = await pushed();
  expect(await onHand(shop, tee)).toBe(4);
  expect(await refundByStaff(desk, String(id), "wrong size")).toBe(true);
  expect(await refundByStaff(desk, String(id), "wrong size")).toBe(false);
  expect(await orderRow(String(orderId))).toEqual({ payment: true, status: "Cancelled", refund: "due" });
  expect(await shop.query("select amount, reason from refunds where payment_id = $1", [id])).toEqual([
    { amount: 1501, reason: "wrong size" },
  ]);
  // it has not left, and must not: its goods are for sale again
  expect(await onHand(shop, tee)).toBe(5);
});

test.each(["Shipped", "Delivered"])(
  "%s: the money goes back, and the order stays what it is",
  async (status) => {
    const { id, orderId, tee } = await pushed();
    await shop.query("update orders set status = $2 where id = $1", [orderId, status]);
    expect(await refundByStaff(desk, id, "torn")).toBe(true);
    expect(await orderRow(orderId)).toEqual({ payment: true, status, refund: "due" });
    expect(await onHand(shop, tee)).toBe(4);
  },
);

test("a code with less behind it than the total: what came goes back, once, and the order is cancelled", async () => {
  const buyer = await customer(shop);
  const tee = await addProduct(shop, { stock: { M: 5 } });
  const { orderId, paymentId: id, code } = await typeCode(shop, buyer, tee);
  await tellOfMoney(shop, code, { TransAmount: "1000.00" });
  expect(await orderStanding(shop, orderId)).toMatchObject({
    state: "paid_held",
    why: "paid less than the total",
  });
  await expect(refundByStaff(desk, id, "too little", { amount: 1001 })).rejects.toMatchObject({
    status: 409,
    message: "No more than Ksh 1,000 came.",
  });
  expect(await refundByStaff(desk, id, "too little")).toBe(true);
  expect(await refundByStaff(desk, id, "too little")).toBe(false);
  expect(await orderStanding(shop, orderId)).toEqual({
    payment: false,
    status: "Cancelled",
    refund: "due",
    state: "refund_pending",
    why: "too little",
    receipt: code,
  });
  expect(await refundsOf(id)).toEqual([{ amount: 1000, reason: "too little" }]);
  expect(await onHand(shop, tee)).toBe(5);
  expect(await markRefunded(desk, id, " ukx9y8z7a6 ")).toBe(true);
  expect(await shop.query("select reference from refunds where payment_id = $1", [id])).toEqual([
    { reference: "UKX9Y8Z7A6" },
  ]);
});

test("a code nobody found is given back only when staff state the code they saw", async () => {
  const { id, orderId } = await placed();
  const other = await placed();
  expect(await acceptPaid(desk, other.id, undefined)).toBe(true);
  const [{ receipt: taken } = { receipt: "" }] = await shop.query<{ receipt: string }>(
    "select receipt from payments where id = $1",
    [other.id],
  );
  await shop.query("update payments set state = 'needs_review', next_check_at = null where id = $1", [id]);
  const refused = (stated: { receipt?: string; amount?: number }) =>
    refundByStaff(desk, id, "a mistake", stated).catch(({ status, message }) => ({ status, message }));
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
  expect(await refundsOf(id)).toEqual([]);
  expect(await refused({ receipt: " ukx5y5z5a5", amount: 700 })).toBe(true);
  expect(await refundsOf(id)).toEqual([{ amount: 700, reason: "a mistake" }]);
  expect(await orderStanding(shop, orderId)).toMatchObject({
    payment: false,
    status: "Cancelled",
    receipt: "UKX5Y5Z5A5",
  });
});

test("money that came to another number is not ours to give back", async () => {
  const { paymentId: id, code } = await typeCode(shop, await customer(shop), await addProduct(shop));
  await tellOfMoney(shop, code, { BusinessShortCode: "999999" });
  await expect(refundByStaff(desk, id, "not ours")).rejects.toMatchObject({ status: 409 });
  expect(await refundsOf(id)).toEqual([]);
});

test("held money of a push goes back, and what was kept for it is free", async () => {
  const { id, tee } = await pushed("paid_held");
  expect(await onHand(shop, tee)).toBe(4);
  expect(await refundByStaff(desk, id, "two answers", { receipt: "UKX7Y7Z7A7" })).toBe(true);
  expect(await onHand(shop, tee)).toBe(5);
  expect(await refundsOf(id)).toEqual([{ amount: 1501, reason: "two answers" }]);
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

test("codes on the command line are read as at the checkout", async () => {
  const { id, orderId } = await placed();
  for (const code of ["UKX 1", "UKX1Y2Z3A4B", "UKX-1", "", "АВС"])
    await expect(acceptPaid(desk, id, code)).rejects.toMatchObject({ status: 400 });
  expect((await orderRow(orderId))?.payment).toBe(false);
  expect(await acceptPaid(desk, id, " ukx2y2z2a2 ")).toBe(true);
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: true, receipt: "UKX2Y2Z2A2" });
  await refundByStaff(desk, id, "torn");
  await expect(markRefunded(desk, id, "by hand")).rejects.toMatchObject({ status: 400 });
  expect(await markRefunded(desk, id, undefined)).toBe(true);
  expect(await shop.query("select reference from refunds where payment_id = $1", [id])).toEqual([
    { reference: "by hand" },
  ]);
});

test("money in doubt stands before codes that wait, and many of these hide none of it", async () => {
  const doubted = await pushed("paid_held");
  const unfound = await placed();
  await shop.query("update payments set state = 'needs_review' where id = $1", [unfound.id]);
  const crowded = await customer(shop);
  const tee = await addProduct(shop, { stock: { M: 5 } });
  const { paymentId } = await typeCode(shop, crowded, tee);
  await shop.query(
    `insert into payments (id, user_id, method, state, active, checkout, draft, lines, subtotal, delivery_fee, amount, reference)
     select 'ZZ' || n, user_id, method, state, active, 'ZZ' || n, draft, lines, subtotal, delivery_fee, amount, 'till:ZZ' || n
     from payments, generate_series(1, 250) as n where id = $1`,
    [paymentId],
  );
  const listed = await listForStaff(shop.db);
  const ids = listed.map(({ id }) => id);
  expect(ids).toContain(doubted.id);
  const firstCode = listed.findIndex(({ method, state }) => method === "cod" && state === "pending");
  expect(ids.indexOf(doubted.id)).toBeLessThan(firstCode);
  expect(listed.slice(firstCode).every(({ method }) => method === "cod")).toBe(true);
  expect(listed.length - firstCode).toBe(200);
  await shop.query("delete from payment_events where payment_id like 'ZZ%'");
  await shop.query("delete from payments where id like 'ZZ%'");
  expect((await listForStaff(shop.db)).map(({ id }) => id)).toContain(unfound.id);
  await findCodes(shop, crowded);
});

test("what is unknown changes nothing", async () => {
  expect(await acceptPaid(desk, "none", undefined)).toBe(false);
  expect(await closeUnpaid(desk, "none")).toBe(false);
  expect(await refundByStaff(desk, "none", "x")).toBe(false);
  expect(await markRefunded(desk, "none", "x")).toBe(false);
  expect(await showToStaff(shop.db, "none")).toBeUndefined();
});

holdsInvariants(() => shop);
