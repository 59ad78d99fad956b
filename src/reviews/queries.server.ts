import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Move } from "../accounts/guest/move-guests.server.ts";
import { pictureUrl } from "../catalogue/pictures/picture-files.ts";
import { orderItems, orders } from "../ordering/tables.server.ts";
import { compiled, compiledBy } from "../platform/database/compiled.server.ts";
import type { Db, Tx } from "../platform/database/db.server.ts";
import type { Review } from "./contract.ts";
import { averageOf, type Rating, REVIEWS_SHOWN, type ReviewState } from "./rules.ts";
import { reviews, sampleRatings } from "./tables.server.ts";

/** A page of a product's reviews that staff have approved, newest first; `next` is the `after` of the next page. */
export async function listShown(
  db: Db,
  productId: string,
  { after, limit = REVIEWS_SHOWN }: { after?: string | undefined; limit?: number } = {},
): Promise<{ reviews: Review[]; next: string | null }> {
  const { rows: found } = await db.execute<Review>(SHOWN({ productId, after, limit: limit + 1 }));
  const page = found.slice(0, limit);
  return {
    reviews: page.map(({ photo, ...review }) => ({ ...review, photo: photo && pictureUrl(photo) })),
    next: found.length > limit ? (page.at(-1)?._id ?? null) : null,
  };
}

const SHOWN = compiledBy<{ productId: string; after: string | undefined; limit: number }>(
  ({ after }) => (after ? "after" : "first"),
  ({ productId, after, limit }, wanted) => sql`
    select ${reviews.id} as "_id", ${reviews.firstName} as "firstName", ${reviews.size}, ${reviews.stars}, ${reviews.words},
      ${reviews.photo}, floor(extract(epoch from ${reviews.writtenAt}) * 1000)::float8 as date
    from ${reviews}
    where ${reviews.productId} = ${productId} and ${reviews.shown} ${wanted.after ? sql`and ${reviews.id} < ${after}` : sql``}
    order by ${reviews.id} desc limit ${limit}`,
);

/** A product's rating: of the reviews that are shown, or else, if wanted, of sample ratings; and that of reviews alone. */
export async function findRating(
  db: Db,
  productId: string,
  { withSamples }: { withSamples: boolean },
): Promise<{ all: Rating; real: Rating }> {
  const { rows } = await db.execute<Sums>(RATING({ productId }));
  const { sum = 0, count = 0, sample_sum: sampleSum = 0, samples = 0 } = rows[0] ?? {};
  const real = { stars: averageOf(sum, count), count, samples: 0 };
  if (count > 0 || !withSamples) return { all: real, real };
  return { all: { stars: averageOf(sampleSum, samples), count: samples, samples }, real };
}

type Sums = { sum: number; count: number; sample_sum: number; samples: number };

const RATING = compiled<{ productId: string }>(
  ({ productId }) => sql`
    select coalesce(sum(stars) filter (where not sample), 0)::int as sum, count(*) filter (where not sample)::int as count,
      coalesce(sum(stars * times) filter (where sample), 0)::int as sample_sum,
      coalesce(sum(times) filter (where sample), 0)::int as samples
    from (
      select ${reviews.stars} as stars, 1 as times, false as sample from ${reviews}
      where ${reviews.productId} = ${productId} and ${reviews.shown}
      union all
      select ${sampleRatings.stars}, ${sampleRatings.count}, true from ${sampleRatings}
      where ${sampleRatings.productId} = ${productId}
    ) given`,
);

/** The most products in a shopper's list of reviews. */
const MINE_SHOWN = 500;

/** A shopper's reviews, newest first, and the products of their delivered orders that they have not reviewed. */
export async function listMine(
  db: Db,
  userId: string,
  productId?: string,
): Promise<{ reviews: { productId: string; stars: number; state: ReviewState }[]; open: string[] }> {
  const isOf = (column: typeof reviews.productId | typeof orderItems.productId): SQL | undefined =>
    productId === undefined ? undefined : eq(column, productId);
  const given = await db
    .select({ productId: reviews.productId, stars: reviews.stars, state: STATE })
    .from(reviews)
    .where(and(eq(reviews.userId, userId), isOf(reviews.productId)))
    .orderBy(desc(reviews.id))
    .limit(MINE_SHOWN);
  const bought = await db
    .selectDistinct({ productId: orderItems.productId })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(eq(orders.userId, userId), eq(orders.status, "Delivered"), isOf(orderItems.productId), UNREVIEWED),
    )
    .limit(MINE_SHOWN);
  return { reviews: given, open: bought.map((each) => each.productId) };
}

/** The state of a review: nobody has read it yet, or what staff decided. */
export const STATE = sql<ReviewState>`case when ${reviews.decidedAt} is null then 'waiting' when ${reviews.shown} then 'shown' else 'hidden' end`;

const UNREVIEWED = sql`not exists (select from ${reviews}
  where ${reviews.productId} = ${orderItems.productId} and ${reviews.userId} = ${orders.userId})`;

/**
 * Moves guests' reviews along with the orders they are about. If the account has reviewed the product, its own review stays, else
 * the earliest that moves; the others are deleted, as each person has one review of a product.
 */
export async function moveReviews(tx: Tx, { from, to }: Move): Promise<void> {
  await tx.execute(sql`
    update ${reviews} set user_id = ${to} from ${orders}
    where ${inArray(reviews.userId, from)} and ${orders.id} = ${reviews.orderId} and ${orders.userId} = ${to}
      and not exists (select from ${reviews} twin join ${orders} of_twin on of_twin.id = twin.order_id
        where twin.product_id = ${reviews.productId} and of_twin.user_id = ${to}
          and (twin.user_id = ${to} or ${inArray(sql`twin.user_id`, from)} and twin.id < ${reviews.id}))`);
  await tx.execute(sql`
    delete from ${reviews} using ${orders}
    where ${inArray(reviews.userId, from)} and ${orders.id} = ${reviews.orderId} and ${orders.userId} = ${to}`);
}
