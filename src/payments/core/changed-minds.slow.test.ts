import { afterAll, beforeAll, expect, test } from "vitest";
import { addProduct, onHand } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { toldStaff } from "../../../test/outcome.ts";
import {
  intent,
  openPaidShop,
  type PaidShop,
  paymentOf,
  push,
  pushOf,
  standing,
} from "../../../test/payments.ts";
import { ADDRESS, customer, freshCode, orderOf } from "../../../test/people.ts";
import { tillSecret } from "../mpesa/till-code/secret.server.ts";
import { closeUnpaid } from "../staff/decide-payment.server.ts";
import { createPaymentContext } from "./payment-context.server.ts";

let shop: PaidShop;
let phones = 0;
/** A phone of nobody else's, whose owner decides by hand. */
const phone = () => `2547330${String(++phones).padStart(5, "0")}`;

beforeAll(async () => {
  shop = await openPaidShop({ MPESA_QUERY_EVERY: "0" });
  shop.daraja.switches({ queryLimit: false });
});
afterAll(() => shop.close());

const orderRow = async (userId: string) =>
  (
    await shop.query("select id, payment, status, refund, address from orders where user_id = $1", [userId])
  )[0];

test("the address last given is where the goods go, also when the payment under way was begun with another", async () => {
  const tee = await addProduct(shop);
  const buyer = await customer(shop);
  const { tx_ref } = await intent(shop, buyer, tee);
  const address = { ...ADDRESS, street: "7 Moi Avenue", email: "right@example.com" };
  const items = [{ _id: tee._id, size: tee.size, quantity: 1 }];
  const again = await shop.post("/api/payment/flutterwave/intent", { items, address }, buyer.token);
  expect(again.body.data).toMatchObject({ tx_ref });
  await shop.flutterwave.pay({ tx_ref, amount: 1501, card: "5061460166976054667" });
  await shop.pass(10);
  expect(await orderRow(buyer.userId)).toMatchObject({ payment: true, address });
  expect(
    await shop.query("select 1 from outbox where recipient = 'right@example.com' and event like 'placed:%'"),
  ).toHaveLength(1);
});

test("a refused push that M-Pesa speaks of after all becomes its order", async () => {
  const tee = await addProduct(shop);
  const buyer = await customer(shop);
  const id = await push(shop, buyer, pushOf(tee, phone()));
  await shop.query("update payments set state = 'rejected', active = false where user_id = $1", [
    buyer.userId,
  ]);
  await shop.daraja.approve(id);
  await shop.pass(10);
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "ordered" });
});

test("the order of an unfound code was cancelled meanwhile: the push's money goes back, and nothing is sold", async () => {
  const tee = await addProduct(shop, { stock: { M: 1 } });
  const buyer = await customer(shop);
  const id = await push(shop, buyer, pushOf(tee, phone()), "till-then-cancelled");
  const key = { "idempotency-key": "till-then-cancelled" };
  await shop.post(PLACE, orderOf(tee, { mpesaCode: freshCode() }), buyer.token, key);
  const { id: code } = await paymentOf(shop, buyer);
  expect(await closeUnpaid(createPaymentContext(shop), String(code))).toBe(true);
  await shop.daraja.approve(id);
  await shop.pass(60);
  expect(await orderRow(buyer.userId)).toMatchObject({ payment: false, status: "Cancelled" });
  expect(await onHand(shop, tee)).toBe(1);
  const states = await shop.query("select state from payments where user_id = $1 order by id", [
    buyer.userId,
  ]);
  expect(states).toEqual([{ state: "refunded" }, { state: "failed" }]);
});

