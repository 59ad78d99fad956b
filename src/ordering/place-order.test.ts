import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { addProduct, onHand, restock } from "../../test/goods.ts";
import { holdsInvariants } from "../../test/invariants.ts";
import { newOrderMailOf, PLACE, refusedOrder } from "../../test/orders.ts";
import { ADDRESS, customer, freshCode, orderOf, type Person, shopper } from "../../test/people.ts";
import { openTestShop } from "../../test/shop.ts";
import { shop as facts } from "../shop.ts";

let buyer: Person;

const shop = await openTestShop();
const tee = await addProduct(shop, { name: "Mic tee", price: 1600, stock: { M: 50, L: 9, XL: 0 } });
const cap = await addProduct(shop, { name: "Studio cap", price: 900, stock: { One: 50 } });
beforeEach(async () => {
  buyer = await customer(shop);
});
afterAll(() => shop.close());

const ordersOf = async ({ userId }: Person) =>
  shop.query("select * from orders where phase = 'placed' and user_id = $1 order by id", [userId]);

const refused = (body: object, token = buyer.token) => refusedOrder(shop, body, token);

describe("POST /api/order/placeOrder (specification §7)", () => {
  test("writes one order as bought, takes stock, clears the line, mails once, and lists it", async () => {
    const { token } = await shopper(shop);
    await shop.post("/api/cart/add", { itemId: tee._id, size: "M" }, token);
    await shop.post("/api/cart/add", { itemId: cap._id, size: "One" }, token);
    const before = await onHand(shop, tee);
    const code = freshCode();
    const placed = await shop.post(PLACE, orderOf(tee, { mpesaCode: code.toLowerCase() }), token);
    expect(placed).toMatchObject({ status: 200, body: { success: true, message: "Order placed" } });
    const orderId = String(placed.body.orderId);
    expect(await onHand(shop, tee)).toBe(before - 1);
    const cart = await shop.post("/api/cart/get", {}, token);
    expect(cart.body.cartData).toEqual({ [cap._id]: { One: 1 } });
    const { body } = await shop.post("/api/order/userOrders", undefined, token);
    expect(body.orders).toEqual([
      {
        _id: orderId,
        items: [
          {
            _id: tee._id,
            name: "Mic tee",
            price: 1600,
            size: "M",
            quantity: 1,
            image: ["/images/sample.svg"],
          },
        ],
        amount: 1601,
        status: "Order Placed",
        payment: false,
        paymentMethod: "cod",
        mpesaCode: code,
        address: ADDRESS,
        date: expect.any(Number),
        codeUntil: expect.any(Number),
        delivery: { fee: 1, days: { from: 1, to: 2 } },
      },
    ]);
    expect(await shop.query("select mpesa_code, payment from orders where id = $1", [orderId])).toEqual([
      { mpesa_code: code, payment: false },
    ]);
    const mails = await shop.query(
      "select event, recipient, subject, low_priority as low from outbox where event like $1 order by event desc",
      [`%${orderId}%`],
    );
    expect(mails).toEqual([
      {
        event: `placed:${orderId}`,
        recipient: ADDRESS.email,
        subject: expect.stringContaining(orderId.slice(-8)),
        low: false,
      },
    ]);
    expect(await newOrderMailOf(shop, orderId)).toMatchObject({
      recipient: facts.email,
      subject: `New order ${orderId.slice(-8)}: Ksh 1,601, not paid yet`,
      low: true,
    });
  });
});

test("the same product and size twice is summed before the check", async () => {
  const twice = (quantity: number, size = "L", other = size) => ({
    ...orderOf(tee),
    items: [
      { _id: tee._id, size, quantity },
      { _id: tee._id, size: other, quantity },
    ],
    amount: 2 * quantity * tee.price + 1,
  });
  expect(await refused(twice(5))).toMatchObject({
    status: 409,
    body: { message: "Mic tee (size L): only 9 left." },
  });
  // "L " is no size of ours: it does not reach the same row by another name
  expect((await refused(twice(1, "L", "L "))).status).toBe(409);
  expect((await refused(twice(11, "M"))).status).toBe(400);
  expect((await shop.post(PLACE, twice(2), buyer.token)).status).toBe(200);
  expect(await onHand(shop, tee, "L")).toBe(5);
  const items = await shop.query(
    "select quantity from order_items join orders o on o.id = order_id where o.user_id = $1",
    [buyer.userId],
  );
  expect(items).toEqual([{ quantity: 4 }]);
});

