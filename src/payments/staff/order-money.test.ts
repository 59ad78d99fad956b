import { beforeAll, expect, test } from "vitest";
import { counterOn, OTIENO, WAMBUI } from "../../../test/counter.ts";
import { addProduct } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { stockOf } from "../../../test/outcome.ts";
import { paidShop } from "../../../test/payments.ts";
import { customer, freshCode, orderOf } from "../../../test/people.ts";
import { tellOfMoney, typeCode } from "../../../test/till.ts";
import { cancelOrder } from "../../ordering/change-status.server.ts";
import { cancelByStaff } from "../../ordering/staff/cancel-by-staff.server.ts";
import { editOrder } from "../../ordering/staff/edit-order.server.ts";
import { transaction } from "../../platform/database/db.server.ts";
import { confirmCode } from "./counter-deeds.server.ts";
import { orderMoney } from "./order-money.server.ts";
import { refundPayment } from "./refund-payment.server.ts";

const shop = paidShop();
const counter = counterOn(shop);
let money: ReturnType<typeof orderMoney>;
beforeAll(async () => {
  money = orderMoney(shop.context);
});

const because = { reason: "edited", by: WAMBUI };

test("a part is owed in the commit of the action, and with it goes or stays", async () => {
  const { orderId, id, tx_ref } = await counter.paidByCard();
  const undone = transaction(shop.db, async (tx) => {
    await money.owePart(tx, { orderId, amount: 200, ...because });
    throw new Error("no");
  });
  await expect(undone).rejects.toThrow("no");
  expect(await shop.query("select from refunds where payment_id = $1", [id])).toEqual([]);
  await transaction(shop.db, (tx) => money.owePart(tx, { orderId, amount: 200, ...because }));
  await shop.work();
  expect(await counter.standing(orderId)).toEqual({
    status: "Order Placed",
    refund: "part",
    state: "paid",
  });
  expect(counter.backOf(tx_ref)).toBe(200);
  const tooMuch = transaction(shop.db, (tx) => money.owePart(tx, { orderId, amount: 1_302, ...because }));
  await expect(tooMuch).rejects.toMatchObject({ status: 409, fields: { by: "Wambui" } });
});

test("all that is left is owed when the order is cancelled", async () => {
  const { orderId, tx_ref } = await counter.paidByCard();
  await transaction(shop.db, (tx) => money.owePart(tx, { orderId, amount: 200, ...because }));
  await transaction(shop.db, async (tx) => {
    await money.lock(tx, orderId);
    expect(await money.oweAll(tx, { orderId, reason: "cancelled", by: OTIENO })).toMatchObject({
      amount: 1_301,
    });
    expect(await cancelOrder(tx, orderId)).toBe(true);
  });
  await shop.work();
  expect(await counter.standing(orderId)).toEqual({ status: "Cancelled", refund: "done", state: "refunded" });
  expect(counter.backOf(tx_ref)).toBe(1_501);
  const again = await transaction(shop.db, (tx) => money.oweAll(tx, { orderId, ...because }));
  expect(again).toBeUndefined();
});

test("an unpaid order is cancelled: its code is waited for no more, and its money goes back should it come", async () => {
  const buyer = await customer(shop);
  const { orderId, code } = await typeCode(shop, buyer, await addProduct(shop));
  const close = () =>
    transaction(shop.db, async (tx) => {
      const closed = await money.closeWaiting(tx, orderId, WAMBUI);
      await cancelOrder(tx, orderId);
      return closed;
    });
  expect(await close()).toBe(true);
  expect(await close()).toBe(false);
  const [event] = await shop.query(
    "select event, by_name from payment_events where to_state = 'failed' order by id desc limit 1",
  );
  expect(event).toEqual({ event: "close", by_name: "Wambui" });
  expect(await transaction(shop.db, (tx) => money.oweAll(tx, { orderId, ...because }))).toBeUndefined();
  await tellOfMoney(shop, code);
  await shop.pass(30);
  expect(await counter.standing(orderId)).toMatchObject({ status: "Cancelled", refund: "due" });
});

test("too little for the order as it was is enough for the order as it is now", async () => {
  const buyer = await customer(shop);
  const { orderId, code } = await typeCode(shop, buyer, await addProduct(shop));
  await tellOfMoney(shop, code, { TransAmount: "1000.00" });
  await shop.pass(30);
  expect(await counter.standing(orderId)).toMatchObject({ state: "paid_held" });
  await expect(transaction(shop.db, (tx) => money.expectAmount(tx, orderId, 1_000))).rejects.toThrow();
  await transaction(shop.db, async (tx) => {
    await tx.execute(`update order_items set price = 999 where order_id = '${orderId}'`);
    await tx.execute(`update orders set subtotal = 999, amount = 1000 where id = '${orderId}'`);
    expect(await money.expectAmount(tx, orderId, 1_000)).toBe(true);
  });
  await shop.pass(30);
  expect(await counter.standing(orderId)).toEqual({ status: "Order Placed", refund: null, state: "paid" });
});

test("staff make a paid order smaller and cancel it: the difference goes back, then the rest", async () => {
  const { orderId, tee, tx_ref } = await counter.paidByCard(3);
  const items = [{ _id: tee._id, size: tee.size, quantity: 1 }];
  const edited = await editOrder(shop.db, { id: orderId, items, version: 0, by: WAMBUI, money });
  expect(edited).toMatchObject({ changed: true, difference: -3_000 });
  await shop.work();
  expect(counter.backOf(tx_ref)).toBe(3_000);
  expect(await counter.standing(orderId)).toEqual({
    status: "Order Placed",
    refund: "part",
    state: "paid",
  });
  const { version } = edited.order;
  const cancel = { id: orderId, version, reason: "out of cloth", by: OTIENO, money };
  const asked = await Promise.allSettled([cancelByStaff(shop.db, cancel), cancelByStaff(shop.db, cancel)]);
  expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await shop.work();
  expect(counter.backOf(tx_ref)).toBe(4_501);
  expect(await counter.standing(orderId)).toEqual({ status: "Cancelled", refund: "done", state: "refunded" });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 5, held: 0, sold: 0 });
});

test("made smaller and then confirmed by hand: what the till confirms later may all be refunded, and no more", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 5 } });
  const mpesaCode = freshCode();
  const { body } = await shop.post(PLACE, orderOf(tee, { quantity: 2, mpesaCode }), buyer.token);
  const id = String(body.orderId);
  const { version } = (
    await shop.query<{ version: number }>("select version from orders where id = $1", [id])
  )[0] ?? { version: 0 };
  const items = [{ _id: tee._id, size: tee.size, quantity: 1 }];
  await editOrder(shop.db, { id, version, items, by: WAMBUI, money });
  const [payment] = await shop.query<{ id: string }>("select id from payments where order_id = $1", [id]);
  const paymentId = payment?.id ?? "";
  await confirmCode(shop.context, paymentId, { receipt: undefined, by: WAMBUI });
  await tellOfMoney(shop, mpesaCode, { TransAmount: "3001.00" });
  const back = (amount: number) =>
    refundPayment(shop.context, paymentId, { amount, reason: "too much", by: WAMBUI });
  await expect(back(3_002)).rejects.toMatchObject({ status: 409 });
  expect(await back(3_001)).toMatchObject({ amount: 3_001 });
});

holdsInvariants(() => shop);
