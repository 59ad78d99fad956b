import { and, eq } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { ACCOUNT_TEXTS } from "../accounts/rules.ts";
import { findSignedIn } from "../accounts/sign-in/session.server.ts";
import { readPicture } from "../catalogue/stored-pictures.server.ts";
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

/** POST /api/product/:id/review/photo, and /pictures/review-… of the reviews that are shown. */
export async function photoRoutes(http: Http, { db, limits }: { db: Db; limits: Limits }): Promise<void> {
  await http.register(async (scope: Http) => {
    // what it is is told by its bytes, not by its name
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.post(
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
        onRequest: (request) => demandSender(request),
        errorHandler: (error, request, reply) => http.errorHandler(sayTooLarge(error), request, reply),
      },
      async ({ userId, params: { id: productId }, body: input }) => {
        await limits.demand(PHOTOS, userId);
        await addPhoto(db, { userId, productId, input });
        return { success: true as const, message: REVIEW_TEXTS.photoKept };
      },
    );
  });

  http.get<{ Params: { folder: string; file: string } }>(
    "/pictures/:folder(^review-[0-9a-z-]+$)/:file(^[0-9]+\\.[a-z]+$)",
    { schema: { hide: true } },
    async ({ params: { folder, file } }, reply) => {
      const [shown] = await db
        .select({ id: reviews.id })
        .from(reviews)
        .where(and(eq(reviews.photo, folder), eq(reviews.shown, true)));
      const bytes = shown && (await readPicture(db, folder, file));
      if (!bytes) return reply.callNotFound();
      return reply.header("cache-control", "public, max-age=86400").type(typeOf(file)).send(bytes);
    },
  );

  async function demandSender(request: FastifyRequest): Promise<void> {
    const userId = await findSignedIn(db, request);
    if (!userId) throw new ShopError(401, ACCOUNT_TEXTS.signedOut);
    const { id = "" } = request.params as { id?: string };
    if (contract.params.safeParse({ id }).success) await demandWanted(db, { userId, productId: id });
  }
}

function sayTooLarge<E extends { statusCode?: number | undefined }>(error: E): E | ShopError {
  return error.statusCode === 413 ? new ShopError(413, REVIEW_TEXTS.photoTooLarge) : error;
}

const TYPES: Record<string, string> = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" };

/** The type that the file of a picture is sent as, by its ending. */
function typeOf(file: string): string {
  return TYPES[file.split(".").at(-1) ?? ""] ?? "application/octet-stream";
}
