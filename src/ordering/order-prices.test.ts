import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addProduct, type Goods } from "../../test/goods.ts";
import { holdsInvariants } from "../../test/invariants.ts";
import { PLACE, refusedOrder } from "../../test/orders.ts";
import { customer, orderOf, type Person } from "../../test/people.ts";
import { openTestShop, type TestShop } from "../../test/shop.ts";

let shop: TestShop;
let tee: Goods;
let buyer: Person;

beforeAll(async () => {
  shop = await openTestShop();
  tee = await addProduct(shop, { name: "Mic tee", price: 1600, stock: { M: 50 } });
});
beforeEach(async () => {
  buyer = await customer(shop);
});
afterAll(() => shop.close());

const refused = (body: object) => refusedOrder(shop, body, buyer.token);

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