describe("what cannot be bought is named, and nothing is placed", () => {
  const GONE = "Hood (size M) is no longer on sale.";
  test.each([
    ["unpublished", "update products set published = false where id = $1", GONE],
    ["no longer in that size", "update products set sizes = '{S}' where id = $1", GONE],
    ["without a row of stock", "delete from stock where product_id = $1", GONE],
    ["deleted", "delete from products where id = $1", "An item in your cart (size M) is no longer on sale."],
    [
      "sold out",
      "update stock set received = received - on_hand, on_hand = 0 where product_id = $1",
      "Hood (size M): just sold out.",
    ],
    [
      "nearly sold out",
      "update stock set received = received - on_hand + 1, on_hand = 1 where product_id = $1",
      "Hood (size M): only 1 left.",
    ],
  ])("%s", async (_what, statement, message) => {
    const hood = await addProduct(shop, { name: "Hood", stock: { M: 9 } });
    await shop.query(statement, [hood._id]);
    const order = orderOf(hood, { quantity: 2 });
    const both = {
      ...order,
      items: [{ _id: cap._id, size: "One", quantity: 1 }, ...order.items],
      amount: order.amount + cap.price,
    };
    expect(await refused(order)).toEqual({ status: 409, body: { success: false, message } });
    expect(await refused(both)).toEqual({ status: 409, body: { success: false, message } });
  });
});

test("The loser of a race leaves nothing behind", async () => {
  const last = await addProduct(shop, { name: "Last one", stock: { M: 1 } });
  const other = await customer(shop);
  const answers = await Promise.all([
    shop.post(PLACE, orderOf(last), buyer.token),
    shop.post(PLACE, orderOf(last), other.token),
  ]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  const loser = answers[0]?.status === 409 ? buyer : other;
  expect(await ordersOf(loser)).toEqual([]);
  const { body } = await shop.post("/api/order/userOrders", {}, loser.token);
  expect(body.orders).toEqual([]);
  await restock(shop, last, 1);
  expect((await shop.post(PLACE, orderOf(last), loser.token)).status).toBe(200);
});

test("the short id shown to people names one order: the table refuses a second", async () => {
  const placed = await shop.post(PLACE, orderOf(tee), buyer.token);
  const twin = `00000000000000000A${String(placed.body.orderId).slice(-8)}`;
  await expect(
    shop.query(
      `insert into orders (id, user_id, address, subtotal, delivery_fee, amount, payment_method, key_hash, request_hash, contents_hash)
       values ($1, $2, '{}', 1, 1, 2, 'cod', $1, 'x', 'x')`,
      [twin, buyer.userId],
    ),
  ).rejects.toMatchObject({ constraint: "orders_short_id" });
});

describe("the server's price is the price", () => {
  test.each([
    ["a total of 1", (order: Order) => ({ ...order, amount: 1 })],
    ["a negative fee", (order: Order) => ({ ...order, deliveryFee: -500, amount: tee.price - 500 })],
    [
      "an item priced 1",
      (order: Order) => ({ ...order, amount: 2, items: [{ ...order.items[0], price: 1, name: "Free" }] }),
    ],
  ])("%s: 409 with the new total", async (_what, change) => {
    expect(await refused(change(orderOf(tee)))).toEqual({
      status: 409,
      body: {
        success: false,
        message: "The total has changed. Please review your cart.",
        amount: tee.price + 1,
      },
    });
  });
});
type Order = ReturnType<typeof orderOf>;

test("An order keeps its price; a price changed since the cart is named, never charged", async () => {
  const poster = await addProduct(shop, { name: "Poster", price: 500 });
  const order = orderOf(poster);
  await shop.query("update products set price = 700 where id = $1", [poster._id]);
  expect(await refused(order)).toMatchObject({ status: 409, body: { amount: 701 } });
  const placed = await shop.post(PLACE, { ...order, amount: 701 }, buyer.token);
  expect(placed.status).toBe(200);
  await shop.query("update products set price = 900, name = 'Poster, new' where id = $1", [poster._id]);
  const { body } = await shop.post("/api/order/userOrders", {}, buyer.token);
  expect(body.orders).toMatchObject([{ amount: 701, items: [{ price: 700, name: "Poster" }] }]);
});

holdsInvariants(() => shop);