test("more money under the name of a paid push, or a callback with a second receipt: staff are told", async () => {
  const tee = await addProduct(shop);
  const buyer = await customer(shop);
  const id = await push(shop, buyer, pushOf(tee, phone()));
  await shop.daraja.approve(id);
  await shop.pass(10);
  await shop.daraja.callback({ checkoutRequestId: id, change: { MpesaReceiptNumber: "UKX9Y8Z7A6" } });
  const { reference } = await paymentOf(shop, buyer);
  await fetch(`${shop.url}/hooks/mm/c2b/${tillSecret(shop.config)}/confirm`, {
    method: "POST",
    body: JSON.stringify({
      TransID: "UKX9Y8Z7A5",
      TransAmount: "1501.00",
      BusinessShortCode: "174379",
      BillRefNumber: reference,
    }),
  });
  await shop.work();
  expect((await toldStaff(shop, buyer)).sort()).toEqual([
    "a second payment under its request",
    "more money came under its reference",
  ]);
});

test("money that was seen and does not fit is not forgotten when a later try fails", async () => {
  const tee = await addProduct(shop);
  const buyer = await customer(shop);
  const { tx_ref } = await intent(shop, buyer, tee);
  await shop.flutterwave.pay({ tx_ref, amount: 1501, card: "4000000000000007" });
  await shop.pass(10);
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "paid_held", why: "amount differs" });
  const other = await shop.post("/token/stkpush", pushOf(tee, phone()), buyer.token);
  expect(other).toMatchObject({
    status: 409,
    body: { error: "We're still checking your last payment.", method: "flutterwave" },
  });
  shop.flutterwave.switches({ byReference: "last" });
  await shop.flutterwave.pay({ tx_ref, amount: 1501, card: "5551651630381384" });
  await shop.pass(1_900, 1_900);
  await shop.post("/api/order/flutterwave", { tx_ref }, buyer.token);
  shop.flutterwave.switches({ byReference: "first" });
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "paid_held" });
});

test("paying again under another name of the checkout and then at the till takes the goods once, and makes one order", async () => {
  const tee = await addProduct(shop, { stock: { M: 1 } });
  const buyer = await customer(shop);
  const first = await push(shop, buyer, pushOf(tee, phone()), "name-one");
  await shop.daraja.cancel(first);
  await shop.pass(65);
  const second = await push(shop, buyer, pushOf(tee, phone()), "name-two");
  const placed = await shop.post(PLACE, orderOf(tee, { mpesaCode: freshCode() }), buyer.token, {
    "idempotency-key": "name-two",
  });
  expect(placed.status).toBe(200);
  await shop.daraja.approve(second);
  await shop.pass(10);
  expect(await standing(shop, buyer, second)).toMatchObject({ orderId: placed.body.orderId });
  expect(await shop.query("select 1 from orders where user_id = $1", [buyer.userId])).toHaveLength(1);
});

test("who begins to pay again and again keeps nothing from others, and still gets what is there when he pays", async () => {
  const tee = await addProduct(shop, { stock: { M: 5 } });
  const buyer = await customer(shop);
  for (const quantity of [1, 2, 3, 4]) await intent(shop, buyer, tee, quantity);
  expect(await onHand(shop, tee)).toBe(1);
  const { tx_ref } = await intent(shop, buyer, tee, 5);
  expect(await onHand(shop, tee)).toBe(5);
  await shop.flutterwave.pay({ tx_ref, amount: 7501, card: "5061460166976054667" });
  await shop.pass(10);
  expect(await orderRow(buyer.userId)).toMatchObject({ payment: true, status: "Order Placed" });
  expect(await onHand(shop, tee)).toBe(0);
});

test("a prompt nobody answered for three minutes keeps its phone from nobody", async () => {
  const tee = await addProduct(shop);
  const [one, other] = [await customer(shop), await customer(shop)];
  const shared = phone();
  shop.daraja.scenario({ phone: shared, scenario: "035" });
  const id = await push(shop, one, pushOf(tee, shared));
  const early = await shop.post("/token/stkpush", pushOf(tee, shared), other.token);
  expect(early.status).toBe(429);
  await shop.pass(200, 200);
  shop.daraja.dropCallbacks(true);
  await shop.daraja.cancel(id);
  shop.daraja.dropCallbacks(false);
  const late = await shop.post("/token/stkpush", pushOf(tee, shared), other.token);
  expect(late.body.message).toBe("Success. Request accepted for processing");
});

holdsInvariants(() => shop);
