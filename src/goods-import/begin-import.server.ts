import { and, eq, lt, sql } from "drizzle-orm";
import type { Actor } from "../platform/audit/actor.server.ts";
import { type Db, transaction } from "../platform/database/db.server.ts";
import { newId } from "../platform/id.server.ts";
import { addJob } from "../platform/jobs/jobs.server.ts";
import { IMPORT_JOB } from "./claim-import.server.ts";
import { findGoodsFile } from "./goods-files.server.ts";
import { goodsFiles, importFaults, imports } from "./tables.server.ts";

type Wanted = {
  /** The id of a file of goods. */
  upload: string;
  dryRun: boolean;
  by: Actor;
  /** The Idempotency-Key of who asks: asked again under it, it is one import. */
  key?: string | undefined;
};

/** Has a file of goods read, soon and by any process. Gives the import's id. @throws ShopError 404 of the file */
export async function beginImport(db: Db, { upload, dryRun, by, key }: Wanted): Promise<string> {
  const byId = by.id ?? "";
  const file = await findGoodsFile(db, { id: upload, byId });
  const id = newId();
  return transaction(db, async (tx) => {
    const [begun] = await tx
      .insert(imports)
      .values({ id, uploadId: upload, ...file, dryRun, by, byId, idempotencyKey: key ?? null })
      .onConflictDoNothing()
      .returning({ id: imports.id });
    if (!begun) return earlierImport(tx, byId, key);
    await addJob(tx, IMPORT_JOB, id);
    return id;
  });
}

async function earlierImport(db: Pick<Db, "select">, byId: string, key: string | undefined): Promise<string> {
  const [earlier] = await db
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.byId, byId), eq(imports.idempotencyKey, key ?? "")));
  if (!earlier) throw new Error("an import that was begun before is gone");
  return earlier.id;
}

/** Forgets files after a day, and what was wrong with them after a week; what was imported stays known. */
export async function sweepImports(db: Db): Promise<void> {
  await db.delete(goodsFiles).where(lt(goodsFiles.at, sql`now() - interval '1 day'`));
  await db
    .delete(importFaults)
    .where(
      sql`${importFaults.importId} in (select ${imports.id} from ${imports} where ${lt(imports.at, sql`now() - interval '7 days'`)})`,
    );
}
