import { eq } from "drizzle-orm";
import { writeAudit } from "../platform/audit/write-audit.server.ts";
import { type Db, type Tx, transaction } from "../platform/database/db.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { type Claimed, claimImport, isHeldBy, keepClaim, releaseImport } from "./claim-import.server.ts";
import { readGoods } from "./read-goods.server.ts";
import type { Counts, Fault } from "./rules.ts";
import { importFaults, imports } from "./tables.server.ts";
import { writeProducts } from "./write-changes.server.ts";
import { type StockChange, stockChangesOf, writeMoves } from "./write-moves.server.ts";

/** What an import is run with; `isClosing`: the process ends, and another goes on with it. */
export type ImportContext = { db: Db; isClosing: () => boolean };

/**
 * Reads an import's file and, where nothing is wrong with it and it is no dry run, writes all of it in one transaction. Does
 * nothing for one that is done, or that another process works on. Whatever ends it before its end, nothing is written.
 */
export async function runImport(context: ImportContext, id: string): Promise<void> {
  const { db } = context;
  const claimed = await claimImport(db, id);
  if (!claimed) return;
  try {
    const counts = await checkFile(context, claimed);
    const faults = await countFaults(db, id);
    if (claimed.dryRun || faults > 0) await finish(db, claimed, { counts, faults, written: false });
    else await writeFile(context, claimed);
  } catch (error) {
    if (error instanceof ShopError && error.status < 500) return finishFailed(db, claimed, error.message);
    await releaseImport(db, claimed);
    if (!(error instanceof Interrupted)) throw error;
  }
}

/** The process that worked on it ends. */
class Interrupted extends Error {}
/** What was right when the file was checked is so no more. */
class FaultsMeanwhile extends Error {
  readonly faults: Fault[];
  constructor(faults: Fault[]) {
    super("the goods were changed meanwhile");
    this.faults = faults;
  }
}

async function checkFile(context: ImportContext, claimed: Claimed): Promise<Counts> {
  const { db } = context;
  // of a run that was cut off
  await db.delete(importFaults).where(eq(importFaults.importId, claimed.id));
  return readGoods(db, claimed.file, {
    importedOn: claimed.importedOn,
    onProgress: progressOf(context, claimed, { from: 0, to: claimed.dryRun ? 100 : 50 }),
    onFaults: (faults) => keepFaults(db, claimed.id, faults),
  });
}

async function writeFile(context: ImportContext, claimed: Claimed): Promise<void> {
  const { db } = context;
  try {
    await transaction(db, (tx) => writeAll(tx, context, claimed));
  } catch (error) {
    if (!(error instanceof FaultsMeanwhile)) throw error;
    const counts = await checkFile(context, claimed);
    // what was so for a moment alone
    if ((await countFaults(db, claimed.id)) === 0) await keepFaults(db, claimed.id, error.faults);
    await finish(db, claimed, { counts, faults: await countFaults(db, claimed.id), written: false });
  }
}

/** @throws FaultsMeanwhile: nothing is written */
async function writeAll(tx: Tx, context: ImportContext, claimed: Claimed): Promise<void> {
  const { by } = claimed;
  const moves: StockChange[] = [];
  const counts = await readGoods(tx, claimed.file, {
    lock: true,
    importedOn: claimed.importedOn,
    onProgress: progressOf(context, claimed, { from: 50, to: 95 }),
    onChanges: async (changes) => {
      await writeProducts(tx, changes, by);
      moves.push(...changes.flatMap(stockChangesOf));
    },
    onFaults: (faults) => {
      throw new FaultsMeanwhile(faults);
    },
  });
  const refused = moves.length > 0 ? await writeMoves(tx, moves, by) : undefined;
  if (refused) throw new FaultsMeanwhile([{ row: refused.row, column: "Stock", message: movedNow(refused) }]);
  await writeAudit(tx, by, {
    action: "goods.import",
    subjectKind: "import",
    subjectId: claimed.id,
    after: { file: claimed.name, new: counts.new, changed: counts.changed, same: counts.same },
  });
  await finish(tx, claimed, { counts, faults: 0, written: true });
}

function movedNow({ size }: StockChange): string {
  return `Pieces of ${size} were sold or moved just while this was written. Import the file once more.`;
}

/** Tells how far it is at most once a second, on a connection of its own, and keeps the claim. @throws Interrupted */
function progressOf(
  { db, isClosing }: ImportContext,
  claimed: Claimed,
  { from, to }: { from: number; to: number },
) {
  let told = 0;
  return async (part: number) => {
    if (isClosing()) throw new Interrupted();
    if (Date.now() - told < 1_000) return;
    told = Date.now();
    await keepClaim(db, claimed, Math.floor(from + part * (to - from)));
  };
}

async function keepFaults(db: Db, importId: string, faults: Fault[]): Promise<void> {
  await db.insert(importFaults).values(faults.map((fault, n) => ({ importId, n, ...fault })));
}

async function countFaults(db: Db, id: string): Promise<number> {
  return db.$count(importFaults, eq(importFaults.importId, id));
}

type Outcome = { counts: Counts; faults: number; written: boolean };

async function finish(db: Db | Tx, claimed: Claimed, { counts, faults, written }: Outcome): Promise<void> {
  const { new: created, ...others } = counts;
  const ended = await db
    .update(imports)
    .set({ state: "done", progress: 100, created, ...others, faults, written })
    .where(isHeldBy(claimed))
    .returning({ id: imports.id });
  if (ended.length === 0) throw new Error("another process has taken this import over");
}

async function finishFailed(db: Db, claimed: Claimed, why: string): Promise<void> {
  await db.update(imports).set({ state: "failed", why }).where(isHeldBy(claimed));
}
