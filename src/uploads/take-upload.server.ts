import { and, asc, eq, isNull, lt, sql } from "drizzle-orm";
import fastq from "fastq";
import { type Db, type Tx, transaction } from "../platform/database/db.server.ts";
import { newId } from "../platform/id.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { PIECE, UPLOAD_TEXTS, type UploadKind } from "./rules.ts";
import { uploadPieces, uploads } from "./tables.server.ts";

type Announced = { kind: UploadKind; name: string; size: number; sha256: string; byId: string };
export type Upload = typeof uploads.$inferSelect;

/** Says which file comes. Who has begun to send it before gets the same id, and the numbers of the pieces that have come. */
export async function beginUpload(db: Db, announced: Announced): Promise<{ id: string; have: number[] }> {
  const { byId, kind, sha256, size } = announced;
  await db
    .insert(uploads)
    .values({ id: newId(), ...announced })
    .onConflictDoNothing();
  const [upload] = await db
    .select()
    .from(uploads)
    .where(
      and(eq(uploads.byId, byId), eq(uploads.kind, kind), eq(uploads.sha256, sha256), eq(uploads.size, size)),
    );
  if (!upload) throw noSuchUpload();
  if (isDone(upload)) return { id: upload.id, have: Array.from({ length: piecesOf(size) }, (_, n) => n) };
  const pieces = await db
    .select({ n: uploadPieces.n })
    .from(uploadPieces)
    .where(eq(uploadPieces.uploadId, upload.id))
    .orderBy(asc(uploadPieces.n));
  return { id: upload.id, have: pieces.map(({ n }) => n) };
}

/**
 * Keeps one piece, counted from 0. One that came before stays as it is.
 * @throws ShopError 400 it is no piece of this file; 404
 */
export async function keepPiece(
  db: Db,
  { id, n, bytes, byId }: { id: string; n: number; bytes: unknown; byId: string },
): Promise<void> {
  const upload = await findUpload(db, { id, byId });
  const wanted = Math.min(PIECE, upload.size - n * PIECE);
  if (!Buffer.isBuffer(bytes) || wanted <= 0 || bytes.length !== wanted)
    throw new ShopError(400, UPLOAD_TEXTS.notAPiece);
  if (!isDone(upload)) await writing.push({ db, piece: { uploadId: id, n, bytes } });
}

/** Pieces that this process writes at the same time: many files that come at once leave pages their connections. */
const writing = fastq.promise(writePiece, 2);

async function writePiece({ db, piece }: { db: Db; piece: typeof uploadPieces.$inferInsert }): Promise<void> {
  await db.insert(uploadPieces).values(piece).onConflictDoNothing();
}

/** @throws ShopError 404 also of somebody else's */
export async function findUpload(db: Db, { id, byId }: { id: string; byId: string }): Promise<Upload> {
  const [upload] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.byId, byId)));
  if (!upload) throw noSuchUpload();
  return upload;
}

/** All its pieces together. @throws ShopError 409 some are missing */
export async function joinPieces(db: Db, upload: Upload): Promise<Buffer> {
  // no part is kept until the last has come: a file would be twice in memory
  const whole = Buffer.alloc(upload.size);
  let at = 0;
  for await (const bytes of readPieces(db, upload)) at += bytes.copy(whole, at);
  return whole;
}

/** Bytes that come of a piece at once: one answer fits into what a connection reads at a time, and leaves little to collect. */
const PART = 32 * 1024;

/** Its bytes in parts, one after the other. @throws ShopError 409 a piece is missing */
export async function* readPieces(
  db: Db | Tx,
  { id, size }: Pick<Upload, "id" | "size">,
): AsyncGenerator<Buffer> {
  for (let n = 0; n < piecesOf(size); n++)
    for (let from = 0; from < Math.min(PIECE, size - n * PIECE); from += PART) {
      const bytes = sql`substring(${uploadPieces.bytes} from ${from + 1} for ${PART})`;
      const [part] = await db
        // a third longer than the bytes, where digits take twice their length
        .select({ base64: sql<string>`encode(${bytes}, 'base64')` })
        .from(uploadPieces)
        .where(and(eq(uploadPieces.uploadId, id), eq(uploadPieces.n, n)));
      if (!part) throw new ShopError(409, UPLOAD_TEXTS.missing);
      yield Buffer.from(part.base64, "base64");
    }
}

/** Writes down what became of a file; its pieces leave. */
export async function endUpload(
  db: Db,
  id: string,
  outcome: { picture: string } | { why: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    await tx
      .update(uploads)
      .set(outcome)
      .where(and(eq(uploads.id, id), isNull(uploads.picture), isNull(uploads.why)));
    await tx.delete(uploadPieces).where(eq(uploadPieces.uploadId, id));
  });
}

/** Writes down that a file is whole; its pieces stay for who reads it. */
export async function markWhole(db: Db, id: string): Promise<void> {
  await db.update(uploads).set({ wholeAt: sql`now()` }).where(eq(uploads.id, id));
}

/** As if it had never been announced: it can be sent anew. */
export async function forgetUpload(db: Db, id: string): Promise<void> {
  await db.delete(uploads).where(eq(uploads.id, id));
}

/** Forgets files that were announced more than a day ago, with the pieces that have come. */
export async function sweepUploads(db: Db): Promise<void> {
  await db.delete(uploads).where(lt(uploads.createdAt, sql`now() - interval '1 day'`));
}

export function isDone({ picture, why, wholeAt }: Upload): boolean {
  return picture !== null || why !== null || wholeAt !== null;
}

function piecesOf(size: number): number {
  return Math.ceil(size / PIECE);
}

function noSuchUpload(): ShopError {
  return new ShopError(404, UPLOAD_TEXTS.notFound);
}
