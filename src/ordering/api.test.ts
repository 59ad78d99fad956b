import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshCode, orderOf, shopper } from "../../test/people.ts";
import { openTestShop, type TestShop } from "../../test/shop.ts";

let shop: TestShop;
let tee: { _id: string; name: string; price: number; stock: Record<string, number>; sizes: string[] };
let size: string;

beforeAll(async () => {
  shop = await openTestShop();
  const { body } = await shop.get("/api/product/list");
  tee = (body.products as (typeof tee)[]).find((product) =>
    product.sizes.some((each) => (product.stock[each] ?? 0) > 10),
  ) as typeof tee;
  size = tee.sizes.find((each) => (tee.stock[each] ?? 0) > 10) as string;
});
afterAll(() => shop.close());

const onHand = async () =>
  (
    await shop.query<{ on_hand: number }>("select on_hand from stock where product_id = $1 and size = $2", [
      tee._id,
      size,
    ])
  )[0]?.on_hand;

describe("POST /api/order/placeOrder (specification §7)", () => {
  test("writes one order as bought, takes stock, clears the line, and lists it", async () => {
    const { token, email } = await shopper(shop);
    await shop.post("/api/cart/add", { itemId: tee._id, size }, token);
    const before = await onHand();
    const code = freshCode();
    const placed = await shop.post("/api/order/placeOrder", orderOf(tee, size, 1, code.toLowerCase()), token);
    expect(placed).toMatchObject({ status: 200, body: { success: true } });
    expect(await onHand()).toBe(Number(before) - 1);
    const cart = await shop.post("/api/cart/get", {}, token);
    expect(cart.body.cartData).toEqual({});
    for (const path of ["/api/order/userOrders", "/api/order/userorders"]) {
      const { body } = await shop.post(path, undefined, token);
      expect(body.orders).toMatchObject([
        {
          _id: placed.body.orderId,
          items: [{ _id: tee._id, name: tee.name, price: tee.price, size, quantity: 1 }],
          amount: tee.price + 1,
          status: "Order Placed",
          payment: false,
          paymentMethod: "cod",
        },
      ]);
    }
    const [row] = await shop.query("select mpesa_code, payment from orders where id = $1", [
      placed.body.orderId,
    ]);
    expect(row).toEqual({ mpesa_code: code, payment: false });
    const mails = await shop.query("select event from outbox where event = $1", [
      `placed:${placed.body.orderId}`,
    ]);
    expect(mails).toHaveLength(1);
    expect(email).toContain("@");
  });
});
