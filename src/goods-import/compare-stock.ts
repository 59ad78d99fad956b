import { onHandIn, type Pieces, readStockCell } from "../catalogue/staff/goods-csv.ts";
import { MOVE_MAX } from "../catalogue/staff/stock-rules.ts";
import type { Fault } from "./rules.ts";

/** Pieces of a size that come in or go; `received`: what had come in of it, when that was decided. */
export type Move = { size: string; delta: number; received: number };
type Cells = { Stock?: string; "Stock at export"?: string };

/**
 * What the column Stock changes. Its number is never what is on hand afterwards: the difference from what the file was
 * exported with is added, so that pieces sold meanwhile stay sold; where staff have moved pieces meanwhile, it is refused.
 */
export function compareStock(
  { Stock: cell = "", "Stock at export": exported = "" }: Cells,
  sizes: readonly string[],
  standing: ReadonlyMap<string, Pieces>,
): { moves: Move[]; faults: Omit<Fault, "row">[] } {
  const counts = cell.split(/[,;|/]/).map((count) => count.trim());
  if (!cell || counts.join(", ") === onHandIn(exported)) return { moves: [], faults: [] };
  if (counts.length !== sizes.length)
    return refused(
      `There ${counts.length === 1 ? "is 1 number" : `are ${counts.length} numbers`} for ${sizesIn(sizes)}.`,
    );
  if (!counts.every((count) => /^\d{1,6}$/.test(count)))
    return refused("Write how many pieces there are of each size, in whole numbers, such as 4, 0, 12.");
  const known = exported ? readStockCell(exported) : new Map<string, Pieces>();
  if (!known)
    return {
      moves: [],
      faults: [{ column: "Stock at export", message: "Leave this cell as it was exported." }],
    };
  const compared = sizes.map((size, at) =>
    compareSize({
      size,
      count: Number(counts[at]),
      before: known.get(size),
      now: standing.get(size) ?? NONE,
    }),
  );
  return {
    moves: compared.filter((each) => typeof each === "object").filter(({ delta }) => delta !== 0),
    faults: compared
      .filter((each) => typeof each === "string")
      .map((message) => ({ column: "Stock", message })),
  };
}

const NONE: Pieces = { onHand: 0, received: 0 };

function refused(message: string) {
  return { moves: [], faults: [{ column: "Stock", message }] };
}

function sizesIn({ length }: readonly string[]): string {
  return length === 1 ? "1 size" : `${length} sizes`;
}

type Size = { size: string; count: number; before: Pieces | undefined; now: Pieces };

/** What is to be moved of a size, or why nothing can be. */
function compareSize({ size, count, before, now }: Size): Move | string {
  const delta = count - (before ?? now).onHand;
  const move = { size, delta, received: now.received };
  if (delta === 0) return move;
  if (!before && now.received > 0)
    return `${now.onHand} of ${size} are on hand now. To change that, export again and keep the column Stock at export.`;
  if (before && before.received !== now.received)
    return `Pieces of ${size} were added or taken away after this file was saved. Export again and make the change there.`;
  if (Math.abs(delta) > MOVE_MAX)
    return `${size} changes by ${Math.abs(delta)} pieces. At once it can change by ${MOVE_MAX}.`;
  if (now.onHand + delta < 0)
    return `${-delta} pieces of ${size} cannot be taken away: ${now.onHand} are on hand now.`;
  return move;
}
