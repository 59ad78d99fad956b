import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addProduct, type Goods } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { written } from "../../../../test/orders.ts";
import { expectOneOrder, outcomeOf } from "../../../../test/outcome.ts";
import { confirm, openPaidShop, type PaidShop, paymentOf } from "../../../../test/payments.ts";
import { ADDRESS, customer, type Person } from "../../../../test/people.ts";
import { ORDER_TEXTS } from "../../../ordering/rules.ts";
import { PAYMENT_TEXTS } from "../../rules.ts";

/** A client that knows the specification alone: no items, no address, no id of a tap, no request id when it orders. */

let shop: PaidShop;
beforeAll(async () => {
  shop = await openPaidShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.query("delete from rate_limits");
  await shop.pass(15, 15);
});

let phones = 0;
const freshPhone = () => {
  phones += 1;
  const phone = `254721${String(phones).padStart(6, "0")}`;
  shop.daraja.scenario({ phone, scenario: "001" });
  return phone;
};
async function withCart(...goods: Goods[]): Promise<Person> {
  const buyer = await customer(shop);
  for (const { _id, size } of goods)
    expect((await shop.post("/api/cart/add", { itemId: _id, size }, buyer.token)).status).toBe(200);
  return buyer;
}
const ask = (buyer: Person, amount: string, phoneNumber = freshPhone()) =>
  shop.post("/token/stkpush", { amount, phoneNumber }, buyer.token);
const requests = () => shop.daraja.requests("processrequest").length;
const orderData = (goods: Goods, amount: number) => ({
  address: ADDRESS,
  items: [{ _id: goods._id, name: goods.name, price: goods.price, size: goods.size, quantity: 1 }],
  amount,
});

test("amount and phone buy the account's cart; the order is claimed by its total, and takes the address", async () => {
  const tee = await addProduct(shop);
  const buyer = await withCart(tee);
  const { CheckoutRequestID: id } = (await ask(buyer, "1501")).body;
  expect(id).toMatch(/^ws_CO_/);
  expect(await confirm(shop, buyer, orderData(tee, 1501))).toMatchObject({
    status: 409,
    body: { message: PAYMENT_TEXTS.notPaidYet },
  });
  await shop.pass(15);
  const orderId = await expectOneOrder(shop, buyer, tee);
  const addressOf = async () => (await shop.query("select address from orders where id = $1", [orderId]))[0];
  expect(await addressOf()).toEqual({ address: null });
  expect(await shop.query("select from cart_lines where user_id = $1", [buyer.userId])).toEqual([]);
  const mails = await shop.query("select recipient from outbox where event = $1", [`placed:${orderId}`]);
  expect(mails).toEqual([{ recipient: buyer.email }]);
  for (let again = 0; again < 2; again += 1) {
    const claimed = await confirm(shop, buyer, orderData(tee, 1501));
    expect(claimed.body).toEqual({ success: true, message: "Order placed", orderId });
  }
  expect(await addressOf()).toEqual({ address: ADDRESS });
  // another address comes too late
  await confirm(shop, buyer, { amount: 1501, address: { ...ADDRESS, city: "Mombasa" } });
  expect(await addressOf()).toEqual({ address: ADDRESS });
  await expectOneOrder(shop, buyer, tee);
});

test("a total that is not the cart's, and an empty cart: no prompt, nothing written", async () => {
  const tee = await addProduct(shop);
  const [buyer, empty] = [await withCart(tee), await withCart()];
  const [before, sent] = [await written(shop), requests()];
  for (const amount of ["1", "1500", "3002"])
    expect(await ask(buyer, amount)).toMatchObject({
      status: 409,
      body: { success: false, error: ORDER_TEXTS.totalChanged, amount: 1501 },
    });
  expect(await ask(empty, "1501")).toMatchObject({
    status: 400,
    body: { success: false, error: ORDER_TEXTS.cartEmpty },
  });
  expect(await written(shop)).toEqual(before);
  expect(requests()).toBe(sent);
  for (const who of [buyer, empty]) expect(await paymentOf(shop, who)).toEqual({});
});

test("two paid pushes of one total nobody has claimed: 409, until each is named", async () => {
  const [tee, cup] = [await addProduct(shop), await addProduct(shop)];
  const buyer = await withCart(tee);
  const one = await ask(buyer, "1501");
  await shop.pass(15);
  await shop.post("/api/cart/add", { itemId: cup._id, size: cup.size }, buyer.token);
  const two = await ask(buyer, "1501");
  await shop.pass(15);
  expect(await confirm(shop, buyer, orderData(cup, 1501))).toMatchObject({
    status: 409,
    body: { success: false, message: PAYMENT_TEXTS.severalPayments },
  });
  const claims = [];
  for (const { body } of [one, two])
    claims.push(
      (await confirm(shop, buyer, { checkoutRequestID: body.CheckoutRequestID, address: ADDRESS })).body
        .orderId,
    );
  expect(new Set(claims)).toEqual(new Set((await outcomeOf(shop, buyer)).orders.map(({ id }) => id)));
  expect((await outcomeOf(shop, buyer)).orders).toHaveLength(2);
});

test("what is in the cart and was not paid for stays there", async () => {
  const [tee, cup] = [await addProduct(shop), await addProduct(shop)];
  const buyer = await withCart(tee);
  await ask(buyer, "1501");
  // another tab goes on shopping
  await shop.post("/api/cart/add", { itemId: cup._id, size: cup.size }, buyer.token);
  await shop.pass(15);
  await expectOneOrder(shop, buyer, tee);
  expect(await shop.query("select product_id from cart_lines where user_id = $1", [buyer.userId])).toEqual([
    { product_id: cup._id },
  ]);
});

test("signed out, nothing can be asked, seen or claimed, and no prompt leaves", async () => {
  const tee = await addProduct(shop);
  const [before, sent] = [await written(shop), requests()];
  const items = [{ _id: tee._id, size: "M", quantity: 1 }];
  const calls: [string, object][] = [
    ["/token/stkpush", { amount: "1501", phoneNumber: freshPhone(), items, address: ADDRESS }],
    ["/token/query", { checkoutRequestID: "ws_CO_1" }],
    ["/api/order/mpesa", { amount: 1501 }],
    ["/api/payment/flutterwave/intent", { items, address: ADDRESS }],
    ["/api/order/flutterwave", { transactionId: 1 }],
    ["/api/payment/current", {}],
    ["/api/payment/checkout", { checkout: "one" }],
  ];
  for (const [path, body] of calls)
    for (const token of [undefined, "", "null", "undefined", "x".repeat(43)]) {
      const answer = await shop.post(path, body, token);
      expect({ path, status: answer.status }).toEqual({ path, status: 401 });
      expect(answer.body.success).toBe(false);
      if (path === "/token/stkpush") expect(answer.body.error).toBe(answer.body.message);
    }
  expect((await shop.post("/token/stkpush", calls[0]?.[1])).body.error).toBe(PAYMENT_TEXTS.signedOut);
  expect(await written(shop)).toEqual(before);
  expect(requests()).toBe(sent);
});

holdsInvariants(() => shop);
