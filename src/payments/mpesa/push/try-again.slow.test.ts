import { beforeAll, beforeEach, expect, test } from "vitest";
import { addProduct } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { PLACE } from "../../../../test/orders.ts";
import {
  expectNothingBroken,
  expectOneOrder,
  moneyOf,
  outcomeOf,
  stockOf,
  toldStaff,
} from "../../../../test/outcome.ts";
import { confirm, paidShop, paymentOf, push, pushOf, standing } from "../../../../test/payments.ts";
import { customer, orderOf, type Person } from "../../../../test/people.ts";
import { registerTillUrls } from "../register.server.ts";
import { tillSecret } from "../till-code/secret.server.ts";

const shop = paidShop();
beforeAll(async () => {
  const till = `${shop.url}/hooks/mm/c2b/${tillSecret(shop.config)}`;
  const urls = { confirmation: `${till}/confirm`, validation: `${till}/validate` };
  expect(await registerTillUrls(shop, urls)).toEqual({ type: "done" });
});
beforeEach(async () => {
  await shop.query("update payments set next_check_at = null");
  await shop.query("delete from rate_limits");
  await shop.pass(15, 15);
});

const ask = (buyer: Person, body: object, key = "") =>
  shop.post("/token/stkpush", body, buyer.token, key ? { "idempotency-key": key } : {});
const requests = () => shop.daraja.requests("processrequest").length;
const order = (change: object) => ({
  id: expect.any(String),
  payment: true,
  status: "Order Placed",
  refund: null,
  amount: 1501,
  ...change,
});

test("a prompt nobody answered: the same for three minutes, then another, once M-Pesa was asked; both approved is one order and one refund", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const phone = shop.phone("035");
  const one = await push(shop, buyer, pushOf(tee, phone), "checkout-a");
  await shop.pass(140, 70);
  expect((await ask(buyer, pushOf(tee, phone))).body.CheckoutRequestID).toBe(one);
  await shop.pass(50, 50);
  const [before, asked] = [requests(), shop.daraja.requests("stkpushquery").length];
  // another phone: the first one still shows its prompt
  const two = await push(shop, buyer, pushOf(tee, shop.phone(null)), "checkout-b");
  expect(two).not.toBe(one);
  expect(requests() - before).toBe(1);
  expect(shop.daraja.requests("stkpushquery").length - asked).toBe(1);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 1, sold: 0 });
  await shop.daraja.approve(two);
  await shop.pass(15);
  await shop.daraja.approve(one);
  await shop.pass(15);
  const outcome = await outcomeOf(shop, buyer);
  expect(outcome.orders).toEqual([order({})]);
  expect(outcome.states[1]).toBe("paid");
  await shop.pass(60);
  expect((await outcomeOf(shop, buyer)).states).toEqual(["paid", "paid"]);
  expect((await moneyOf(shop, buyer)).map(({ state }) => state)).toEqual(["paid", "refunded"]);
  expect((await outcomeOf(shop, buyer)).mails).toEqual(["placed", "refund-due", "refunded"]);
  expect(await toldStaff(shop, buyer)).toEqual(["refund due: this checkout has its order already"]);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 0, sold: 1 });
  // both prompts are told as the one order
  const orderId = outcome.orders[0]?.id;
  for (const id of [one, two]) {
    expect(await standing(shop, buyer, id)).toMatchObject({ ResultCode: "0", status: "paid", orderId });
    expect((await confirm(shop, buyer, { checkoutRequestID: id })).body).toMatchObject({ orderId });
  }
});

test("A changed total is named before any prompt is sent", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const body = pushOf(tee, shop.phone("013"));
  const before = requests();
  await shop.query("update products set price = 1600 where id = $1", [tee._id]);
  const refused = await ask(buyer, body);
  const text = "The total has changed. Please review your cart.";
  expect({ status: refused.status, body: refused.body }).toEqual({
    status: 409,
    body: { success: false, message: text, error: text, amount: 1601 },
  });
  expect(requests()).toBe(before);
  expect(await paymentOf(shop, buyer)).toEqual({});
  await push(shop, buyer, { ...body, amount: "1601" });
  await shop.query("update products set price = 9999, published = false where id = $1", [tee._id]);
  await shop.pass(15);
  await expectOneOrder(shop, buyer, tee, 1601);
  expect(shop.daraja.payments().at(-1)?.amount).toBe(1601);
});

test("Late money is refunded when the items are sold, and shopper and staff are notified", async () => {
  shop.daraja.switches({ secondCallback: true });
  const tee = await addProduct(shop, { stock: { M: 1 } });
  const [buyer, rival] = [await customer(shop), await customer(shop)];
  const id = await push(shop, buyer, pushOf(tee, shop.phone("029")));
  await shop.pass(45);
  expect(await standing(shop, buyer, id)).toMatchObject({ ResultCode: "1037", status: "failed" });
  expect((await shop.post(PLACE, orderOf(tee), rival.token)).status).toBe(200);
  await shop.pass(30);
  const [cancelled] = (await outcomeOf(shop, buyer)).orders;
  expect(cancelled).toMatchObject({ payment: true, status: "Cancelled" });
  expect(await standing(shop, buyer, id)).toMatchObject({ ResultCode: "0", orderId: cancelled?.id });
  await shop.pass(60);
  expect(await outcomeOf(shop, buyer)).toEqual({
    states: ["paid"],
    orders: [order({ status: "Cancelled", refund: "done" })],
    mails: ["refund-due", "refunded"],
  });
  expect(await moneyOf(shop, buyer)).toMatchObject([{ amount: 1501, state: "refunded" }]);
  expect(await toldStaff(shop, buyer)).toEqual(["refund due: the goods were sold out meanwhile"]);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 0, held: 1, sold: 0 });
});

test("Late money becomes the order while the items are in stock", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 1 } });
  const id = await push(shop, buyer, pushOf(tee, shop.phone("029")));
  await shop.pass(45);
  expect(await standing(shop, buyer, id)).toMatchObject({ ResultCode: "1037", status: "failed" });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 1, held: 0, sold: 0 });
  await shop.pass(30);
  await expectOneOrder(shop, buyer, tee);
});

test("a code nobody has found, and then the push of the same checkout is paid: it pays that order; the code's money goes back", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 1 } });
  const id = await push(shop, buyer, pushOf(tee, shop.phone(null)), "checkout-d");
  await shop.pass(30);
  const placed = await shop.post(PLACE, orderOf(tee, { mpesaCode: "SKA1B2C3D4" }), buyer.token, {
    "idempotency-key": "checkout-d",
  });
  await shop.daraja.approve(id);
  await shop.pass(20);
  expect(await standing(shop, buyer, id)).toMatchObject({ ResultCode: "0", orderId: placed.body.orderId });
  await expectOneOrder(shop, buyer, tee);
  shop.daraja.payTill({ amount: 1501, phone: shop.phone(null), code: "SKA1B2C3D4" });
  await shop.pass(60);
  expect(await outcomeOf(shop, buyer)).toEqual({
    states: ["paid", "paid"],
    orders: [order({})],
    mails: ["placed", "refund-due", "refunded"],
  });
  expect((await moneyOf(shop, buyer)).map(({ state }) => state)).toEqual(["paid", "refunded"]);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 0, held: 0, sold: 1 });
  await expectNothingBroken(shop);
});

holdsInvariants(() => shop);
