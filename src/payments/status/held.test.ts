import { afterAll, beforeAll, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { intent, openPaidShop, type PaidShop, paymentOf, push, pushOf } from "../../../test/payments.ts";
import { customer, type Person } from "../../../test/people.ts";
import { tellOfMoney, typeCode } from "../../../test/till.ts";
import { createPaymentContext } from "../core/payment-context.server.ts";
import { acceptPaid } from "../staff/decide-payment.server.ts";

let shop: PaidShop;
beforeAll(async () => {
  shop = await openPaidShop();
});
afterAll(() => shop.close());

const TAKES_A_SHILLING_LESS = "4000000000000007";
const NOTHING = { success: true, message: "Orders found", orders: [] };
const listOf = async ({ token }: Person, path = "userOrders") =>
  (await shop.post(`/api/order/${path}`, {}, token)).body;

/** Somebody whose card was charged a shilling too little. */
async function payerTooShort(): Promise<Person> {
  const buyer = await customer(shop);
  const { tx_ref } = await intent(shop, buyer, await addProduct(shop));
  await shop.flutterwave.pay({ tx_ref, card: TAKES_A_SHILLING_LESS });
  await shop.pass(10);
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "paid_held", why: "amount differs" });
  return buyer;
}

test("money that fits no order stands beside its payer's orders, newest first, and beside nobody else's", async () => {
  const buyer = await payerTooShort();
  const card = { paymentMethod: "flutterwave", amount: 1501, date: await begunAt(buyer) };
  for (const path of ["userOrders", "userorders"])
    expect(await listOf(buyer, path)).toEqual({ ...NOTHING, held: [card] });
  const other = await customer(shop);
  expect((await shop.post("/api/order/userOrders", { userId: buyer.userId }, other.token)).body).toEqual(
    NOTHING,
  );
  expect((await shop.post("/api/order/userOrders", {})).status).toBe(401);

  // another payment of theirs, held too
  await shop.query("update payments set active = false where user_id = $1", [buyer.userId]);
  await push(shop, buyer, pushOf(await addProduct(shop), "254719900001"));
  expect(await listOf(buyer)).toMatchObject({ ...NOTHING, held: [card] });
  const { id } = await paymentOf(shop, buyer);
  await shop.query("update payments set state = 'paid_held', next_check_at = null where id = $1", [id]);
  const pushed = { paymentMethod: "mpesa", amount: 1501, date: await begunAt(buyer) };
  expect(await listOf(buyer)).toEqual({ ...NOTHING, held: [pushed, card] });
});

test("once the owner has accepted it, it is an order and no longer held", async () => {
  const buyer = await payerTooShort();
  const { id } = await paymentOf(shop, buyer);
  expect(await acceptPaid(createPaymentContext(shop), String(id), undefined)).toBe(true);
  const { order_id } = await paymentOf(shop, buyer);
  const { orders, held } = await listOf(buyer);
  expect(orders).toMatchObject([
    { _id: order_id, amount: 1501, payment: true, paymentMethod: "flutterwave" },
  ]);
  expect(held).toBeUndefined();
});

test("a typed code whose money is short has its order, and stands nowhere besides", async () => {
  const buyer = await customer(shop);
  const { orderId, code } = await typeCode(shop, buyer, await addProduct(shop));
  await tellOfMoney(shop, code, { TransAmount: "1500.00" });
  expect(await paymentOf(shop, buyer)).toMatchObject({ method: "cod", state: "paid_held" });
  const { orders, held } = await listOf(buyer);
  expect(orders).toMatchObject([{ _id: orderId, payment: false }]);
  expect(held).toBeUndefined();
});

const begunAt = async (buyer: Person) => ((await paymentOf(shop, buyer)).created_at as Date).getTime();

holdsInvariants(() => shop);
