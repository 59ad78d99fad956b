import { and, asc, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Span } from "../platform/cache/cache-entries.server.ts";
import type { Db, Tx } from "../platform/database/db.server.ts";
import { text } from "../platform/input.ts";
import type { ListQuery, Product } from "./contract.ts";
import {
  type Counts,
  countKinds,
  countProducts,
  isShort,
  partOf,
  selectIds,
  sumOf,
} from "./counts.server.ts";
import { APART, orderingOf } from "./list-marks.server.ts";
import { IS_ON_SALE } from "./on-sale.server.ts";
import { RELATED_SHOWN } from "./rules.ts";
import { products } from "./tables.server.ts";

/** The products that match, newest first unless sorted by price, and how many there are in all. */
export async function listProducts(
  db: Db,
  query: Partial<ListQuery>,
  counts: Counts,
): Promise<{ products: Product[]; total: number }> {
  const known = isShort(query.search) ? await counts.found(query) : undefined;
  const { limit, before } = partOf(query);
  // first which, then what they are: nothing is looked up of the pages before
  const shown = known
    ? sql`${sql.param(known.ids)}::text[]`
    : sql`array${await selectIds(db, query, counts)}`;
  const isShown = and(known && IS_ON_SALE, sql`${products.id} = any(${shown})`);
  const found = await selectProducts(db, sql`where ${isShown} order by ${orderingOf(query.sort)}`);
  if (known) return { products: found, total: known.total };
  // a page that is not full is the last, unless it lies behind the end
  const isLast = found.length < limit && (found.length > 0 || before === 0);
  const total = isLast ? before + found.length : await countProducts(db, query, counts);
  return { products: found, total };
}

/**
 * Between which prices a list lies, in KES, if it is sorted by them. None of a far page: for a moment after a change it may
 * begin at a mark of before, and show another part of the list.
 */
export function spanOf(query: Partial<ListQuery>, found: Pick<Product, "price">[]): Span | undefined {
  const { sort = "relevant" } = query;
  if (sort === "relevant" || found.length === 0 || partOf(query).before >= APART) return undefined;
  const prices = found.map(({ price }) => price);
  return [Math.min(...prices), Math.max(...prices)];
}

/** One product, or undefined when there is none on sale under that id. */
export async function findProduct(db: Db | Tx, id: string): Promise<Product | undefined> {
  // an address may ask for what PostgreSQL cannot even read
  if (!text(64).safeParse(id).success) return undefined;
  const [found] = await selectProducts(
    db,
    sql`where ${IS_ON_SALE} and ${products.id} = ${id}`,
    sql`, ${products.sizeGuide} as "sizeGuide"`,
  );
  if (!found) return undefined;
  const { sizeGuide, ...product } = found;
  return sizeGuide ? found : product;
}

/** Same category and type, newest first, without the product itself (specification §2). */
export async function relatedProducts(db: Db, product: Product): Promise<Product[]> {
  return selectProducts(
    db,
    sql`where ${IS_ON_SALE} and ${products.category} = ${product.category}
      and ${products.subCategory} = ${product.subCategory} and ${products.id} <> ${product._id}
      order by ${products.id} desc limit ${RELATED_SHOWN}`,
  );
}

/** The newest, as many as asked for, without counting the others. */
export async function latestProducts(db: Db, limit: number): Promise<Product[]> {
  return selectProducts(db, sql`where ${IS_ON_SALE} order by ${products.id} desc limit ${limit}`);
}

/** Newest first among those marked. */
export async function markedProducts(
  db: Db,
  mark: "trending" | "bestseller",
  limit: number,
): Promise<Product[]> {
  return selectProducts(
    db,
    sql`where ${IS_ON_SALE} and ${products[mark]} order by ${products.id} desc limit ${limit}`,
  );
}

/** Whether anything of this category has a former price: one row of an index that holds such goods alone. */
export async function hasOffers(db: Db, category: Product["category"]): Promise<boolean> {
  const found = await db
    .select({ id: products.id })
    .from(products)
    .where(and(IS_ON_SALE, isNotNull(products.formerPrice), eq(products.category, category)))
    .limit(1);
  return found.length > 0;
}

/** The ids of what is on sale, oldest first, so that what comes new moves none from its place. */
export async function publishedIds(db: Db, part: { limit: number; offset: number }): Promise<string[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(IS_ON_SALE)
    .orderBy(asc(products.id))
    .limit(part.limit)
    .offset(part.offset);
  return rows.map(({ id }) => id);
}

/** How many products are on sale. */
export async function countPublished(db: Db): Promise<number> {
  return sumOf(await countKinds(db));
}

/** Name and what is left by size of each product asked for; what is not on sale is left out. */
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

/** What is left by size, of the sizes the product comes in. */
const STOCK = `coalesce((select json_object_agg(stock.size, stock.on_hand) from stock
  where stock.product_id = products.id and stock.size = any(products.sizes)), '{}')`;

/** What shoppers see of a product; a text, as building it takes time with each page. */
const SHOWN = sql.raw(`
  products.id as "_id", products.name, products.price, products.former_price as "formerPrice", products.description,
  products.material, products.fit, products.images as image, products.alts, products.sizes, products.category,
  products.sub_category as "subCategory", products.trending, products.bestseller, ${STOCK} as stock, products.colour`);

/** @param which where, order and limit; `more`: further columns */
async function selectProducts(db: Db | Tx, which: SQL, more = sql``): Promise<Product[]> {
  const { rows } = await db.execute<Product>(sql`select ${SHOWN}${more} from ${products} ${which}`);
  return rows;
}
