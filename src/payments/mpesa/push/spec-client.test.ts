import { beforeEach, expect, test } from "vitest";
import { addProduct, type Goods } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { refusal, written } from "../../../../test/orders.ts";
import { expectOneOrder, outcomeOf } from "../../../../test/outcome.ts";
import { confirm, paidShop, paymentOf } from "../../../../test/payments.ts";
import { ADDRESS, customer, type Person } from "../../../../test/people.ts";
import { ORDER_TEXTS } from "../../../ordering/rules.ts";
import { PAYMENT_TEXTS } from "../../rules.ts";

/** A client that knows the specification alone: no items, no address, no id of a tap, no request id when it orders. */

const shop = paidShop();
beforeEach(async () => {
  await shop.query("delete from rate_limits");
  await shop.pass(15, 15);
});

async function withCart(...goods: Goods[]): Promise<Person> {
  const buyer = await customer(shop);
  for (const { _id, size } of goods)
    expect((await shop.post("/api/cart/add", { itemId: _id, size }, buyer.token)).status).toBe(200);
  return buyer;
}
const ask = (buyer: Person, amount: string, phoneNumber = shop.phone("001")) =>
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
  const early = await confirm(shop, buyer, orderData(tee, 1501));
  expect(early).toMatchObject(refusal(409, PAYMENT_TEXTS.notPaidYet));
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
  const several = await confirm(shop, buyer, orderData(cup, 1501));
  expect(several).toMatchObject(refusal(409, PAYMENT_TEXTS.severalPayments));
  const claims = [];
  for (const { body } of [one, two])
    claims.push(
      (await confirm(shop, buyer, { checkoutRequestID: body.CheckoutRequestID, address: ADDRESS })).body
        .orderId,
    );
  expect(new Set(claims)).toEqual(new Set((await outcomeOf(shop, buyer)).orders.map(({ id }) => id)));
  expect((await outcomeOf(shop, buyer)).orders).toHaveLength(2);
});

holdsInvariants(() => shop);
