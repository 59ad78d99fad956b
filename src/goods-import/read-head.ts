import { COLUMNS, type Column } from "../catalogue/staff/goods-csv.ts";
import { foldText } from "../platform/fold-text.ts";
import type { Fault } from "./rules.ts";

/** Says why a row was wrong, in the file of wrong rows: whoever mends that one and sends it need not take it away. */
export const REASON = "Reason";
/** Without these no file of goods is read; others stay as they are in the shop, or empty in a new product. */
const NEEDED: readonly Column[] = ["ID", "Name", "Category", "Type", "Price", "Sizes"];

/** At which place of a line each column stands. */
export type Head = ReadonlyMap<Column, number>;

/** The columns that the first line names, in any order and however written, and what is wrong with it. */
export function readHead(cells: readonly string[]): { head: Head; faults: Fault[] } {
  const head = new Map<Column, number>();
  const faults: Fault[] = [];
  const say = (column: string, message: string) => faults.push({ row: 1, column, message });
  cells.forEach((cell, at) => {
    const name = cell.trim();
    const column = COLUMNS.find((each) => foldText(each) === foldText(name));
    if (column && head.has(column)) say(column, `The column ${column} is there twice.`);
    else if (column) head.set(column, at);
    else if (name && foldText(name) !== foldText(REASON))
      say(shortened(name), `There is no column ${shortened(name)}. Known are ${COLUMNS.join(", ")}.`);
  });
  for (const column of NEEDED) if (!head.has(column)) say(column, `The column ${column} is missing.`);
  return { head, faults };
}

function shortened(name: string): string {
  return name.length > 50 ? `${name.slice(0, 50)}…` : name;
}
