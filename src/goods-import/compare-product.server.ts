import { isDeepStrictEqual } from "node:util";
import { formatPrice } from "../catalogue/rules.ts";
import { whyKept } from "../catalogue/staff/edit-product.server.ts";
import { cellsOf, type InFile } from "../catalogue/staff/goods-cells.server.ts";
import { type Column, type Pieces, plainCell, WRITTEN } from "../catalogue/staff/goods-csv.ts";
import { isLargeChange, isNotAbove, NO_START } from "../catalogue/staff/rules.ts";
import { compareStock, type Move } from "./compare-stock.ts";
import { type Field, READ, type Row, readWritten, type Written } from "./read-row.server.ts";
import { type Fault, hasLostLetters, shownCells } from "./rules.ts";

/** Pieces by size, of sizes that the product no longer comes in too. */
type Stock = ReadonlyMap<string, Pieces & { held: number }>;
/** A product of the shop that a row names. */
export type Known = { product: InFile; stock: Stock };
type CellFault = Omit<Fault, "row">;

/** What a row makes of a product; nothing of it where there are faults. */
export type Compared = {
  /** Missing: the product is new. */
  before?: InFile;
  after: Written;
  /** Fields that change. */
  changed: Field[];
  moves: Move[];
  /** The product was changed in the shop after the file was exported, and stands otherwise in the file. */
  isStale: boolean;
  /** The price changes by more than half. */
  isLarge: boolean;
  losesSold: boolean;
  /** Cells that change. */
  cells: { column: string; from: string; to: string }[];
  faults: CellFault[];
};

/** A row without an ID. */
export function compareNew(row: Row): Compared {
  const { written, faults } = readWritten({ ...EMPTY, ...row, Status: row.Status || "hidden" });
  const after = written as Written;
  if (faults.length > 0) return { ...NOTHING, after, faults };
  const { moves, faults: ofStock } = compareStock(row, after.sizes, new Map());
  const filled = WRITTEN.filter((column) => row[column]);
  const cells = [...filled.map((column) => cellOf(column, row)), ...movedCells(moves, new Map())];
  return { ...NOTHING, after: described(after), moves, cells, faults: [...crossed(after), ...ofStock] };
}

const EMPTY = Object.fromEntries(WRITTEN.map((column) => [column, ""])) as Row;
/** What a row says that changes nothing. */
export const NOTHING: Compared = {
  after: {} as Written,
  ...{ changed: [], moves: [], cells: [], faults: [] },
  ...{ isStale: false, isLarge: false, losesSold: false },
};

/**
 * A row of a product that is there: the product becomes what the row says. Only cells that differ from it are read, so that
 * what was never changed is not judged once more.
 */
export function compareKnown(row: Row, { product: before, stock }: Known): Compared {
  const now = cellsOf(before);
  const differing = WRITTEN.filter((column) => differs(column, row, now));
  const lost = differing.filter((column) =>
    hasLostLetters(row[column] ?? "", plainCell(column, now[column])),
  );
  const read = differing.filter((column) => !lost.includes(column));
  const { written, faults: unread } = readWritten(pick(row, read));
  const after = described({ ...before, ...written });
  const changed = (Object.keys(written) as Field[]).filter(
    (field) => !isDeepStrictEqual(after[field], before[field]),
  );
  const faults = [...lost.map((column) => ({ column, message: LOST })), ...unread];
  const ofStock = compareStock(row, after.sizes, stock);
  const left = before.sizes.filter((size) => !after.sizes.includes(size));
  const columns = changed.map((field) => READ[field].column).concat(faults.map(({ column }) => column));
  return {
    before,
    after,
    changed,
    moves: ofStock.moves,
    isStale: columns.length > 0 && Boolean(row.Version) && row.Version !== now.Version,
    isLarge: isLargeChange(before.price, after.price),
    losesSold: left.some((size) => (stock.get(size)?.received ?? 0) > 0),
    cells: [...columns.map((column) => cellOf(column, row, now)), ...movedCells(ofStock.moves, stock)],
    faults: [
      ...faults,
      ...(changed.length > 0 ? crossed({ ...after, alts: written.alts ?? after.alts }) : []),
      ...left.flatMap((size) => keptFaults(size, stock)),
      ...ofStock.faults,
    ],
  };
}

const LOST =
  "Letters became question marks when this file was saved. Save it as CSV UTF-8, or leave this cell as it was.";

/** The same row where the product stays as it is in the shop: only pieces come in or go, of sizes that are as they were. */
export function keepShop<T extends Compared>(row: T): T {
  const isOtherSizes = row.changed.includes("sizes");
  return {
    ...row,
    ...{ changed: [], isLarge: false, losesSold: false },
    moves: isOtherSizes ? [] : row.moves,
    faults: row.faults.filter(({ column }) => column === "Stock" && !isOtherSizes),
  };
}

function differs(column: Column, row: Row, cells: Record<Column, string>): boolean {
  const cell = row[column];
  if (cell === undefined || (column === "Status" && !cell)) return false;
  return cell !== plainCell(column, cells[column]);
}

function pick(row: Row, columns: readonly Column[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column]]));
}

function cellOf(column: Column, row: Row, now?: Record<Column, string>) {
  return { column, ...shownCells(now?.[column] ?? "", row[column] ?? "") };
}

function movedCells(moves: readonly Move[], stock: Stock) {
  return moves.map(({ size, delta }) => {
    const onHand = stock.get(size)?.onHand ?? 0;
    return { column: "Stock", from: `${size}: ${onHand}`, to: `${size}: ${onHand + delta}` };
  });
}

/** With an alt text for each picture. */
function described<T extends Pick<Written, "images" | "alts">>(product: T): T {
  return { ...product, alts: product.images.map((_, at) => product.alts[at] ?? "") };
}

function keptFaults(size: string, stock: Stock): CellFault[] {
  const { onHand, held } = stock.get(size) ?? { onHand: 0, held: 0 };
  return onHand + held > 0 ? [{ column: "Sizes", message: whyKept({ size, onHand, held }) }] : [];
}

/** What is wrong between two fields. */
function crossed({ price, formerPrice, images, alts, onSaleFrom, announced }: Written): CellFault[] {
  const faults = {
    "Former price":
      isNotAbove(formerPrice, price) && `The former price is not above the price, ${formatPrice(price)}.`,
    "On sale from": announced && onSaleFrom === null && NO_START,
    "Alt texts": alts.length > images.length && "There are more alt texts than pictures.",
  };
  return Object.entries(faults).flatMap(([column, message]) => (message ? [{ column, message }] : []));
}
