/** Columns of a file of goods, in order. Sizes and their pieces are in one cell, separated by commas; so are pictures, by lines. */
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

/** Characters with which a spreadsheet begins a formula, and would run it. */
const RUNS = "[=+\\-@\\t\\r\\n＝＋－＠]";
/** Also cells that we have marked already, so that the marks can be removed again. */
const RUNS_OR_MARKED = new RegExp(`^'*${RUNS}`);
const MARKED = new RegExp(`^'(?='*${RUNS})`);

/** One line of the file: every cell is quoted, and none runs in a spreadsheet. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${inert(cell).replaceAll('"', '""')}"`).join(",")}\r\n`;
}

function inert(cell: string): string {
  return RUNS_OR_MARKED.test(cell) ? `'${cell}` : cell;
}

/** The text of a cell before it was made inert. */
export function unmarked(cell: string): string {
  return cell.replace(MARKED, "");
}

/** Pieces of a size: on hand, and all that were ever received, which shows whether staff have moved any since. */
export type Pieces = { onHand: number; received: number };

/** "S: 4 of 10, M: 0 of 3": the stock of each size when the file was saved. */
export function stockCell(pieces: readonly (Pieces & { size: string })[]): string {
  return pieces.map(({ size, onHand, received }) => `${size}: ${onHand} of ${received}`).join(", ");
}

/** The pieces by size; undefined where the cell is not of this form. */
export function readStockCell(cell: string): Map<string, Pieces> | undefined {
  const pieces = new Map<string, Pieces>();
  for (const part of cell.split(",")) {
    const [, size = "", onHand, received] = /^(.*): (\d{1,9}) of (\d{1,9})$/.exec(part.trim()) ?? [];
    if (!size) return undefined;
    pieces.set(size, { onHand: Number(onHand), received: Number(received) });
  }
  return pieces;
}

/** The stock of each size, in the form of the column Stock, whatever the sizes are called. */
export function onHandIn(stockCell: string): string {
  return [...stockCell.matchAll(/: (\d{1,9}) of \d{1,9}(?=, |$)/g)].map(([, onHand]) => onHand).join(", ");
}

/** A cell normalised for comparison: spreadsheets write line ends, and spaces around commas, in their own way. */
export function plainCell(column: Column, cell: string): string {
  const plain = cell.replace(/\r\n?/g, "\n").trimEnd();
  // a first empty line belongs to a picture that is not described
  if (column === "Alt texts") return plain;
  return column === "Sizes" ? listed(plain).join(", ") : plain.trim();
}

/** The comma-separated values of a cell. */
export function listed(cell: string): string[] {
  return cell.split(",").map((each) => each.trim());
}
