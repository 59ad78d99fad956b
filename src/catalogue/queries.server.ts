import { and, desc, eq, inArray, isNotNull, type SQLWrapper, sql } from "drizzle-orm";
import { compiled, compiledBy, type Places } from "../platform/database/compiled.server.ts";
import type { Db, Tx } from "../platform/database/db.server.ts";
import { text } from "../platform/input.ts";
import type { ListQuery, Product } from "./contract.ts";
import {
  countProducts,
  idsOf,
  type ListFilter,
  orderingOf,
  pageFilter,
  pageOf,
  shapeOf,
} from "./list-query.server.ts";
import { IS_ON_SALE } from "./on-sale.server.ts";
import { RELATED_SHOWN } from "./rules.ts";
import { products } from "./tables.server.ts";

/** The stock by size, for the sizes the product comes in. */
const STOCK = `coalesce((select json_object_agg(stock.size, stock.on_hand) from stock
  where stock.product_id = products.id and stock.size = any(products.sizes)), '{}')`;

/** The columns that shoppers see of a product; plain text, as building it for each page would take time. */
const SHOWN = sql.raw(`
  products.id as "_id", products.name, products.price, products.former_price as "formerPrice", products.description,
  products.material, products.fit, products.images as image, products.alts, products.sizes, products.category,
  products.sub_category as "subCategory", products.trending, products.bestseller, ${STOCK} as stock, products.colour`);

const SELECT = sql`select ${SHOWN} from ${products}`;

/** The products that match, newest first unless sorted by price, and how many there are in all. */
export async function listProducts(
  db: Db,
  query: Partial<ListQuery>,
): Promise<{ products: Product[]; total: number }> {
  const { limit, before } = pageOf(query);
  const found = await readProducts(db, LISTED(pageFilter(query)));
  // a page that is not full is the last, unless it is past the end
  const isLast = found.length < limit && (found.length > 0 || before === 0);
  const total = isLast ? before + found.length : await countProducts(db, query);
  return { products: found, total };
}

/** Finds the ids first, then reads the products, so that nothing is looked up for the pages before. */
const LISTED = compiledBy(
  shapeOf,
  (places: Places<ListFilter>, filter: ListFilter) =>
    sql`${SELECT} where ${products.id} = any(array(${idsOf(places, filter)})) order by ${orderingOf(filter.sort)}`,
);

/** One product, or undefined when there is none on sale under that id. */
export async function findProduct(db: Db | Tx, id: string): Promise<Product | undefined> {
  // an address may contain what PostgreSQL cannot even store
  if (!text(64).safeParse(id).success) return undefined;
  const [found] = await readProducts(db, PRODUCT({ id }));
  if (!found) return undefined;
  const { sizeGuide, ...product } = found;
  return sizeGuide ? found : product;
}

const PRODUCT = compiled<{ id: string }>(
  ({ id }) => sql`select ${SHOWN}, ${products.sizeGuide} as "sizeGuide" from ${products}
    where ${IS_ON_SALE} and ${products.id} = ${id}`,
);

/** Same category and type, newest first, without the product itself (specification §2). */
export function relatedProducts(
  db: Db,
  { _id: id, category, subCategory }: Pick<Product, "_id" | "category" | "subCategory">,
): Promise<Product[]> {
  return readProducts(db, RELATED({ id, category, subCategory }));
}

const RELATED = compiled<{ id: string; category: string; subCategory: string }>(
  ({ id, category, subCategory }) => sql`${SELECT} where ${IS_ON_SALE} and ${products.category} = ${category}
    and ${products.subCategory} = ${subCategory} and ${products.id} <> ${id}
    order by ${products.id} desc limit ${RELATED_SHOWN}`,
);

/** The newest products, without counting the others. */
export function latestProducts(db: Db, limit: number): Promise<Product[]> {
  return readProducts(db, LATEST({ limit }));
}

const LATEST = compiled<{ limit: number }>(
  ({ limit }) => sql`${SELECT} where ${IS_ON_SALE} order by ${products.id} desc limit ${limit}`,
);

/** Newest first among those marked. */
export function markedProducts(db: Db, mark: Mark, limit: number): Promise<Product[]> {
  return readProducts(db, MARKED({ mark, limit }));
}

type Mark = "trending" | "bestseller";

const MARKED = compiledBy<{ mark: Mark; limit: number }>(
  ({ mark }) => mark,
  ({ limit }, { mark }) =>
    sql`${SELECT} where ${IS_ON_SALE} and ${products[mark]} order by ${products.id} desc limit ${limit}`,
);

/** Whether anything of this category has a former price: reads one row of an index that holds only such products. */
export async function hasOffers(db: Db, category: Product["category"]): Promise<boolean> {
  const found = await db
    .select({ id: products.id })
    .from(products)
    .where(and(IS_ON_SALE, isNotNull(products.formerPrice), eq(products.category, category)))
    .limit(1);
  return found.length > 0;
}

/** The ids of the products on sale, newest first. */
export async function publishedIds(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(IS_ON_SALE)
    .orderBy(desc(products.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Name and stock by size of each requested product; products that are not on sale are left out. */
export async function stockOf(
  db: Db | Tx,
  productIds: string[],
): Promise<Map<string, { name: string; stock: Record<string, number> }>> {
  const rows = await db
    .select({ id: products.id, name: products.name, stock: sql<Record<string, number>>`${sql.raw(STOCK)}` })
    .from(products)
    .where(and(IS_ON_SALE, inArray(products.id, productIds)));
  return new Map(rows.map(({ id, ...product }) => [id, product]));
}

async function readProducts(db: Db | Tx, statement: SQLWrapper): Promise<Product[]> {
  const { rows } = await db.execute<Product>(statement);
  return rows;
}
