import { asc, inArray } from "drizzle-orm";
import { isPictureKept } from "../catalogue/kept-pictures.server.ts";
import { IN_FILE, type InFile } from "../catalogue/staff/goods-cells.server.ts";
import { products, stock } from "../catalogue/tables.server.ts";
import type { Db, Tx } from "../platform/database/db.server.ts";
import { newId } from "../platform/id.server.ts";
import { type Compared, compareKnown, compareNew, type Standing } from "./compare-product.server.ts";
import type { Line } from "./read-csv.server.ts";
import type { Head } from "./read-head.ts";
import { type Row, rowOf } from "./read-row.server.ts";
import type { Fault } from "./rules.ts";

/** A product that a row adds or changes. */
export type Change = Omit<Compared, "faults"> & { id: string; row: number };

/** What holds for all rows of one file, and what is remembered from row to row. */
export type Comparison = {
  head: Head;
  /** The day on which the very same file was imported, in words: its new products would be added once more. */
  importedOn: string | undefined;
  /** By ID, the row it stands in. */
  rowsOf: Map<string, number>;
  kept: Map<string, Promise<boolean>>;
};

/** Compares some rows with the products that they name. `lock`: those stay as they are until the transaction ends. */
export async function compareRows(
  db: Db | Tx,
  lines: readonly Line[],
  comparison: Comparison,
  { lock = false } = {},
): Promise<{ changes: Change[]; same: number; faults: Fault[] }> {
  // in the file's order, also within a millisecond
  const ids = lines.map(newId).sort();
  const rows = lines.map(({ row, cells }, at) => ({
    at: row,
    row: rowOf(comparison.head, cells),
    newId: ids[at] ?? newId(),
  }));
  const found = await findProducts(
    db,
    rows.flatMap(({ row }) => row.ID || []),
    lock,
  );
  const compared = await Promise.all(
    rows.map(async ({ at, row, newId: id }) => {
      const one = compareRow(at, row, found, comparison);
      return {
        at,
        id: row.ID || id,
        ...one,
        faults: [...one.faults, ...(await pictureFaults(db, one, comparison))],
      };
    }),
  );
  return {
    changes: compared
      .filter(
        ({ before, changed, moves, faults }) =>
          faults.length === 0 && !(before && changed.length + moves.length === 0),
      )
      .map(({ faults: _, at, ...change }) => ({ ...change, row: at })),
    same: compared.filter(
      ({ before, changed, moves, faults }) => before && faults.length + changed.length + moves.length === 0,
    ).length,
    faults: compared.flatMap(({ at, faults }) => faults.map((fault) => ({ row: at, ...fault }))),
  };
}

type Found = Map<string, { product: InFile; standing: Standing }>;

async function findProducts(db: Db | Tx, ids: string[], lock: boolean): Promise<Found> {
  if (ids.length === 0) return new Map();
  const query = db.select(IN_FILE).from(products).where(inArray(products.id, ids)).orderBy(asc(products.id));
  const found = await (lock ? query.for("update") : query);
  const goods = new Map(found.map((product) => [product.id, { product, standing: new Map() }]));
  for (const row of await db.select().from(stock).where(inArray(stock.productId, ids)))
    goods.get(row.productId)?.standing.set(row.size, row);
  return goods;
}

function compareRow(at: number, row: Row, found: Found, { rowsOf, importedOn }: Comparison): Compared {
  if (!row.ID) {
    const compared = compareNew(row);
    return importedOn ? { ...compared, faults: [againFault(importedOn), ...compared.faults] } : compared;
  }
  const earlier = rowsOf.get(row.ID);
  if (earlier !== undefined)
    return faulty({ column: "ID", message: `This ID stands in row ${earlier} already.` });
  rowsOf.set(row.ID, at);
  const known = found.get(row.ID);
  return known ? compareKnown(row, known.product, known.standing) : faulty(UNKNOWN);
}

const UNKNOWN = {
  column: "ID",
  message: "There is no product with this ID. Leave the ID empty to add a new product.",
};

function againFault(day: string) {
  return {
    column: "ID",
    message: `This very file was imported on ${day}: this product would be added once more. Export again and work on from there.`,
  };
}

function faulty(fault: Omit<Fault, "row">): Compared {
  return {
    after: {} as Compared["after"],
    changed: [],
    moves: [],
    isLarge: false,
    losesSold: false,
    faults: [fault],
  };
}

/** Pictures that are not its own yet must be among those that are kept. */
async function pictureFaults(
  db: Db | Tx,
  { before, after, faults }: Compared,
  { kept }: Comparison,
): Promise<Omit<Fault, "row">[]> {
  if (faults.length > 0) return [];
  for (const url of after.images) {
    if (before?.images.includes(url)) continue;
    const isKept = kept.get(url) ?? isPictureKept(db, url);
    kept.set(url, isKept);
    if (!(await isKept))
      return [
        {
          column: "Pictures",
          message: "One of these pictures is not in the shop. Add it on the product's page.",
        },
      ];
  }
  return [];
}
