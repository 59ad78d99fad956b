import { createHash } from "node:crypto";
import { asc, gt, type SQL, sql } from "drizzle-orm";
import { readMoment, writeMoment } from "../../language/moments.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { foldText } from "../../platform/fold-text.ts";
import { products, stock } from "../tables.server.ts";
import { FIELDS } from "./find-product.server.ts";
import { COLUMNS, type Column, csvLine, listed, type Pieces, plainCell, stockCell } from "./goods-csv.ts";
import { STATE } from "./list-goods.server.ts";
import { type Field, PRODUCT_FIELDS, type ProductFields } from "./product-fields.ts";
import { COLOUR, GOODS_STATES, type GoodsState } from "./rules.ts";

/** Products that one statement reads, so that no transaction stays open while a phone downloads slowly. */
const PART = 500;
/** The byte order mark, by which spreadsheets recognise UTF-8. */
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

/** What a file of goods holds of a product: its form's fields, its pictures, and whether it is shown. */
export type Written = ProductFields & { images: string[]; alts: string[]; status: GoodsState };
export type WrittenField = keyof Written;

type Cell = Pick<Field, "label" | "column" | "options"> & { kind: Field["kind"] | "pictures" | "alts" };
const CELLS: Record<WrittenField, Cell> = {
  ...PRODUCT_FIELDS,
  images: { kind: "pictures", label: "Pictures" },
  alts: { kind: "alts", label: "Alt texts" },
  status: { kind: "choice", label: "Status", options: GOODS_STATES },
};

/** The fields and their columns, in the order of the columns. `choices`: the words that a cell may contain. */
export const WRITTEN = COLUMNS.flatMap((column) => {
  const all = Object.entries(CELLS) as [WrittenField, Cell][];
  return all
    .filter(([, cell]) => (cell.column ?? cell.label) === column)
    .map(([field, { kind, options }]) => ({
      ...{ field, column, kind },
      choices: kind === "mark" ? ["yes", "no"] : options,
    }));
});

/** A field's value as text for its cell. */
export function writeCell(kind: Cell["kind"], value: unknown): string {
  if (value === null) return "";
  if (Array.isArray(value)) return value.join(kind === "sizes" ? ", " : "\n").trimEnd();
  if (typeof value === "boolean") return value ? "yes" : "no";
  // with "EAT" no spreadsheet takes it for a date and rewrites it
  return kind === "moment" ? `${writeMoment(value as number).replace("T", " ")} EAT` : String(value);
}

/** The value of a cell. Text that cannot be read becomes a value that its field refuses. */
export function readCell({ kind, choices = [] }: (typeof WRITTEN)[number], cell: string): unknown {
  const choice = choices.find((each) => foldText(each) === foldText(cell)) ?? cell;
  switch (kind) {
    case "price":
    case "optionalPrice":
      if (!cell && kind === "optionalPrice") return null;
      return /^\d{1,9}$/.test(cell) ? Number(cell) : Number.NaN;
    case "mark":
      return choice === "yes" || (choice && choice !== "no" ? choice : false);
    case "sizes":
      return listed(cell);
    case "moment":
      return cell ? readMoment(cell) : null;
    case "colour":
      return cell || COLOUR;
    case "pictures":
    case "alts":
      return cell ? cell.split("\n").map((line) => line.trim()) : [];
    default:
      return choice;
  }
}

/** The pieces of each size of the product, in their order. */
const PIECES: SQL<(Pieces & { size: string })[]> = sql`(
  select coalesce(json_agg(json_build_object('size', each.called, 'onHand', coalesce(${stock.onHand}, 0),
    'received', coalesce(${stock.received}, 0)) order by each.at), '[]')
  from unnest(${products.sizes}) with ordinality each (called, at)
  left join ${stock} on ${stock.productId} = ${products.id} and ${stock.size} = each.called)`;

/** The columns of a product in a file of goods. */
export const IN_FILE = {
  id: products.id,
  ...FIELDS,
  images: products.images,
  alts: products.alts,
  status: STATE,
  pieces: PIECES,
};
export type InFile = Written & { id: string; pieces: (Pieces & { size: string })[] };

/** A product's cells by column. */
export function cellsOf(product: InFile): Record<Column, string> {
  const { id, images, alts, pieces } = product;
  const described = { ...product, alts: images.map((_, at) => alts[at] ?? "") };
  const cells = WRITTEN.map(
    ({ field, column, kind }) => [column, writeCell(kind, described[field])] as const,
  );
  const plain = cells.map(([column, cell]) => plainCell(column, cell));
  // begins with a letter, so that no spreadsheet takes it for a number
  const version = `v${createHash("sha256").update(JSON.stringify(plain)).digest("base64url").slice(0, 12)}`;
  return {
    ...(Object.fromEntries(cells) as Record<Column, string>),
    ID: id,
    Stock: pieces.map(({ onHand }) => onHand).join(", "),
    "Stock at export": stockCell(pieces),
    // shows whether any text of the product has changed since
    Version: version,
  };
}
