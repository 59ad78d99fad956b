/** Columns of a file of goods, in their order. Sizes and their pieces stand in one cell, with commas; so do pictures, by lines. */
export const COLUMNS = [
  "ID",
  "Name",
  "Description",
  "Category",
  "Type",
  "Price",
  "Former price",
  "Sizes",
  "Stock",
  "Stock at export",
  "Material",
  "Fit",
  "Size guide",
  "Trending",
  "Best seller",
  "Colour",
  "Pictures",
  "Alt texts",
  "Status",
  "On sale from",
  "Announced",
  "Version",
] as const;
export type Column = (typeof COLUMNS)[number];

/** What a spreadsheet would take for a formula, and run. */
const RUNS = "[=+\\-@\\t\\r\\n＝＋－＠]";
/** Also what we have marked already, so that marks can be taken off again. */
const RUNS_OR_MARKED = new RegExp(`^'*${RUNS}`);
const MARKED = new RegExp(`^'(?='*${RUNS})`);

/** One line of the file: every cell is quoted, and none runs in a spreadsheet. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${inert(cell).replaceAll('"', '""')}"`).join(",")}\r\n`;
}

function inert(cell: string): string {
  return RUNS_OR_MARKED.test(cell) ? `'${cell}` : cell;
}

/** What was written into a cell before it was made inert. */
export function unmarked(cell: string): string {
  return cell.replace(MARKED, "");
}

/** Pieces of a size: on hand, and all that ever came in, by which it is told whether staff have moved any since. */
export type Pieces = { onHand: number; received: number };

/** "S: 4 of 10, M: 0 of 3": what there was of each size when the file was saved. */
export function stockCell(pieces: readonly (Pieces & { size: string })[]): string {
  return pieces.map(({ size, onHand, received }) => `${size}: ${onHand} of ${received}`).join(", ");
}

/** By size; undefined where it does not read so. */
export function readStockCell(cell: string): Map<string, Pieces> | undefined {
  const pieces = new Map<string, Pieces>();
  for (const part of cell.split(",")) {
    const [, size = "", onHand, received] = /^(.*): (\d{1,9}) of (\d{1,9})$/.exec(part.trim()) ?? [];
    if (!size) return undefined;
    pieces.set(size, { onHand: Number(onHand), received: Number(received) });
  }
  return pieces;
}

/** What was on hand of each size, as the column Stock has it, whatever the sizes are called. */
export function onHandIn(stockCell: string): string {
  return [...stockCell.matchAll(/: (\d{1,9}) of \d{1,9}(?=, |$)/g)].map(([, onHand]) => onHand).join(", ");
}

/** A cell as it is compared: spreadsheets write ends of lines, and spaces around commas, in their own way. */
export function plainCell(column: Column, cell: string): string {
  const plain = cell.replace(/\r\n?/g, "\n").trimEnd();
  // an empty first line is a picture that nobody has described
  if (column === "Alt texts") return plain;
  return column === "Sizes" ? listed(plain).join(", ") : plain.trim();
}

/** What stands in a cell with commas. */
export function listed(cell: string): string[] {
  return cell.split(",").map((each) => each.trim());
}
