import { and, eq, isNull } from "drizzle-orm";
import { pictureFolder } from "../catalogue/pictures.server.ts";
import { makeInTurn, type PictureBytes, storePicture } from "../catalogue/stored-pictures.server.ts";
import { type Db, transaction } from "../platform/database/db.server.ts";
import { newId } from "../platform/id.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { REVIEW_TEXTS } from "./rules.ts";
import { reviews } from "./tables.server.ts";

type Whose = { userId: string; productId: string };

/**
 * Gives a review its photograph: the pipeline makes new files of the pixels, so that nothing that rode along (place,
 * camera, a script behind the picture) is kept. Of two at once one is taken.
 * @throws ShopError 409 there is no review of theirs that waits without one; 413 or 415 by the bytes; 503 too many at once, or no store for it
 */
export async function addPhoto(
  { db, pictures }: { db: Db; pictures: PictureBytes },
  { userId, productId, input }: Whose & { input: unknown },
): Promise<void> {
  await demandWanted(db, { userId, productId });
  if (!Buffer.isBuffer(input) || !isPhoto(input)) throw new ShopError(415, REVIEW_TEXTS.notAPhoto);
  const files = await makeInTurn(input).catch((error: unknown) => {
    throw error instanceof ShopError ? saidForPhotos(error) : error;
  });
  if (!files) throw new ShopError(503, REVIEW_TEXTS.photosWait);
  // nobody can guess it, also of a photograph they have
  const photo = pictureFolder(`review-${newId().toLowerCase()}`, input);
  const rows = await pictures.keep(photo, files);
  await transaction(db, async (tx) => {
    const given = await tx.update(reviews).set({ photo }).where(isWanted({ userId, productId })).returning();
    if (given.length === 0) throw new ShopError(409, REVIEW_TEXTS.photoNotWanted);
    await storePicture(tx, rows);
  });
}

/** @throws ShopError 409 no review of theirs waits for a photograph */
export async function demandWanted(db: Db, whose: Whose): Promise<void> {
  const [wanted] = await db.select({ id: reviews.id }).from(reviews).where(isWanted(whose));
  if (!wanted) throw new ShopError(409, REVIEW_TEXTS.photoNotWanted);
}

function isWanted({ userId, productId }: Whose) {
  const { photo, decidedAt } = reviews;
  return and(eq(reviews.userId, userId), eq(reviews.productId, productId), isNull(photo), isNull(decidedAt));
}

/** By its first bytes, whatever it is called: a JPEG, a PNG or a WebP. A drawing, which the pipeline takes too, is none. */
function isPhoto(input: Buffer): boolean {
  const begins = input.toString("hex", 0, 12);
  return /^(ffd8ff|89504e470d0a1a0a|52494646.{8}57454250)/.test(begins);
}

function saidForPhotos({ status }: ShopError): ShopError {
  return new ShopError(status, status === 413 ? REVIEW_TEXTS.photoTooLarge : REVIEW_TEXTS.notAPhoto);
}
