import { asc, gt } from "drizzle-orm";
import type { Db } from "../../platform/database/db.server.ts";
import { products } from "../tables.server.ts";
import { cellsOf, IN_FILE } from "./goods-cells.server.ts";
import { COLUMNS, csvLine } from "./goods-csv.ts";

/** Products that are read at once: each part by a statement of its own, so that no transaction stays open while a phone reads. */
const PART = 500;
/** Tells spreadsheets that the file is UTF-8. */
export const MARK = "\ufeff";

/** All products of the shop as a CSV file, archived ones too, oldest first, part by part. */
export async function* exportGoods(db: Db): AsyncGenerator<string> {
  yield MARK + csvLine(COLUMNS);
  for (let after = "", isMore = true; isMore; ) {
    const rows = await partAfter(db, after);
    const lines = rows.map(cellsOf).map((cells) => csvLine(COLUMNS.map((column) => cells[column])));
    if (lines.length > 0) yield lines.join("");
    after = rows.at(-1)?.id ?? after;
    isMore = rows.length === PART;
  }
}

function partAfter(db: Db, after: string) {
  return db
    .select(IN_FILE)
    .from(products)
    .where(gt(products.id, after))
    .orderBy(asc(products.id))
    .limit(PART);
}
