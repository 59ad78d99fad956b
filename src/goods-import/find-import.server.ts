import { and, asc, between, eq, sql } from "drizzle-orm";
import { MARK } from "../catalogue/staff/export-goods.server.ts";
import { csvLine, unmarked } from "../catalogue/staff/goods-csv.ts";
import type { Db } from "../platform/database/db.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { readGoodsFile } from "./goods-files.server.ts";
import { FileFault, type Line, partsOf, readCsv } from "./read-csv.server.ts";
import { REASON } from "./read-head.ts";
import { importFaults, imports } from "./tables.server.ts";

/** How far an import is, or what came of it, with as many of its faults as asked for. @throws ShopError 404 */
export async function findImport(db: Db, id: string, limit: number) {
  const { created, by, at, faults, why, ...found } = await importOf(db, id);
  const { row, column, message } = importFaults;
  const errors = await db
    .select({ row, column, message })
    .from(importFaults)
    .where(eq(importFaults.importId, id))
    .orderBy(asc(row), asc(importFaults.n))
    .limit(limit);
  const {
    uploadId: upload,
    name,
    dryRun,
    state,
    progress,
    changed,
    same,
    largePrices,
    soldSizes,
    written,
  } = found;
  return {
    _id: id,
    ...{
      upload,
      name,
      dryRun,
      state,
      progress,
      new: created,
      changed,
      same,
      largePrices,
      soldSizes,
      written,
      faults,
      errors,
    },
    ...(why && { why }),
    by: by.name,
    date: at.getTime(),
  };
}

async function importOf(db: Db, id: string) {
  const [found] = await db.select().from(imports).where(eq(imports.id, id));
  if (!found) throw new ShopError(404, "There is no such import.");
  return found;
}

/**
 * The rows of an import's file that are wrong, as they were, each with the reason in a column more: mended, the file can be
 * imported as it is. @throws ShopError 404; 409 the file itself is gone by now, or no rows can be read of it
 */
export async function wrongRows(db: Db, id: string): Promise<AsyncGenerator<string>> {
  const { uploadId } = await importOf(db, id);
  const lines = readCsv(readGoodsFile(db, uploadId));
  // here, so that a file that is gone is said instead of sent
  const head = await lines.next().catch((error: unknown) => {
    throw error instanceof FileFault ? new ShopError(409, error.message) : error;
  });
  return writeWrong(db, id, head.done ? [] : head.value.cells, lines);
}

async function* writeWrong(db: Db, id: string, head: string[], lines: AsyncGenerator<Line>) {
  // those of a file of wrong rows that is wrong still are told anew
  const columns = head.flatMap((cell, at) => (cell.trim() === REASON ? [] : [at]));
  const write = (cells: readonly string[], reason: string) =>
    csvLine([...columns.map((at) => unmarked(cells[at] ?? "")), reason]);
  yield MARK + write(head, REASON);
  try {
    for await (const part of partsOf(lines)) {
      const reasons = await reasonsOf(db, id, part);
      const wrong = part.filter(({ row }) => reasons.has(row));
      if (wrong.length > 0)
        yield wrong.map(({ row, cells }) => write(cells, reasons.get(row) ?? "")).join("");
    }
  } catch (error) {
    // from here on no row can be told
    if (!(error instanceof FileFault)) throw error;
  }
}

/** By row, what is wrong with it in one sentence after the other. */
async function reasonsOf(db: Db, id: string, part: Line[]): Promise<Map<number, string>> {
  const { row, column, message, n } = importFaults;
  const said = sql<string>`string_agg(concat_ws(': ', nullif(${column}, ''), ${message}), ' ' order by ${n})`;
  const found = await db
    .select({ row, said })
    .from(importFaults)
    .where(and(eq(importFaults.importId, id), between(row, part[0]?.row ?? 0, part.at(-1)?.row ?? 0)))
    .groupBy(row);
  return new Map(found.map((each) => [each.row, each.said]));
}
