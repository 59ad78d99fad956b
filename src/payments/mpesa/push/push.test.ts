import { afterAll, beforeAll, expect, test } from "vitest";
import { addProduct, onHand } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import {
  openPaidShop,
  type PaidShop,
  paymentOf,
  phoneOf,
  push,
  pushOf,
  standing,
} from "../../../../test/payments.ts";
import { customer } from "../../../../test/people.ts";

let shop: PaidShop;
beforeAll(async () => {
  shop = await openPaidShop();
});
afterAll(() => shop.close());

test("001 a push that is approved becomes one order, by the callback alone", async () => {
  const tee = await addProduct(shop, { stock: { M: 3 } });
  const buyer = await customer(shop);
  const id = await push(shop, buyer, pushOf(tee, phoneOf("001")));
  expect(await standing(shop, buyer, id)).toEqual({
    ResultCode: null,
    ResultDesc: "Waiting for M-Pesa",
    status: "pending",
  });
  expect(await onHand(shop, tee)).toBe(2);
  await shop.pass(10);
  const { orderId } = await standing(shop, buyer, id);
  expect(await standing(shop, buyer, id)).toEqual({
    ResultCode: "0",
    ResultDesc: "Payment confirmed!",
    status: "paid",
    orderId,
  });
  const orders = await shop.post("/api/order/userOrders", {}, buyer.token);
  expect(orders.body.orders).toMatchObject([
    { _id: orderId, payment: true, status: "Order Placed", paymentMethod: "mpesa", amount: 1501 },
  ]);
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "ordered", order_id: orderId, active: false });
  expect(await onHand(shop, tee)).toBe(2);
});

holdsInvariants(() => shop);
