import { afterAll, expect, test } from "vitest";
import { addProduct } from "../../test/goods.ts";
import { customer, orderOf } from "../../test/people.ts";
import { openTestShop } from "../../test/shop.ts";

const QUOTE = "/api/order/quote";

const shop = await openTestShop();
const tee = await addProduct(shop, { name: "Mic tee", price: 1600, stock: { M: 50 } });
afterAll(() => shop.close());

const items = (quantity = 2, _id = tee._id, size = "M") => [{ _id, size, quantity }];

test("says what an order comes to, to anybody: as the order then does", async () => {
  const { status, body } = await shop.post(QUOTE, { items: items(), state: "Nairobi", city: "Karen" });
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      message: "Quoted",
      subtotal: 3200,
      discount: 0,
      deliveryFee: 1,
      amount: 3201,
      days: { from: 1, to: 2 },
    },
  ]);
  const buyer = await customer(shop);
  const placed = await shop.post(
    "/api/order/placeOrder",
    { ...orderOf(tee, { quantity: 2 }), amount: body.amount },
    buyer.token,
  );
  expect(placed.status).toBe(200);
  const [order] = await shop.query("select subtotal, delivery_fee, amount, delivery from orders");
  expect(order).toEqual({ subtotal: 3200, delivery_fee: 1, amount: 3201, delivery: null });
});

test("a place is not needed, and the same line twice counts together", async () => {
  const { body } = await shop.post(QUOTE, { items: [...items(1), ...items(1)] });
  expect(body).toMatchObject({ subtotal: 3200, amount: 3201, days: { from: 3, to: 5 } });
});

test("writes nothing, and refuses what an order would refuse, in its words", async () => {
  const held = await shop.query("select count(*) from holds");
  const hidden = await addProduct(shop, { name: "Old tee", price: 900 });
  await shop.query("update products set published = false where id = $1", [hidden._id]);
  const dear = await addProduct(shop, { name: "Gold tee", price: 600_000 });
  const cases: [object, number, string][] = [
    [{ items: [] }, 400, "Your cart is empty"],
    [{ items: items(20).concat(items(1)) }, 400, "You can have at most 20 of one item."],
    [{ items: items(2, dear._id) }, 400, "One order can be at most Ksh 1,000,000."],
    [{ items: items(1, hidden._id) }, 409, "Old tee (size M) is no longer on sale."],
    [{ items: items(1, tee._id, "XXL") }, 409, "Mic tee (size XXL) is no longer on sale."],
    [{ items: items(1, "none") }, 409, "An item in your cart (size M) is no longer on sale"],
    [{ items: items(), delivery: "The moon" }, 409, "This pick-up point is no longer available."],
  ];
  for (const [asked, status, message] of cases) {
    const answer = await shop.post(QUOTE, asked);
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(message)]);
  }
  expect(await shop.query("select count(*) from holds")).toEqual(held);
});
