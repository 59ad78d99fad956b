import { newId } from "../src/platform/id.server.ts";
import type { Goods } from "./goods.ts";
import { PLACE } from "./orders.ts";
import { customer, orderOf, type Person } from "./people.ts";
import type { TestShop } from "./shop.ts";

/** Places an order of this product, `under` an e-mail, and brings it to a status. Gives its id. */
export async function ordered(
  shop: TestShop,
  product: Goods,
  { by, under, status = "Delivered" }: { by: Person; under?: string; status?: string },
): Promise<string> {
  const order = orderOf(product);
  const address = under ? { ...order.address, email: under } : order.address;
  const { body } = await shop.post(PLACE, { ...order, address }, by.token);
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

/**
 * A review of each product that somebody of the invented orders has: one of 40 waits, one of 30 is hidden, the others are
 * shown. Gives how many.
 */
export async function inventReviews(shop: Pick<TestShop, "query">): Promise<number> {
  const written = await shop.query(INVENTED);
  await shop.query("analyze reviews");
  return written.length;
}

const INVENTED = `
  insert into reviews (id, product_id, user_id, order_id, first_name, size, stars, words, written_at, shown, decided_at)
  select id || n, product_id, user_id, id, split_part(name, ' ', 1), size, 1 + n % 5,
    'Number ' || n || '. ' || left('It fits as the size guide says, the cotton is soft, and after five washes it has neither '
      || 'shrunk nor lost its colour. My brother in Kisumu wants one too; delivery took three days.', (n * 37 % 190)::int),
    placed_at + interval '9 days', n % 40 > 0 and n % 30 > 0, case when n % 40 > 0 then now() end
  from (
    select bought.*, row_number() over (order by bought.id) as n from (
      select distinct on (o.user_id, i.product_id) o.id, o.user_id, o.placed_at, u.name, i.product_id, i.size
      from orders o join order_items i on i.order_id = o.id join users u on u.id = o.user_id
      where o.status = 'Delivered' order by o.user_id, i.product_id, o.id desc
    ) as bought join products p on p.id = product_id
  ) as numbered
  returning id`;
