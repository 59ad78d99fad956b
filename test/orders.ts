import { expect } from "vitest";
import type { TestShop } from "./shop.ts";

export const PLACE = "/api/order/placeOrder";

/** Counts of everything an order may write. */
export async function written(shop: TestShop) {
  const [row] = await shop.query(`select (select count(*) from orders) as orders,
    (select count(*) from order_items) as items, (select count(*) from outbox) as mails,
    (select coalesce(sum(quantity), 0) from cart_lines) as cart, (select sum(on_hand) from stock) as stock`);
  return row;
}

/** Sends the order, sees it refused, and that nothing was written. */
export async function refusedOrder(shop: TestShop, body: object, token: string) {
  const before = await written(shop);
  const { status, body: answer } = await shop.post(PLACE, body, token);
  expect(answer.success).toBe(false);
  expect(await written(shop)).toEqual(before);
  return { status, body: answer };
}
