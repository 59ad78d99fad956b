import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { asc, inArray } from "drizzle-orm";
import { z } from "zod";
import { isPictureKept } from "../catalogue/pictures/stored-pictures.server.ts";
import { formatPrice } from "../catalogue/rules.ts";
import { pictureOrder, productFields } from "../catalogue/staff/contract.ts";
import { whyKept } from "../catalogue/staff/edit-product.server.ts";
import {
  cellsOf,
  IN_FILE,
  type InFile,
  readCell,
  WRITTEN,
  type Written,
  type WrittenField,
  writeCell,
} from "../catalogue/staff/goods-cells.server.ts";
import { type Column, listed, type Pieces, plainCell } from "../catalogue/staff/goods-csv.ts";
import { GOODS_STATES, isLargeChange, isNotAbove, NO_START } from "../catalogue/staff/rules.ts";
import { products, stock } from "../catalogue/tables.server.ts";
import type { Tx } from "../platform/database/db.server.ts";
import { newId } from "../platform/id.server.ts";
import { compareStock, type Move } from "./compare-stock.ts";
import type { GoodsFile, Row } from "./read-file.server.ts";
import { type Fault, hasLostLetters, shownCells } from "./rules.ts";

/** A product of the shop that a row names, and its stock by size, including sizes that are no longer offered. */
export type Known = { product: InFile; stock: ReadonlyMap<string, Pieces & { held: number }> };
type CellFault = Omit<Fault, "row">;

/** What a row changes in a product; where it has faults, nothing of it is written. */
type Compared = {
  /** Missing: the product is new. */
  before?: InFile;
  after: Written;
  moves: Move[];
  /** The product was changed in the shop after the file was exported, and the file says something else. */
  isStale: boolean;
  /** The price changes by more than half. */
  isLarge: boolean;
  losesSold: boolean;
  /** Cells that change. */
  cells: { column: string; from: string; to: string }[];
  faults: CellFault[];
  /** Set when it is unclear whether the sizes are one or several: the owner has to say. */
  sizes?: { one: string[]; several: string[] };
};
export type ComparedRow = Compared & { row: number; id: string; name: string };

type Comparison = {
  /** The owner's answers for rows whose sizes may be one or several. */
  choices: { one: (row: number) => boolean; several: (row: number) => boolean };
  /** The day of an earlier import of the same file, in words: its new products would be added a second time. */
  importedOn: string | undefined;
  /** Locks the products until the transaction ends. */
  lock: boolean;
};

/** After this many rows the import pauses for PAUSE milliseconds, so that the process can answer shoppers. */
const PART = 500;
const PAUSE = 20;

/** Compares the rows of a file with the products that they name, in the file's order. */
export async function compareRows(
  tx: Tx,
  { rows }: GoodsFile,
  comparison: Comparison,
): Promise<ComparedRow[]> {
  const ids = rows.flatMap(({ cells }) => cells.ID || []);
  const byId = await findProducts(tx, ids, comparison);
  // sorted, so that ids follow the file's order also within a millisecond
  const newIds = rows.map(newId).sort();
  const rowsOf = new Map<string, number>();
  const compared: ComparedRow[] = [];
  for (const [n, { row, cells }] of rows.entries()) {
    const { ID: id = "", Name } = cells;
    const known = byId.get(id);
    const first = rowsOf.get(id);
    const one = first
      ? faulty("ID", `This ID stands in row ${first} already.`)
      : compareRow(row, cells, known, comparison);
    if (id && !first) rowsOf.set(id, row);
    compared.push({ ...one, row, id: id || String(newIds[n]), name: Name || known?.product.name || "" });
    if (n % PART === PART - 1) await setTimeout(PAUSE);
  }
  return withPictureFaults(tx, compared);
}

/** Products by their ids, in the form of a file, with their stock. */
export async function findProducts(tx: Tx, ids: string[], { lock }: { lock: boolean }) {
  const query = tx.select(IN_FILE).from(products).where(inArray(products.id, ids)).orderBy(asc(products.id));
  const found = await (lock ? query.for("no key update") : query);
  const pieces = await tx.select().from(stock).where(inArray(stock.productId, ids));
  const byId = new Map(
    found.map((product) => [product.id, { product: described(product), stock: new Map() } as const]),
  );
  for (const row of pieces) byId.get(row.productId)?.stock.set(row.size, row);
  return byId;
}

function compareRow(
  at: number,
  row: Row,
  known: Known | undefined,
  { choices, importedOn }: Comparison,
): Compared {
  const { ID: id, Sizes = "" } = row;
  if (id && !known)
    return faulty("ID", "There is no product with this ID. Leave the ID empty to add a new product.");
  if (!id && importedOn)
    return faulty(
      "ID",
      `This very file was imported on ${importedOn}: this product would be added once more. Export again and work on from there.`,
    );
  if (!/[;|/]/.test(Sizes) || (known && Sizes === cellsOf(known.product).Sizes) || choices.one(at))
    return compareProduct(row, known);
  const several = Sizes.split(/[,;|/]/).map((size) => size.trim());
  if (choices.several(at)) return compareProduct({ ...row, Sizes: several.join(", ") }, known);
  return { ...NOTHING, sizes: { one: listed(Sizes), several } };
}

