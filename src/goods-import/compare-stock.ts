import { onHandIn, type Pieces, readStockCell } from "../catalogue/staff/goods-csv.ts";
import { MOVE_MAX } from "../catalogue/staff/rules.ts";
import type { Fault } from "./rules.ts";

/** Pieces of a size that come in, or with a minus go. */
export type Move = { size: string; delta: number };
type Cells = { Stock?: string; "Stock at export"?: string };
type StockChange = { moves: Move[]; faults: Omit<Fault, "row">[] };

/**
 * What the column Stock changes. Its number is never what is on hand afterwards: the difference from what the file was
 * exported with is added, so that pieces sold meanwhile stay sold; where staff have moved pieces meanwhile, it is refused.
 */
export function compareStock(
  { Stock: cell = "", "Stock at export": exported = "" }: Cells,
  sizes: readonly string[],
  stock: ReadonlyMap<string, Pieces>,
): StockChange {
  const counts = cell.split(/[,;|/]/).map((count) => count.trim());
  if (!cell || counts.join(", ") === onHandIn(exported)) return { moves: [], faults: [] };
  const refused = (message: string, column = "Stock") => ({ moves: [], faults: [{ column, message }] });
  if (counts.length !== sizes.length)
    return refused(
      `There ${counts.length === 1 ? "is 1 number" : `are ${counts.length} numbers`} for ${sizes.length === 1 ? "1 size" : `${sizes.length} sizes`}.`,
    );
  if (!counts.every((count) => /^\d{1,6}$/.test(count)))
    return refused("Write how many pieces there are of each size, in whole numbers, such as 4, 0, 12.");
  const known = exported ? readStockCell(exported) : new Map<string, Pieces>();
  if (!known) return refused("Leave this cell as it was exported.", "Stock at export");
  const changes = sizes.map((size, at) => {
    const [before, now] = [known.get(size), stock.get(size) ?? { onHand: 0, received: 0 }];
    const delta = Number(counts[at]) - (before ?? now).onHand;
    return { size, delta, fault: delta === 0 ? undefined : moveFault({ size, delta }, now, before) };
  });
  return {
    moves: changes.flatMap(({ size, delta, fault }) => (delta === 0 || fault ? [] : { size, delta })),
    faults: changes.flatMap(({ fault }) => (fault ? { column: "Stock", message: fault } : [])),
  };
}

/** Why so many pieces of a size cannot be moved. `before`: as they were at the export. */
function moveFault({ size, delta }: Move, now: Pieces, before?: Pieces): string | undefined {
  if (!before && now.received > 0)
    return `${now.onHand} of ${size} are on hand now. To change that, export again and keep the column Stock at export.`;
  if (before && before.received !== now.received)
    return `Pieces of ${size} were added or taken away after this file was saved. Export again and make the change there.`;
  if (Math.abs(delta) > MOVE_MAX)
    return `${size} changes by ${Math.abs(delta)} pieces. At once it can change by ${MOVE_MAX}.`;
  if (now.onHand + delta < 0)
    return `${-delta} pieces of ${size} cannot be taken away: ${now.onHand} are on hand now.`;
  return undefined;
}
