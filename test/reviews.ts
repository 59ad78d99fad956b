import { newId } from "../src/platform/id.server.ts";
import type { Goods } from "./goods.ts";
import { PLACE } from "./orders.ts";
import { customer, orderOf, type Person } from "./people.ts";
import type { TestShop } from "./shop.ts";

/** Places an order of this product and brings it to a status. Gives its id. */
export async function ordered(
  shop: TestShop,
  product: Goods,
  { by, status = "Delivered" }: { by: Person; status?: string },
): Promise<string> {
  const { body } = await shop.post(PLACE, orderOf(product), by.token);
  await shop.query("update orders set status = $2 where id = $1", [body.orderId, status]);
  return String(body.orderId);
}

/** A review by somebody new who has the product, written straight into the table; it waits for staff. Gives its id. */
export async function reviewed(
  shop: TestShop,
  product: Goods,
  {
    stars = 5,
    words = "Fits well.",
    shown = false,
  }: { stars?: number; words?: string; shown?: boolean } = {},
): Promise<string> {
  const by = await customer(shop);
  const orderId = await ordered(shop, product, { by });
  const id = newId();
  await shop.query(
    `insert into reviews (id, product_id, user_id, order_id, first_name, size, stars, words, shown, decided_at)
     values ($1, $2, $3, $4, 'Wanjiku', $5, $6, $7, $8, case when $8 then now() end)`,
    [id, product._id, by.userId, orderId, product.size, stars, words, shown],
  );
  return id;
}
