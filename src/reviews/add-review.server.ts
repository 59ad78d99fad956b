import { and, eq, sql } from "drizzle-orm";
import { users } from "../accounts/tables.server.ts";
import { lockUser } from "../cart/queries.server.ts";
import { products } from "../catalogue/tables.server.ts";
import { orderItems, orders } from "../ordering/tables.server.ts";
import { type Db, type Tx, transaction } from "../platform/database/db.server.ts";
import { newId } from "../platform/id.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import type { EarlierReview } from "./contract.ts";
import { STATE } from "./queries.server.ts";
import { REVIEW_TEXTS } from "./rules.ts";
import { reviews } from "./tables.server.ts";

type NewReview = { userId: string; productId: string; stars: number; words: string };

/**
 * Writes a review of a product that an order of this shopper has delivered; with several such orders, of the newest. Nobody sees
 * it before staff approve it. The shopper's row is locked: a guest who becomes an account at the same time either takes the
 * review along, or no longer has such an order.
 * @throws ShopError 401; 403 no delivered order has it; 409 `earlier`, `same`: it is reviewed already
 */
export async function addReview(db: Db, review: NewReview): Promise<string> {
  const given = { ...review, words: plain(review.words) };
  return transaction(db, async (tx) => {
    await lockUser(tx, given.userId);
    const id = await insertReview(tx, given);
    if (id) return id;
    const earlier = await findEarlier(tx, given);
    if (!earlier) throw new ShopError(403, REVIEW_TEXTS.notBought);
    const same = earlier.stars === given.stars && earlier.words === given.words;
    throw new ShopError(409, REVIEW_TEXTS.already, { earlier, same });
  });
}

/** Returns the review's id; undefined when no delivered order has the product, or it is reviewed already. */
async function insertReview(
  tx: Tx,
  { userId, productId, stars, words }: NewReview,
): Promise<string | undefined> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into ${reviews} (id, product_id, user_id, order_id, first_name, size, stars, words)
    select ${newId()}, ${products.id}, ${users.id}, ${orders.id}, split_part(trim(${users.name}), ' ', 1),
      ${orderItems.size}, ${stars}, ${words}
    from ${orders}
      join ${orderItems} on ${orderItems.orderId} = ${orders.id}
      join ${products} on ${products.id} = ${orderItems.productId}
      join ${users} on ${users.id} = ${orders.userId}
    where ${orders.userId} = ${userId} and ${orders.status} = 'Delivered' and ${orderItems.productId} = ${productId}
    order by ${orders.id} desc, ${orderItems.line} limit 1
    on conflict (product_id, user_id) do nothing
    returning id`);
  return rows[0]?.id;
}

async function findEarlier(tx: Tx, { userId, productId }: NewReview): Promise<EarlierReview | undefined> {
  const [found] = await tx
    .select({ stars: reviews.stars, words: reviews.words, state: STATE })
    .from(reviews)
    .where(and(eq(reviews.productId, productId), eq(reviews.userId, userId)));
  return found;
}

/** Control characters, and those that change the direction of writing, which could disguise what is shown beside the words. */
const UNSEEN = /[^\P{Cc}\n]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Words as they are stored: uniform line ends, at most one empty line, no invisible characters. */
function plain(words: string): string {
  return words
    .replace(/\r\n?/g, "\n")
    .replace(UNSEEN, "")
    .replace(/\n\s*\n/g, "\n\n")
    .trim();
}
