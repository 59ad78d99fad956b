import { expect } from "vitest";
import { mailLinks } from "../src/ordering/mails/mail-links.server.ts";
import { mailNewOrders } from "../src/ordering/mails/new-order-mail.server.ts";
import { newId } from "../src/platform/id.server.ts";
import type { Person } from "./people.ts";
import type { TestShop } from "./shop.ts";

export const PLACE = "/api/order/placeOrder";

/** Counts of everything an order may write. */
export async function written(shop: TestShop) {
  const [row] = await shop.query(`select (select count(*) from orders where phase = 'placed') as orders,
    (select count(*) from order_items i join orders o on o.id = i.order_id where o.phase = 'placed') as items, (select count(*) from outbox) as mails,
    (select coalesce(sum(quantity), 0) from cart_lines) as cart, (select sum(on_hand) from stock) as stock`);
  return row;
}

/** The answer of a call that is refused with this message; `more`: what else it says. */
export function refusal(status: number, message: unknown, more: object = {}) {
  return { status, body: { success: false, message, ...more } };
}

/** Sends the order, sees it refused, and that nothing was written. */
export async function refusedOrder(shop: TestShop, body: object, token: string) {
  const before = await written(shop);
  const { status, body: answer } = await shop.post(PLACE, body, token);
  expect(answer.success).toBe(false);
  expect(await written(shop)).toEqual(before);
  return { status, body: answer };
}

/** So many orders of a person, as one by code after the other writes them; many share a millisecond. */
export async function inventOrders(
  shop: Pick<TestShop, "query">,
  { userId }: Person,
  count: number,
): Promise<void> {
  const ids = Array.from({ length: count }, newId).sort();
  await shop.query(
    `insert into orders (id, user_id, address, subtotal, delivery_fee, amount, payment_method, key_hash, request_hash, contents_hash)
     select id, $2, '{}', 10, 1, 11, 'cod', id, 'x', 'x' from unnest($1::text[]) as id`,
    [ids, userId],
  );
  await shop.query(
    `insert into order_items (order_id, line, product_id, name, price, size, quantity, image)
     select id, 1, 'gone', 'Gone', 10, 'M', 1, '' from unnest($1::text[]) as id`,
    [ids],
  );
}

/** The owner's mail of this order alone, as written when it is due. */
export async function newOrderMailOf(shop: Pick<TestShop, "query" | "db" | "config">, orderId: string) {
  const event = `new-order:${orderId}`;
  await shop.query("delete from outbox where event = $1", [event]);
  await shop.query("update orders set announced_at = case when id <> $1 then 'epoch'::timestamptz end", [
    orderId,
  ]);
  await mailNewOrders(shop.db, mailLinks(shop.config));
  const mails = await shop.query<{
    recipient: string;
    subject: string;
    text: string;
    html: string;
    low: boolean;
  }>("select recipient, subject, text, html, low_priority as low from outbox where event = $1", [event]);
  return mails[0];
}
