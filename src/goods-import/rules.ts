/** Most products of one file. */
export const ROWS_MAX = 5_000;
/** Most bytes of one file. */
export const FILE_MAX = 16 * 1_024 * 1_024;
export const TOO_LARGE = "A file of goods can be at most 16 MB.";
/** How many faults an answer names at most; the file of wrong rows has all of them. */
export const ERRORS_MAX = 1_000;

/** A fault: in which row, counted as a spreadsheet does (row 1 has the names of the columns), and in which column. */
export type Fault = { row: number; column: string; message: string };

/** Rows in a query, such as "2-5,9". */
export const ROWS = /^(\d{1,6}(-\d{1,6})?(,|$))*$/;

/** Tells whether a row is among those that `text` names. */
export function rowsIn(text: string): (row: number) => boolean {
  const ranges = text.split(",").filter(Boolean);
  const bounds = ranges.map((range) => range.split("-").map(Number));
  return (row) => bounds.some(([first = 0, last = first]) => first <= row && row <= last);
}

/** The same rows as text, in order; rows that follow each other as one range. */
export function rowsText(rows: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const row of [...rows].sort((a, b) => a - b)) {
    const last = ranges[ranges.length - 1];
    if (last?.[1] === row - 1) last[1] = row;
    else ranges.push([row, row]);
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(",");
}

const LETTER = /\p{L}|[^ -~]/u;

/** Whether `cell` is `before` with "?" for letters that the encoding of the program which saved it lacks. */
export function hasLostLetters(cell: string, before: string): boolean {
  const isLost = (after: string[], letters: string[]) =>
    after.length === letters.length &&
    after.every((one, at) => one === letters[at] || (one === "?" && LETTER.test(letters[at] ?? "")));
  // some programs write one "?" for an emoji, others two
  return cell !== before && (isLost([...cell], [...before]) || isLost(cell.split(""), before.split("")));
}

/** Characters of a cell that a list of changes shows. */
const SHOWN = 120;

/** An old and a new cell as a list shows them: of long ones the part where they begin to differ. */
export function shownCells(from: string, to: string): { from: string; to: string } {
  const [old, now] = [[...from], [...to]];
  if (Math.max(old.length, now.length) <= SHOWN) return { from, to };
  const same = old.findIndex((letter, at) => letter !== now[at]);
  const start = Math.max(0, (same < 0 ? old.length : same) - 20);
  const cut = (letters: string[]) =>
    [start > 0 && "…", ...letters.slice(start, start + SHOWN), letters.length > start + SHOWN && "…"]
      .filter(Boolean)
      .join("");
  return { from: cut(old), to: cut(now) };
}
