import { and, eq, isNull } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { ACCOUNT_TEXTS } from "../accounts/rules.ts";
import { findSignedIn } from "../accounts/sign-in/session.server.ts";
import { pictureFolder } from "../catalogue/pictures/make-pictures.server.ts";
import {
  makeInTurn,
  type PictureBytes,
  pictureType,
  storePicture,
} from "../catalogue/pictures/stored-pictures.server.ts";
import { matchesEtag } from "../platform/cache/representation.server.ts";
import { type Db, type Tx, transaction } from "../platform/database/db.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import type { Limit, Limits } from "../platform/http/limits.server.ts";
import { SIGNED_IN } from "../platform/http/route.server.ts";
import { newId } from "../platform/id.server.ts";
import { refused } from "../platform/input.ts";
import { ShopError } from "../platform/shop-error.ts";
import { addPhoto as contract } from "./contract.ts";
import { PHOTO_MAX, REVIEW_TEXTS } from "./rules.ts";
import { reviews } from "./tables.server.ts";

/** Photographs that one person may send, including refused ones: each costs seconds of work. */
const PHOTOS: Limit = { name: "photos", times: 20, seconds: 86_400 };

type PhotoOptions = { db: Db; limits: Limits; pictures: PictureBytes };

/** POST /api/product/:id/review/photo, and /pictures/review-… of the reviews that are shown. */
export async function photoRoutes(http: Http, parts: PhotoOptions): Promise<void> {
  await http.register((scope: Http) => takePhotos(scope, parts));
  servePhotos(http, parts);
}

/** In a scope of its own, as the bodies of these calls are raw bytes. */
async function takePhotos(http: Http, { db, limits, pictures }: PhotoOptions): Promise<void> {
  // the kind is recognised by the bytes, not by the name
  http.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  http.post(
    contract.path,
    {
      bodyLimit: PHOTO_MAX,
      schema: {
        tags: ["reviews"],
        summary: contract.summary,
        security: SIGNED_IN,
        params: contract.params,
        response: { 200: contract.answer, "4xx": refused },
      },
      // checked before eight megabytes are read
      onRequest: (request) => demandSender(db, request),
      errorHandler: (error, request, reply) => http.errorHandler(sayTooLarge(error), request, reply),
    },
    async ({ userId, params: { id: productId }, body: input }) => {
      await limits.demand(PHOTOS, userId);
      await addPhoto({ db, pictures }, { userId, productId, input });
      return { success: true as const, message: REVIEW_TEXTS.photoKept };
    },
  );
}

/** @throws ShopError 401; 409 the sender has no review of this product that waits for staff */
async function demandSender(db: Db, request: FastifyRequest): Promise<void> {
  const userId = await findSignedIn(db, request);
  if (!userId) throw new ShopError(401, ACCOUNT_TEXTS.signedOut);
  const { id = "" } = request.params as { id?: string };
  if (contract.params.safeParse({ id }).success) await demandWaiting(db, { userId, productId: id });
}

/** Photographs are revalidated at each view, so that once a review is hidden no browser or cache shows its photograph. */
function servePhotos(http: Http, { db, pictures }: PhotoOptions): void {
  http.get<{ Params: { folder: string; file: string } }>(
    "/pictures/:folder(^review-[0-9a-z-]+$)/:file(^[0-9]+\\.[a-z]+$)",
    { schema: { hide: true } },
    async ({ headers, params: { folder, file } }, reply) => {
      const [shown] = await db
        .select({ id: reviews.id })
        .from(reviews)
        .where(and(eq(reviews.photo, folder), eq(reviews.shown, true)));
      if (!shown) return reply.callNotFound();
      // the file under this name never changes
      const etag = `"${folder}/${file}"`;
      const caching = { "cache-control": "no-cache", etag };
      if (matchesEtag(headers["if-none-match"] ?? "", etag)) return reply.code(304).headers(caching).send();
      const bytes = await pictures.read(db, folder, file);
      return bytes ? reply.headers(caching).type(pictureType(file)).send(bytes) : reply.callNotFound();
    },
  );
}

function sayTooLarge<E extends { statusCode?: number | undefined }>(error: E): E | ShopError {
  return error.statusCode === 413 ? new ShopError(413, REVIEW_TEXTS.photoTooLarge) : error;
}

type ReviewKey = { userId: string; productId: string };

/**
 * Adds a photograph to a review: the pipeline makes new files of the pixels, so that nothing else in the file (place, camera, a
 * script behind the picture) is kept. Of two sent at once one is accepted; the same one again, as after a lost answer, is accepted
 * too.
 * @throws ShopError 409 no review of theirs waits, or it has another; 413 or 415 by the bytes; 503 too many at once, or no store for it
 */
async function addPhoto(
  { db, pictures }: { db: Db; pictures: PictureBytes },
  { input, ...review }: ReviewKey & { input: unknown },
): Promise<void> {
  const waiting = await demandWaiting(db, review);
  if (!Buffer.isBuffer(input) || !isPhoto(input)) throw new ShopError(415, REVIEW_TEXTS.notAPhoto);
  if (waiting.photo !== null) return demandSame(waiting.photo, input);
  const files = await makeInTurn(input).catch((error: unknown) => {
    throw error instanceof ShopError ? saidForPhotos(error) : error;
  });
  if (!files) throw new ShopError(503, REVIEW_TEXTS.photosWait);
  // a random name, so that nobody can guess it from a photograph they have
  const photo = pictureFolder(`review-${newId().toLowerCase()}`, input);
  const rows = await pictures.keep(photo, files);
  await transaction(db, async (tx) => {
    const isWanted = and(isWaiting(review), isNull(reviews.photo));
    const given = await tx.update(reviews).set({ photo }).where(isWanted).returning();
    if (given.length > 0) return storePicture(tx, rows);
    demandSame((await demandWaiting(tx, review)).photo, input);
  });
}

/** @throws ShopError 409 no review of theirs waits for staff */
async function demandWaiting(db: Db | Tx, review: ReviewKey): Promise<{ photo: string | null }> {
  const [waiting] = await db.select({ photo: reviews.photo }).from(reviews).where(isWaiting(review));
  if (!waiting) throw new ShopError(409, REVIEW_TEXTS.photoNotWanted);
  return waiting;
}

function isWaiting({ userId, productId }: ReviewKey) {
  return and(eq(reviews.userId, userId), eq(reviews.productId, productId), isNull(reviews.decidedAt));
}

/** Makes sure that the review's photograph was made of the same bytes. @throws ShopError 409 it was made of others */
function demandSame(photo: string | null, input: Buffer): void {
  const name = photo?.replace(/-[^-]*$/, "") ?? "";
  if (photo !== pictureFolder(name, input)) throw new ShopError(409, REVIEW_TEXTS.photoNotWanted);
}

/** Whether the first bytes, whatever the name, are a JPEG's, PNG's or WebP's; drawings (SVG) do not count as photographs. */
function isPhoto(input: Buffer): boolean {
  const begins = input.toString("hex", 0, 12);
  return /^(ffd8ff|89504e470d0a1a0a|52494646.{8}57454250)/.test(begins);
}

function saidForPhotos({ status }: ShopError): ShopError {
  return new ShopError(status, status === 413 ? REVIEW_TEXTS.photoTooLarge : REVIEW_TEXTS.notAPhoto);
}
