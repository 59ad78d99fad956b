import { and, eq } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { ACCOUNT_TEXTS } from "../accounts/rules.ts";
import { findSignedIn } from "../accounts/sign-in/session.server.ts";
import { type PictureBytes, pictureType } from "../catalogue/stored-pictures.server.ts";
import { matchesEtag } from "../platform/cache/etag.server.ts";
import type { Db } from "../platform/database/db.server.ts";
import { SIGNED_IN } from "../platform/http/docs.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import type { Limit, Limits } from "../platform/http/limits.server.ts";
import { refused } from "../platform/input.ts";
import { ShopError } from "../platform/shop-error.ts";
import { addPhoto as contract } from "./contract.ts";
import { addPhoto, demandWanted } from "./photo.server.ts";
import { PHOTO_MAX, REVIEW_TEXTS } from "./rules.ts";
import { reviews } from "./tables.server.ts";

/** Photographs that one person sends, those refused included: each costs seconds of work. */
const PHOTOS: Limit = { name: "photos", times: 20, seconds: 86_400 };

type Parts = { db: Db; limits: Limits; pictures: PictureBytes };

/** POST /api/product/:id/review/photo, and /pictures/review-… of the reviews that are shown. */
export async function photoRoutes(http: Http, parts: Parts): Promise<void> {
  await http.register((scope: Http) => takePhotos(scope, parts));
  servePhotos(http, parts);
}

/** In a scope of its own: the bodies of these calls are bytes. */
async function takePhotos(http: Http, { db, limits, pictures }: Parts): Promise<void> {
  // what it is is told by its bytes, not by its name
  http.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  http.post(
    contract.path,
    {
      bodyLimit: PHOTO_MAX,
      schema: {
        tags: ["reviews"],
        summary: "The photograph of your review",
        security: SIGNED_IN,
        params: contract.params,
        response: { 200: contract.answer, "4xx": refused },
      },
      // before eight megabytes are read
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

/** @throws ShopError 401; 409 no review of theirs waits for a photograph */
async function demandSender(db: Db, request: FastifyRequest): Promise<void> {
  const userId = await findSignedIn(db, request);
  if (!userId) throw new ShopError(401, ACCOUNT_TEXTS.signedOut);
  const { id = "" } = request.params as { id?: string };
  if (contract.params.safeParse({ id }).success) await demandWanted(db, { userId, productId: id });
}

/** Asked for anew at each view: once its review is hidden, no browser or cache in between shows a photograph again. */
function servePhotos(http: Http, { db, pictures }: Parts): void {
  http.get<{ Params: { folder: string; file: string } }>(
    "/pictures/:folder(^review-[0-9a-z-]+$)/:file(^[0-9]+\\.[a-z]+$)",
    { schema: { hide: true } },
    async ({ headers, params: { folder, file } }, reply) => {
      const [shown] = await db
        .select({ id: reviews.id })
        .from(reviews)
        .where(and(eq(reviews.photo, folder), eq(reviews.shown, true)));
      if (!shown) return reply.callNotFound();
      // what stands under this name never changes
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
