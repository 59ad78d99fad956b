import { setTimeout } from "node:timers/promises";
import type { Db, Tx } from "../platform/database/db.server.ts";
import { type Change, compareRows } from "./compare-rows.server.ts";
import { readGoodsFile } from "./goods-files.server.ts";
import { FileFault, type Line, partsOf, readCsv } from "./read-csv.server.ts";
import { type Head, readHead } from "./read-head.ts";
import { type Counts, type Fault, NO_COUNTS } from "./rules.ts";

/** Milliseconds after each part of a file, in which the process answers shoppers: pages take several turns of its loop. */
const PAUSE = 20;

type File = { id: string; size: number };
type Watch = {
  lock?: boolean;
  importedOn: string | undefined;
  /** How much of the file is read, from 0 to 1. May throw to end it. */
  onProgress: (part: number) => Promise<void>;
  onChanges?: (changes: Change[]) => Promise<void>;
  onFaults: (faults: Fault[]) => Promise<void>;
};

/** Reads a file of goods to its end, and says what it makes of the shop's. A fault of the file as a whole ends it. */
export async function readGoods(db: Db | Tx, file: File, watch: Watch): Promise<Counts> {
  const counts = { ...NO_COUNTS };
  let read = 0;
  async function* bytes() {
    for await (const part of readGoodsFile(db, file.id)) {
      yield part;
      read += part.length;
    }
  }
  try {
    const lines = readCsv(bytes());
    const head = await takeHead(lines, watch);
    if (!head) return counts;
    const comparison = { head, importedOn: watch.importedOn, rowsOf: new Map(), kept: new Map() };
    for await (const part of partsOf(lines)) {
      const { changes, same, faults } = await compareRows(db, part, comparison, watch);
      count(counts, changes, same);
      if (faults.length > 0) await watch.onFaults(faults);
      if (changes.length > 0) await watch.onChanges?.(changes);
      await watch.onProgress(read / file.size);
      await setTimeout(PAUSE);
    }
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    await watch.onFaults([error.fault]);
  }
  return counts;
}

/** What the first line names; undefined where no row can be read by it. */
async function takeHead(lines: AsyncGenerator<Line>, { onFaults }: Watch): Promise<Head | undefined> {
  const first = await lines.next();
  if (first.done) {
    await onFaults([{ row: 1, column: "", message: "This file is empty." }]);
    return undefined;
  }
  const { head, faults } = readHead(first.value.cells);
  if (faults.length === 0) return head;
  await onFaults(faults);
  // the file is read no further
  await lines.return(undefined);
  return undefined;
}

function count(counts: Counts, changes: Change[], same: number): void {
  counts.same += same;
  for (const { before, isLarge, losesSold } of changes) {
    if (before) counts.changed += 1;
    else counts.new += 1;
    if (isLarge) counts.largePrices += 1;
    if (losesSold) counts.soldSizes += 1;
  }
}
