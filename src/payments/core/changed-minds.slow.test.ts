import { expect, test } from "vitest";
import { WAMBUI } from "../../../test/counter.ts";
import { onHand } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { moneyOf, outcomeOf } from "../../../test/outcome.ts";
import { ASKED_FREELY, intent, paidShop, paymentOf, push, pushOf } from "../../../test/payments.ts";
import { ADDRESS, freshCode, orderOf } from "../../../test/people.ts";
import { closeUnpaid } from "../staff/act-on-attempt.server.ts";

const shop = paidShop(ASKED_FREELY);

const orderRow = async (userId: string) =>
  (
    await shop.query(
      "select id, payment, status, refund, address from orders where phase = 'placed' and user_id = $1",
      [userId],
    )
  )[0];

test("the address last given is where the items go, also when the payment under way was begun with another", async () => {
  const { tee, buyer } = await shop.sale();
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
  const { tee, buyer } = await shop.sale();
  const id = await push(shop, buyer, pushOf(tee, shop.phone()));
  await shop.query(
    "update payments set state = 'rejected', active = false where order_id in (select id from orders where user_id = $1)",
    [buyer.userId],
  );
  await shop.daraja.approve(id);
  await shop.pass(10);
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "paid" });
});

test("the order of an unfound code was cancelled meanwhile: the push's money goes back, and nothing is sold", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 1 } });
  const id = await push(shop, buyer, pushOf(tee, shop.phone()), "till-then-cancelled");
  const key = { "idempotency-key": "till-then-cancelled" };
  await shop.post(PLACE, orderOf(tee, { mpesaCode: freshCode() }), buyer.token, key);
  const { id: code } = await paymentOf(shop, buyer);
  await closeUnpaid(shop.context, String(code), { reason: "no such money", by: WAMBUI });
  await shop.daraja.approve(id);
  await shop.pass(60);
  expect(await orderRow(buyer.userId)).toMatchObject({ payment: false, status: "Cancelled" });
  expect(await onHand(shop, tee)).toBe(1);
  expect((await outcomeOf(shop, buyer)).states).toEqual(["paid", "failed"]);
  expect(await moneyOf(shop, buyer)).toMatchObject([{ amount: 1501, state: "refunded" }]);
});

test("money that was seen and does not fit is not forgotten when a later try fails", async () => {
  const { tee, buyer } = await shop.sale();
  const { tx_ref } = await intent(shop, buyer, tee);
  await shop.flutterwave.pay({ tx_ref, amount: 1501, card: "4000000000000007" });
  await shop.pass(10);
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "paid_held", reason: "amount differs" });
  const other = await shop.post("/token/stkpush", pushOf(tee, shop.phone()), buyer.token);
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
  expect(await moneyOf(shop, buyer)).toMatchObject([{ amount: 1500, state: "unallocated" }]);
});

test("who begins to pay again and again keeps nothing from others, and still gets what is there when he pays", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 5 } });
  for (const quantity of [1, 2, 3, 4]) await intent(shop, buyer, tee, quantity);
  expect(await onHand(shop, tee)).toBe(1);
  const { tx_ref } = await intent(shop, buyer, tee, 5);
  expect(await onHand(shop, tee)).toBe(5);
  await shop.flutterwave.pay({ tx_ref, amount: 7501, card: "5061460166976054667" });
  await shop.pass(10);
  expect(await orderRow(buyer.userId)).toMatchObject({ payment: true, status: "Order Placed" });
  expect(await onHand(shop, tee)).toBe(0);
});

holdsInvariants(() => shop);
