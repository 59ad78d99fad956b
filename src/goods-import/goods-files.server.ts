import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { Db, Tx } from "../platform/database/db.server.ts";
import { newId } from "../platform/id.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { goodsFiles } from "./tables.server.ts";

type Sent = { name: string; bytes: Buffer; byId: string };

/** Keeps a file of goods for its import, for a day. The same file of the same person is one. Gives its id. */
export async function keepGoodsFile(db: Db, { name, bytes, byId }: Sent): Promise<string> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const [kept] = await db
    .insert(goodsFiles)
    .values({ id: newId(), name, sha256, byId, bytes })
    .onConflictDoUpdate({ target: [goodsFiles.byId, goodsFiles.sha256], set: { name, at: sql`now()` } })
    .returning({ id: goodsFiles.id });
  if (!kept) throw new Error("the file of goods was not written");
  return kept.id;
}

/** `size` is in bytes. @throws ShopError 404 also of another person's file */
export async function findGoodsFile(db: Db, { id, byId }: { id: string; byId: string }) {
  const { name, sha256, bytes } = goodsFiles;
  const [found] = await db
    .select({ name, sha256, size: sql<number>`octet_length(${bytes})` })
    .from(goodsFiles)
    .where(and(eq(goodsFiles.id, id), eq(goodsFiles.byId, byId)));
  if (!found) throw new ShopError(404, GONE);
  return found;
}

/** Bytes that its reader takes at a time. */
const PART = 64 * 1024;

/** Its bytes, in parts. @throws ShopError 409 it is gone */
export async function* readGoodsFile(db: Db | Tx, id: string): AsyncGenerator<Buffer> {
  const [file] = await db.select({ bytes: goodsFiles.bytes }).from(goodsFiles).where(eq(goodsFiles.id, id));
  if (!file) throw new ShopError(409, GONE);
  for (let at = 0; at < file.bytes.length; at += PART) yield file.bytes.subarray(at, at + PART);
}

const GONE = "This file is no longer in the shop. Send it again.";
