import { setTimeout } from "node:timers/promises";
import { asc, inArray } from "drizzle-orm";
import { isPictureKept } from "../catalogue/pictures/stored-pictures.server.ts";
import { cellsOf, IN_FILE } from "../catalogue/staff/goods-cells.server.ts";
import { listed } from "../catalogue/staff/goods-csv.ts";
import { products, stock } from "../catalogue/tables.server.ts";
import type { Tx } from "../platform/database/db.server.ts";
import { newId } from "../platform/id.server.ts";
import {
  type Compared,
  compareProduct,
  described,
  type Known,
  NOTHING,
  type Row,
} from "./compare-product.server.ts";
import type { GoodsFile } from "./read-file.server.ts";

/** How rows are meant whose sizes may be one or several, by row. */
export type SizeChoices = { one: (row: number) => boolean; several: (row: number) => boolean };
/** A row as it is compared. `sizes`: the owner says first whether they are one or several. */
export type ComparedRow = Compared & {
  row: number;
  id: string;
  name: string;
  sizes?: { one: string[]; several: string[] };
};

type Comparison = {
  choices: SizeChoices;
  /** The day on which the same file was imported, in words: its new products would be added once more. */
  importedOn: string | undefined;
  /** Products stay as they are until the transaction ends. */
  lock: boolean;
};

/** Rows after which the process answers shoppers for so many milliseconds: pages take several turns of its loop. */
const PART = 500;
const PAUSE = 20;

/** Compares the rows of a file with the products that they name, in the file's order. */
export async function compareRows(
  tx: Tx,
  { rows }: GoodsFile,
  comparison: Comparison,
): Promise<ComparedRow[]> {
  const products = await findProducts(
    tx,
    rows.flatMap(({ cells }) => cells.ID || []),
    comparison,
  );
  // in the file's order, also within a millisecond
  const newIds = rows.map(newId).sort();
  const rowsOf = new Map<string, number>();
  const compared: ComparedRow[] = [];
  for (const [n, { row, cells }] of rows.entries()) {
    const { ID: id = "", Name } = cells;
    const known = products.get(id);
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

/** Products by their ids, as a file has them, with their pieces. */
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
): Compared & Pick<ComparedRow, "sizes"> {
  const { ID: id, Sizes = "" } = row;
  if (id && !known) return faulty("ID", UNKNOWN);
  if (!id && importedOn) return faulty("ID", sayAgain(importedOn));
  if (!/[;|/]/.test(Sizes) || (known && Sizes === cellsOf(known.product).Sizes) || choices.one(at))
    return compareProduct(row, known);
  const several = Sizes.split(/[,;|/]/).map((size) => size.trim());
  if (choices.several(at)) return compareProduct({ ...row, Sizes: several.join(", ") }, known);
  return { ...NOTHING, sizes: { one: listed(Sizes), several } };
}

const UNKNOWN = "There is no product with this ID. Leave the ID empty to add a new product.";

function sayAgain(day: string): string {
  return `This very file was imported on ${day}: this product would be added once more. Export again and work on from there.`;
}

function faulty(column: string, message: string): Compared {
  return { ...NOTHING, faults: [{ column, message }] };
}

/** Pictures that are not a product's own yet must be among those that are kept. */
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
