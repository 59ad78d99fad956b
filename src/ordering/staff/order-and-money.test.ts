import { afterAll, beforeAll, expect, test } from "vitest";
import { openCounter, WAMBUI } from "../../../test/counter.ts";
import { addProduct, onHand } from "../../../test/goods.ts";
import { brokenInvariants } from "../../../test/invariants.ts";
import { customer } from "../../../test/people.ts";
import { tellOfMoney, typeCode } from "../../../test/till.ts";
import { orderMoney } from "../../payments/staff/order-money.server.ts";
import { cancelByStaff } from "./cancel-by-staff.server.ts";
import { editOrder } from "./edit-order.server.ts";
import { findForStaff } from "./find-order.server.ts";

let counter: Awaited<ReturnType<typeof openCounter>>;
beforeAll(async () => {
  counter = await openCounter();
});
afterAll(() => counter.shop.close());

const deed = (id: string) => ({ id, version: 0, by: WAMBUI, money: orderMoney(counter.context) });
const refundsOf = (payment: string) =>
  counter.shop.query("select amount from refunds where payment_id = $1", [payment]);

test("paid and changed to cost less: the difference goes back, the order goes on, and the goods moved once", async () => {
  const { shop, paidByCard } = counter;
  const { tee, id, orderId } = await paidByCard(2);
  const items = [{ _id: tee._id, size: "M", quantity: 1 }];
  expect(await editOrder(shop.db, { ...deed(orderId), items })).toMatchObject({ difference: -1500 });
  await shop.pass(60, 10);
  expect(await refundsOf(id)).toEqual([{ amount: 1500 }]);
  expect(await onHand(shop, tee)).toBe(4);
  expect(await findForStaff(shop.db, orderId)).toMatchObject({
    status: "Order Placed",
    payment: true,
    refund: "part",
    amount: 1501,
  });
  expect(await brokenInvariants(shop)).toEqual([]);
});

test("paid and cancelled: all goes back, goods and money", async () => {
  const { shop, paidByCard } = counter;
  const { tee, id, orderId } = await paidByCard();
  await cancelByStaff(shop.db, { ...deed(orderId), reason: "out of cloth" });
  await shop.pass(60, 10);
  expect(await refundsOf(id)).toEqual([{ amount: 1501 }]);
  expect(await onHand(shop, tee)).toBe(5);
  expect(await findForStaff(shop.db, orderId)).toMatchObject({ status: "Cancelled", refund: "done" });
  expect(await brokenInvariants(shop)).toEqual([]);
});

test("unpaid and changed: its code is held against the new total", async () => {
  const { shop } = counter;
  const tee = await addProduct(shop, { stock: { M: 5 } });
  const { orderId, code } = await typeCode(shop, await customer(shop), tee);
  const items = [{ _id: tee._id, size: "M", quantity: 2 }];
  await editOrder(shop.db, { ...deed(orderId), items });
  await tellOfMoney(shop, code, { TransAmount: "3001.00" });
  await shop.pass(20);
  expect(await findForStaff(shop.db, orderId)).toMatchObject({ payment: true, amount: 3001 });
  expect(await onHand(shop, tee)).toBe(3);
  expect(await brokenInvariants(shop)).toEqual([]);
});

test("unpaid and cancelled: its code is waited for no more", async () => {
  const { shop } = counter;
  const tee = await addProduct(shop, { stock: { M: 5 } });
  const { orderId, paymentId } = await typeCode(shop, await customer(shop), tee);
  await cancelByStaff(shop.db, { ...deed(orderId), reason: "asked by the shopper" });
  const [payment] = await shop.query("select state from payments where id = $1", [paymentId]);
  expect(payment).toEqual({ state: "failed" });
  expect(await onHand(shop, tee)).toBe(5);
  expect(await brokenInvariants(shop)).toEqual([]);
});