function faulty(column: string, message: string): Compared {
  return { ...NOTHING, faults: [{ column, message }] };
}

const NOTHING: Compared = {
  after: {} as Written,
  ...{ moves: [], cells: [], faults: [] },
  ...{ isStale: false, isLarge: false, losesSold: false },
};

/**
 * Compares a row, cell by cell, with the product that it names; a row without an ID is a new product. Only cells that differ
 * are checked, so that unchanged values which later rules forbid are no fault.
 */
function compareProduct(row: Row, { product: before, stock = new Map() }: Partial<Known> = {}): Compared {
  const now = before && cellsOf(before);
  const { written, cells, faults } = readRow(row, now);
  const after = described({ ...(before ?? ({} as InFile)), ...written });
  const left = before ? before.sizes.filter((size) => !after.sizes.includes(size)) : [];
  const pieces = after.sizes ? compareStock(row, after.sizes, stock) : NOTHING;
  return {
    ...(before && { before }),
    after,
    moves: pieces.moves,
    isStale: cells.length > 0 && Boolean(now && row.Version) && row.Version !== now?.Version,
    isLarge: before !== undefined && isLargeChange(before.price, after.price),
    losesSold: left.some((size) => (stock.get(size)?.received ?? 0) > 0),
    cells: [...cells, ...movedCells(pieces.moves, stock)],
    faults: [
      ...faults,
      ...(faults.length === 0 && cells.length > 0 ? crossFaults(after, written.alts) : []),
      ...left.flatMap((size) => keptFaults(size, stock)),
      ...pieces.faults,
    ],
  };
}

const LOST =
  "Letters became question marks when this file was saved. Save it as CSV UTF-8, or leave this cell as it was.";

/** The fields whose cells differ from `now` in meaning, how they change, and what is wrong with them. */
export function readRow(row: Row, now?: Record<Column, string>) {
  const written: Partial<Record<WrittenField, unknown>> = {};
  const cells: Compared["cells"] = [];
  const faults: CellFault[] = [];
  for (const each of WRITTEN) {
    const { field, column, kind, choices } = each;
    const plain = now && plainCell(column, now[column]);
    const cell = (column === "Status" && !row.Status ? (plain ?? "hidden") : row[column]) ?? plain ?? "";
    if (cell === plain) continue;
    const { data, error } = FIELDS[field].safeParse(readCell(each, cell), { error: sayIssue(choices) });
    const fault = hasLostLetters(cell, plain ?? "") ? LOST : error?.issues[0]?.message;
    if (fault !== undefined) faults.push({ column, message: fault });
    else if (plainCell(column, writeCell(kind, data)) === plain) continue;
    else written[field] = data;
    const [from, to] = [now?.[column] ?? "", row[column] ?? ""];
    if (from !== to) cells.push({ column, ...shownCells(from, to) });
  }
  return { written: written as Partial<Written>, cells, faults };
}

const FIELDS: Record<WrittenField, z.ZodType> = {
  ...productFields.shape,
  images: pictureOrder.shape.order,
  alts: pictureOrder.shape.alts,
  status: z.enum(GOODS_STATES),
};

/** Sentences for faults that the schema has no sentence for. */
function sayIssue(choices?: readonly string[]) {
  return (issue: Parameters<z.core.$ZodErrorMap>[0]): string => {
    if (choices) return `Write ${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}.`;
    if (issue.code === "too_big") return `Write at most ${issue.maximum} characters.`;
    if (issue.code === "too_small") return "Write something here.";
    return "There are characters in this cell that cannot be stored.";
  };
}

/** The product with an alt text for each picture; empty where it has none. */
function described<T extends Pick<Written, "images" | "alts">>(product: T): T {
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

/** Faults that concern two fields together. */
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

/** Adds faults for new pictures that are not stored in the shop. */
async function withPictureFaults(tx: Tx, compared: ComparedRow[]): Promise<ComparedRow[]> {
  const kept = new Map<string, boolean>();
  const added = ({ before, after: { images = [] } }: Compared) =>
    images.filter((url) => !before?.images.includes(url));
  for (const url of new Set(compared.flatMap(added))) kept.set(url, await isPictureKept(tx, url));
  return compared.map((one) =>
    one.faults.length === 0 && added(one).some((url) => !kept.get(url))
      ? { ...one, faults: [{ column: "Pictures", message: NO_PICTURE }] }
      : one,
  );
}

const NO_PICTURE = "One of these pictures is not in the shop. Add it on the product's page.";

/** The row with the product left as it is in the shop: only stock moves remain, and only where the sizes are unchanged. */
export function keepShop(row: ComparedRow): ComparedRow {
  const { before = row.after, moves } = row;
  const areSizesKept = isDeepStrictEqual(row.after.sizes, before.sizes);
  const isOfStock = ({ column }: { column: string }) => column === "Stock" && areSizesKept;
  return {
    ...row,
    ...{ after: before, isLarge: false, losesSold: false },
    moves: areSizesKept ? moves : [],
    cells: row.cells.filter(isOfStock),
    faults: row.faults.filter(isOfStock),
  };
}
