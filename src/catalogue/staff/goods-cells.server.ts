import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { products, stock } from "../tables.server.ts";
import { FIELDS } from "./find-product.server.ts";
import { type Column, type Pieces, plainCell, stockCell, WRITTEN } from "./goods-csv.ts";
import { STATE } from "./list-goods.server.ts";
import { columnOf, eachField, type FieldColumn, type ProductFields, writeCell } from "./product-fields.ts";
import type { GoodsState } from "./rules.ts";

/** Of each size the product comes in, in their order. */
const PIECES: SQL<(Pieces & { size: string })[]> = sql`(
  select coalesce(json_agg(json_build_object('size', each.called, 'onHand', coalesce(${stock.onHand}, 0),
    'received', coalesce(${stock.received}, 0)) order by each.at), '[]')
  from unnest(${products.sizes}) with ordinality each (called, at)
  left join ${stock} on ${stock.productId} = ${products.id} and ${stock.size} = each.called)`;

/** A product as a file of goods has it. */
export const IN_FILE = {
  id: products.id,
  ...FIELDS,
  images: products.images,
  alts: products.alts,
  status: STATE,
  pieces: PIECES,
};
export type InFile = ProductFields & {
  id: string;
  images: string[];
  alts: string[];
  status: GoodsState;
  pieces: (Pieces & { size: string })[];
};

/** A product's cells by column. */
export function cellsOf(product: InFile): Record<Column, string> {
  const { id, images, alts, pieces } = product;
  const fields = Object.values(eachField((_, name) => [columnOf(name), writeCell(name, product[name])]));
  const written = {
    ...(Object.fromEntries(fields) as Record<FieldColumn, string>),
    Pictures: images.join("\n"),
    "Alt texts": images
      .map((_, at) => alts[at] ?? "")
      .join("\n")
      .trimEnd(),
    Status: product.status,
  };
  return {
    ID: id,
    ...written,
    Stock: pieces.map(({ onHand }) => onHand).join(", "),
    "Stock at export": stockCell(pieces),
    Version: versionOf(written),
  };
}

/** Tells whether anything that is written of a product has changed: the same cells have the same version. */
function versionOf(written: Partial<Record<Column, string>>): string {
  const cells = WRITTEN.map((column) => plainCell(column, written[column] ?? ""));
  // begins with a letter, so that no spreadsheet takes it for a number
  return `v${createHash("sha256").update(JSON.stringify(cells)).digest("base64url").slice(0, 12)}`;
}
