import { createHash } from "node:crypto";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { cellsOf } from "../catalogue/staff/goods-cells.server.ts";
import type { Actor } from "../platform/audit/actor.server.ts";
import { writeAudit } from "../platform/audit/write-audit.server.ts";
import { type Db, type Tx, transaction } from "../platform/database/db.server.ts";
import { newId } from "../platform/id.server.ts";
import { type ComparedRow, compareRows, keepShop } from "./compare-rows.server.ts";
import { type GoodsFile, readFile, wrongRows } from "./read-file.server.ts";
import { ERRORS_MAX, type Fault } from "./rules.ts";
import { imports } from "./tables.server.ts";
import { type Change, lockImports, undoOf, writeChanges } from "./write-changes.server.ts";

type Import = {
  bytes: Buffer;
  name: string;
  dryRun: boolean;
  /** Rows whose products stay as they are, as they were changed in the shop after the export. */
  shop: (row: number) => boolean;
  sizes: Parameters<typeof compareRows>[2]["choices"];
  /** The `asked` of an earlier answer, when the owner has confirmed its questions. */
  confirm: string | undefined;
  by: Actor;
};

/**
 * Reads a file of goods and, unless it has faults or open questions or is a dry run, writes all of it in one transaction. One
 * import is written at a time.
 * @throws ShopError 409: pieces were sold or moved while it was written
 */
export async function importGoods(db: Db, { bytes, name, dryRun, confirm, by, ...choices }: Import) {
  const file = readFile(bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return transaction(db, async (tx) => {
    if (!dryRun) await lockImports(tx);
    const importedOn = await importedBefore(tx, sha256);
    const rows = await compareRows(tx, file, { choices: choices.sizes, importedOn, lock: !dryRun });
    const asked = askedOf(rows);
    const decided = rows.map((row) => (row.isStale && choices.shop(row.row) ? keepShop(row) : row));
    const outcome = { ...outcomeOf(file, rows, decided), name, dryRun, asked };
    const isRight = outcome.faults === 0 && outcome.sizes.length === 0 && (!asked || asked === confirm);
    const about = { _id: newId(), by: by.name, date: Date.now() };
    if (dryRun || !isRight) return { ...outcome, ...about, written: false };
    const changes = decided.filter(isChange);
    // an import without changes is not recorded, so that the one before it can still be undone
    if (changes.length > 0) {
      await writeChanges(tx, changes, { by, reason: "Import" });
      const { new: created, changed, same } = outcome;
      await record(tx, { id: about._id, name, sha256, by, created, changed, same }, changes);
    }
    return { ...outcome, ...about, changes: [], written: true };
  });
}

/** The day on which the same file was imported before, in words. */
async function importedBefore(tx: Tx, sha256: string): Promise<string | undefined> {
  const [before] = await tx
    .select({ day: sql<string>`to_char(${imports.at} at time zone 'Africa/Nairobi', 'FMDD FMMonth YYYY')` })
    .from(imports)
    .where(and(eq(imports.sha256, sha256), isNull(imports.undoneAt)))
    .orderBy(desc(imports.at))
    .limit(1);
  return before?.day;
}

/** A hash of all questions: rows changed in the shop since the export, and large changes of a price. */
function askedOf(rows: readonly ComparedRow[]): string | undefined {
  const asked = rows.filter(({ isStale, isLarge }) => isStale || isLarge);
  if (asked.length === 0) return undefined;
  // without the stock on hand, so that a sale does not change the questions
  const facts = asked.map(({ row, before, isStale, isLarge, cells }) => [
    row,
    isStale,
    isLarge,
    before && cellsOf(before).Version,
    cells.filter(({ column }) => column !== "Stock"),
  ]);
  return createHash("sha256").update(JSON.stringify(facts)).digest("base64url").slice(0, 22);
}

function isChange({ before, cells, faults, sizes }: ComparedRow): boolean {
  return !sizes && faults.length === 0 && (!before || cells.length > 0);
}

/** `decided` are the rows as they would be written; every answer repeats all questions about `rows`. */
function outcomeOf(file: GoodsFile, rows: readonly ComparedRow[], decided: readonly ComparedRow[]) {
  const changes = decided.filter(isChange);
  const faults: Fault[] = file.faults.concat(
    decided.flatMap(({ row, faults }) => faults.map((fault) => ({ row, ...fault }))),
  );
  const count = (is: (row: ComparedRow) => boolean) => changes.filter(is).length;
  const shown = rows.filter((row) => row.isStale || isChange(row));
  return {
    new: count(({ before }) => !before),
    changed: count(({ before }) => before !== undefined),
    same: decided.filter((row) => row.faults.length === 0 && !row.sizes && !isChange(row)).length,
    largePrices: count(({ isLarge }) => isLarge),
    soldSizes: count(({ losesSold }) => losesSold),
    faults: faults.length,
    errors: faults.slice(0, ERRORS_MAX),
    ...(faults.length > 0 && { wrongRows: wrongRows(file, faults) }),
    changes: shown.map(({ row, name, before, isStale, isLarge, cells }) => {
      return { row, name, isNew: !before, isStale, isLarge, cells };
    }),
    sizes: rows.flatMap(({ row, name, sizes }) => (sizes ? { row, name, ...sizes } : [])),
  };
}

type Recorded = Omit<typeof imports.$inferInsert, "at" | "undo">;

/** Records an import, with what undoing it needs; only the last import keeps that. */
async function record(tx: Tx, recorded: Recorded, changes: readonly Change[]): Promise<void> {
  const { id, name: file, by, created, changed, same } = recorded;
  await tx.update(imports).set({ undo: null });
  const undo = await undoOf(tx, changes);
  await tx.insert(imports).values({ ...recorded, undo, at: sql`clock_timestamp()` });
  await writeAudit(tx, by, {
    action: "goods.import",
    subjectKind: "import",
    subjectId: id,
    after: { file, new: created, changed, same },
  });
}
