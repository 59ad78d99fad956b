import { asc, eq } from "drizzle-orm";
import { lastAction } from "../../platform/audit/read-audit.server.ts";
import type { Db, Tx } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { products, stock } from "../tables.server.ts";
import { COMING, STATE } from "./list-goods.server.ts";
import { eachField, type ProductField } from "./product-fields.ts";

/** The columns that staff write about a product. */
export const FIELDS = eachField((_, name) => products[name]) as unknown as Pick<
  typeof products,
  ProductField
>;

const WHOLE = {
  _id: products.id,
  ...FIELDS,
  images: products.images,
  alts: products.alts,
  status: STATE,
  coming: COMING,
  version: products.version,
  updatedAt: products.updatedAt,
};

export function noSuchProduct(): ShopError {
  return new ShopError(404, "There is no such product.");
}

/** A product as staff see it, on sale or not, with its pieces by size: first the sizes it comes in. @throws ShopError 404 */
export async function findForStaff(db: Db, id: string) {
  const found = await findWhole(db, id);
  if (!found) throw noSuchProduct();
  const { updatedAt, alts, ...product } = found;
  const rows = await db
    .select({ size: stock.size, onHand: stock.onHand, held: stock.held })
    .from(stock)
    .where(eq(stock.productId, id))
    .orderBy(asc(stock.size));
  return {
    ...product,
    alts: product.images.map((_, at) => alts[at] ?? ""),
    updatedAt: updatedAt.getTime(),
    stock: [
      ...product.sizes.flatMap((size) => rows.filter((each) => each.size === size)),
      ...rows.filter(({ size }) => !product.sizes.includes(size)),
    ],
  };
}

/** The actions that change a product's version. */
const WRITES = ["product.add", "product.duplicate", "product.edit"];

/** The product's current state, who wrote it last, and when (milliseconds since 1970). */
export async function productStanding(db: Db | Tx, id: string) {
  const found = await findWhole(db, id);
  if (!found) return undefined;
  const { updatedAt, ...current } = found;
  const { by, at } = await lastAction(db, "product", id, WRITES);
  return { current, by, at: at ?? updatedAt.getTime() };
}

async function findWhole(db: Db | Tx, id: string) {
  const [found] = await db.select(WHOLE).from(products).where(eq(products.id, id));
  return found;
}
