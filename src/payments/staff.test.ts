import { afterAll, beforeAll, expect, test } from "vitest";
import { addProduct, onHand } from "../../test/goods.ts";
import { holdsInvariants } from "../../test/invariants.ts";
import { PLACE } from "../../test/orders.ts";
import { openPaidShop, type PaidShop, paymentOf, phoneOf, push, pushOf } from "../../test/payments.ts";
import { customer, orderOf } from "../../test/people.ts";
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
  const buyer = await customer(shop);
  const tee = await addProduct(shop);
  await push(shop, buyer, pushOf(tee, phoneOf("001")));
  await shop.pass(10);
  const { id, order_id: orderId } = await paymentOf(shop, buyer);
  expect(await refundByStaff(desk, String(id), "wrong size")).toBe(true);
  expect(await refundByStaff(desk, String(id), "wrong size")).toBe(false);
  expect(await orderRow(String(orderId))).toEqual({ payment: true, status: "Order Placed", refund: "due" });
  expect(await shop.query("select amount, reason from refunds where payment_id = $1", [id])).toEqual([
    { amount: 1501, reason: "wrong size" },
  ]);
});

test("what is unknown changes nothing", async () => {
  expect(await acceptPaid(desk, "none", undefined)).toBe(false);
  expect(await closeUnpaid(desk, "none")).toBe(false);
  expect(await refundByStaff(desk, "none", "x")).toBe(false);
  expect(await markRefunded(desk, "none", "x")).toBe(false);
  expect(await showToStaff(shop.db, "none")).toBeUndefined();
});

holdsInvariants(() => shop);
