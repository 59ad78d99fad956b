import { and, eq, sql } from "drizzle-orm";
import { users } from "../accounts/tables.server.ts";
import { products } from "../catalogue/tables.server.ts";
import { orderItems, orders } from "../ordering/tables.server.ts";
import type { Db } from "../platform/database/db.server.ts";
import { newId } from "../platform/id.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { REVIEW_TEXTS } from "./rules.ts";
import { reviews } from "./tables.server.ts";

type NewReview = { userId: string; productId: string; stars: number; words: string };

/**
 * Writes a review of what an order of this shopper's has delivered; of several such orders, of the newest. One statement
 * looks and writes, and the unique index lets one of two at once through. Nobody sees it before staff let it through.
 * @throws ShopError 403 no delivered order has it; 409 it is reviewed already
 */
export async function addReview(db: Db, { userId, productId, stars, words }: NewReview): Promise<string> {
  const id = newId();
  const { rows } = await db.execute(sql`
    insert into ${reviews} (id, product_id, user_id, order_id, first_name, size, stars, words)
    select ${id}, ${products.id}, ${users.id}, ${orders.id}, split_part(trim(${users.name}), ' ', 1), ${orderItems.size},
      ${stars}, ${plain(words)}
    from ${orders}
      join ${orderItems} on ${orderItems.orderId} = ${orders.id}
      join ${products} on ${products.id} = ${orderItems.productId}
      join ${users} on ${users.id} = ${orders.userId}
    where ${orders.userId} = ${userId} and ${orders.status} = 'Delivered' and ${orderItems.productId} = ${productId}
    order by ${orders.id} desc, ${orderItems.line} limit 1
    on conflict (product_id, user_id) do nothing
    returning id`);
  if (rows.length > 0) return id;
  const [earlier] = await db
    .select({ id: reviews.id })
    .from(reviews)
    .where(and(eq(reviews.productId, productId), eq(reviews.userId, userId)));
  throw earlier ? new ShopError(409, REVIEW_TEXTS.already) : new ShopError(403, REVIEW_TEXTS.notBought);
}

/** Controls and signs that turn the writing round, which could disguise what stands beside the words. */
const UNSEEN = /[^\P{Cc}\n]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Words as they are kept: line ends as one sign, at most one empty line, nothing that hides. */
function plain(words: string): string {
  return words
    .replace(/\r\n?/g, "\n")
    .replace(UNSEEN, "")
    .replace(/\n\s*\n/g, "\n\n")
    .trim();
}
