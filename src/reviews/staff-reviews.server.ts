import { and, count, desc, eq, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { PictureBytes } from "../catalogue/pictures/stored-pictures.server.ts";
import { products } from "../catalogue/tables.server.ts";
import type { Actor } from "../platform/audit/actor.server.ts";
import { writeAudit } from "../platform/audit/write-audit.server.ts";
import { type Db, transaction } from "../platform/database/db.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { STATE } from "./queries.server.ts";
import type { ReviewState } from "./rules.ts";
import { reviews } from "./tables.server.ts";

const WHICH: Record<ReviewState, SQL | undefined> = {
  waiting: isNull(reviews.decidedAt),
  shown: eq(reviews.shown, true),
  hidden: and(eq(reviews.shown, false), isNotNull(reviews.decidedAt)),
};

/** A page of the reviews in this state, or of all, newest first; `next` is the `after` of the next page. */
export async function listReviews(
  db: Db,
  { state, after, limit }: { state?: ReviewState | undefined; after?: string | undefined; limit: number },
) {
  const found = await db
    .select({
      _id: reviews.id,
      product: { _id: products.id, name: products.name },
      orderId: reviews.orderId,
      firstName: reviews.firstName,
      size: reviews.size,
      stars: reviews.stars,
      words: reviews.words,
      photo: sql<boolean>`${reviews.photo} is not null`,
      state: STATE,
      writtenAt: reviews.writtenAt,
    })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .where(and(state && WHICH[state], after ? lt(reviews.id, after) : undefined))
    .orderBy(desc(reviews.id))
    .limit(limit + 1);
  const page = found.slice(0, limit);
  return {
    rows: page.map(({ writtenAt, ...row }) => ({ ...row, date: writtenAt.getTime() })),
    next: found.length > limit ? (page.at(-1)?._id ?? null) : null,
  };
}

/** How many reviews nobody has read. */
export async function countWaitingReviews(db: Db): Promise<number> {
  const [row] = await db.select({ waiting: count() }).from(reviews).where(WHICH.waiting);
  return row?.waiting ?? 0;
}

/**
 * Approves or hides a review; changes nothing where it is so already. A trigger notifies every process of the product it is
 * about. `photo`: its photograph was seen; one that was added meanwhile is not shown.
 * @throws ShopError 404; 409 there is a photograph that was not seen
 */
export async function decideReview(
  db: Db,
  id: string,
  { show, photo, by }: { show: boolean; photo: boolean; by: Actor },
): Promise<void> {
  const to = show ? "shown" : "hidden";
  await transaction(db, async (tx) => {
    const [found] = await tx
      .select({ state: STATE, photo: reviews.photo })
      .from(reviews)
      .where(eq(reviews.id, id))
      .for("update");
    if (!found) throw new ShopError(404, "There is no such review.");
    const { state } = found;
    if (state === to) return;
    if (show && found.photo && !photo) throw photoUnseen(state);
    await tx.update(reviews).set({ shown: show, decidedAt: sql`now()` }).where(eq(reviews.id, id));
    await writeAudit(tx, by, {
      action: show ? "review.show" : "review.hide",
      subjectKind: "review",
      subjectId: id,
      before: { state },
      after: { state: to },
    });
  });
}

function photoUnseen(state: ReviewState): ShopError {
  const current = { state, photo: true };
  return new ShopError(409, "A photo came with it meanwhile. Please look at it first.", {
    current,
    by: null,
    at: null,
  });
}

/** A review's photograph as a JPEG, whether it is shown or not. @throws ShopError 404 */
export async function photoOf(
  { db, pictures }: { db: Db; pictures: PictureBytes },
  id: string,
): Promise<Buffer> {
  const [found] = await db.select({ photo: reviews.photo }).from(reviews).where(eq(reviews.id, id));
  const bytes = found?.photo ? await pictures.read(db, found.photo, "720.jpg") : undefined;
  if (!bytes) throw new ShopError(404, "There is no such photo.");
  return bytes;
}
