import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { formatPrice } from "../catalogue/rules.ts";
import { pictureOrder, productFields } from "../catalogue/staff/contract.ts";
import { whyKept } from "../catalogue/staff/edit-product.server.ts";
import {
  cellsOf,
  type InFile,
  readCell,
  WRITTEN,
  type Written,
  type WrittenField,
} from "../catalogue/staff/goods-cells.server.ts";
import { type Column, type Pieces, plainCell } from "../catalogue/staff/goods-csv.ts";
import { GOODS_STATES, isLargeChange, isNotAbove, NO_START } from "../catalogue/staff/rules.ts";
import { compareStock, type Move } from "./compare-stock.ts";
import { type Fault, hasLostLetters, shownCells } from "./rules.ts";

/** Cells of a row by column, as they are compared; columns that the file has not are missing. */
export type Row = Partial<Record<Column, string>>;
/** A product of the shop that a row names, and its pieces by size, of sizes that it no longer comes in too. */
export type Known = { product: InFile; stock: ReadonlyMap<string, Pieces & { held: number }> };
type CellFault = Omit<Fault, "row">;

/** What a row makes of a product; nothing of it where there are faults. */
export type Compared = {
  /** Missing: the product is new. */
  before?: InFile;
  after: Written;
  /** Fields that change. */
  changed: WrittenField[];
  moves: Move[];
  /** The product was changed in the shop after the file was exported, and the file says something else. */
  isStale: boolean;
  /** The price changes by more than half. */
  isLarge: boolean;
  losesSold: boolean;
  /** Cells that change. */
  cells: { column: string; from: string; to: string }[];
  faults: CellFault[];
};

/** Of a row that cannot be compared. */
export const NOTHING: Compared = {
  after: {} as Written,
  ...{ changed: [], moves: [], cells: [], faults: [] },
  ...{ isStale: false, isLarge: false, losesSold: false },
};

/**
 * Compares a row with the product that it names, cell by cell; a row without an ID with nothing. Only cells that differ are
 * read, so that what was never changed is not judged once more.
 */
export function compareProduct(row: Row, known?: Known): Compared {
  const { product: before, stock = NO_STOCK } = known ?? {};
  const now = before && cellsOf(before);
  const { written, faults } = readRow(row, now);
  const after = described({ ...(before ?? ({} as InFile)), ...written });
  const changed = WRITTEN.filter(({ field }) => !isDeepStrictEqual(after[field], before?.[field]));
  const left = before ? before.sizes.filter((size) => !after.sizes.includes(size)) : [];
  const pieces = after.sizes ? compareStock(row, after.sizes, stock) : NOTHING;
  const cells = WRITTEN.filter(
    ({ column }) =>
      changed.some((each) => each.column === column) || faults.some((each) => each.column === column),
  ).map(({ column }) => ({ column, ...shownCells(now?.[column] ?? "", row[column] ?? now?.[column] ?? "") }));
  return {
    ...(before && { before }),
    after,
    changed: changed.map(({ field }) => field),
    moves: pieces.moves,
    isStale: cells.length > 0 && Boolean(now && row.Version) && row.Version !== now?.Version,
    isLarge: before !== undefined && isLargeChange(before.price, after.price),
    losesSold: left.some((size) => (stock.get(size)?.received ?? 0) > 0),
    cells: [...cells.filter(({ from, to }) => from !== to), ...movedCells(pieces.moves, stock)],
    faults: [
      ...faults,
      ...(faults.length === 0 && changed.length > 0 ? crossFaults(after, written.alts) : []),
      ...left.flatMap((size) => keptFaults(size, stock)),
      ...pieces.faults,
    ],
  };
}

const NO_STOCK: Known["stock"] = new Map();
const LOST =
  "Letters became question marks when this file was saved. Save it as CSV UTF-8, or leave this cell as it was.";

/** The fields of those cells that are not as they are `now`, and what is wrong with them. */
export function readRow(row: Row, now?: Record<Column, string>) {
  const written: Partial<Record<WrittenField, unknown>> = {};
  const faults: CellFault[] = [];
  for (const each of WRITTEN) {
    const { field, column, choices } = each;
    const plain = now && plainCell(column, now[column]);
    const cell = (column === "Status" && !row.Status ? (plain ?? "hidden") : row[column]) ?? plain ?? "";
    if (cell === plain) continue;
    const { data, error } = FIELDS[field].safeParse(readCell(each, cell), { error: sayIssue(choices) });
    if (hasLostLetters(cell, plain ?? "")) faults.push({ column, message: LOST });
    else if (error) faults.push({ column, message: error.issues[0]?.message ?? "" });
    else written[field] = data;
  }
  return { written: written as Partial<Written>, faults };
}

const FIELDS: Record<WrittenField, z.ZodType> = {
  ...productFields.shape,
  images: pictureOrder.shape.order,
  alts: pictureOrder.shape.alts,
  status: z.enum(GOODS_STATES),
};

/** What the schema has no sentence for. */
function sayIssue(choices?: readonly string[]) {
  return (issue: Parameters<z.core.$ZodErrorMap>[0]): string => {
    if (choices) return `Write ${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}.`;
    if (issue.code === "too_big") return `Write at most ${issue.maximum} characters.`;
    if (issue.code === "too_small") return "Write something here.";
    return "There are characters in this cell that cannot be stored.";
  };
}

/** With an alt text for each picture. */
export function described<T extends Pick<Written, "images" | "alts">>(product: T): T {
  return { ...product, alts: product.images?.map((_, at) => product.alts?.[at] ?? "") };
}

function movedCells(moves: readonly Move[], stock: Known["stock"]) {
  return moves.map(({ size, delta }) => {
    const onHand = stock.get(size)?.onHand ?? 0;
    return { column: "Stock", from: `${size}: ${onHand}`, to: `${size}: ${onHand + delta}` };
  });
}

function keptFaults(size: string, stock: Known["stock"]): CellFault[] {
  const { onHand, held } = stock.get(size) ?? { onHand: 0, held: 0 };
  return onHand + held > 0 ? [{ column: "Sizes", message: whyKept({ size, onHand, held }) }] : [];
}

/** What is wrong between two fields. */
function crossFaults(product: Written, alts: readonly string[] = []): CellFault[] {
  const { price, formerPrice, images, onSaleFrom, announced } = product;
  const faults = {
    "Former price":
      isNotAbove(formerPrice, price) && `The former price is not above the price, ${formatPrice(price)}.`,
    "On sale from": announced && onSaleFrom === null && NO_START,
    "Alt texts": alts.length > images.length && "There are more alt texts than pictures.",
  };
  return Object.entries(faults).flatMap(([column, message]) => (message ? [{ column, message }] : []));
}

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
