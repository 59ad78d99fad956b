import { afterAll, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { inventOrders, PLACE } from "../../../test/orders.ts";
import { customer, orderOf, type Person } from "../../../test/people.ts";
import { plansOf } from "../../../test/plans.ts";
import { openTestShop } from "../../../test/shop.ts";

const shop = await openTestShop();
/** Of 10,000 orders. */
const buyer = await customer(shop);
await inventOrders(shop, buyer, 10_000);
await shop.query("analyze orders, order_items");
afterAll(() => shop.close());

const list = async ({ token }: Person, page: number) => {
  const { status, body } = await shop.post("/api/order/userOrders", { page }, token);
  expect(status).toBe(200);
  return body.orders as { _id: string }[];
};

test("With 10,000 orders My orders uses an index", async () => {
  const rare = await customer(shop);
  await shop.post(PLACE, orderOf(await addProduct(shop)), rare.token);
  for (const [person, index] of [
    // the few orders of a shopper are sorted
    [rare, /Index Scan .*using orders_of_user/],
    [buyer, /Index Scan Backward using orders_(of_user|by_time)/],
  ] as const) {
    const plans = await plansOf(shop, () => list(person, 1));
    // what is under way is asked for beside them
    const [orders, items, ...more] = plans.filter(
      (plan) => /on order(s|_items) /.test(plan) && !/on payments /.test(plan),
    );
    expect(more).toEqual([]);
    expect(orders).toMatch(index);
    if (person === buyer) expect(orders).not.toContain("Sort");
    expect(items).toMatch(/Index Scan .*order_items_order_id_line_pk/);
  }
});
