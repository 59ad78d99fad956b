import { and, asc, count, desc, eq, inArray, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import type { ResponseCache } from "../platform/cache/response-cache.server.ts";
import type { Db, Tx } from "../platform/database/db.server.ts";
import { text } from "../platform/input.ts";
import type { ListQuery, Product } from "./contract.ts";
import { IS_ON_SALE } from "./on-sale.server.ts";
import { LIMIT_MAX, RELATED_SHOWN, WHOLE_CATALOGUE } from "./rules.ts";
import { products, stock } from "./tables.server.ts";

/** The products that match, newest first unless sorted by price, and how many there are in all. `kinds`: as `kindsOf`. */
export async function listProducts(
  db: Db,
  query: Partial<ListQuery>,
  kinds: () => Promise<Kinds>,
): Promise<{ products: Product[]; total: number }> {
  const where = and(...matches(query));
  const limit = query.limit ?? (query.page ? LIMIT_MAX : WHOLE_CATALOGUE);
  const before = ((query.page ?? 1) - 1) * limit;
  // first which, then what they are: nothing is looked up of the pages before
  const shown = db
    .select({ id: products.id })
    .from(products)
    .where(where)
    .orderBy(...ordering(query.sort))
    .limit(limit)
    .offset(before);
  const found = await selectProducts(db)
    .where(sql`${products.id} = any(array${shown})`)
    .orderBy(...ordering(query.sort));
  // a page that is not full is the last, unless it lies behind the end
  const isLast = found.length < limit && (found.length > 0 || before === 0);
  const total = isLast ? before + found.length : await countProducts(db, query, kinds);
  return { products: found, total };
}

export type Kinds = { category: string; subCategory: string; total: number }[];

/** From so many products on, how many there are of each kind is counted once in so many milliseconds. */
const COUNTED = { from: 10_000, ms: 1_000 };

/** Counts the products on sale of each kind; of a large catalogue at a change, and else now and then. */
export function kindsOf(db: Db, cache: ResponseCache): () => Promise<Kinds> {
  const counted = cache.memoize({ ms: COUNTED.ms, max: 1 }, () => countKinds(db));
  let isLarge = false;
  return async () => {
    const kinds = await (isLarge ? counted("") : countKinds(db));
    isLarge = sumOf(kinds) >= COUNTED.from;
    return kinds;
  };
}

/** One product, or undefined when there is none on sale under that id. */
export async function findProduct(db: Db | Tx, id: string): Promise<Product | undefined> {
  // an address may ask for what PostgreSQL cannot even read
  if (!text(64).safeParse(id).success) return undefined;
  const [found] = await db
    .select({ ...SHOWN, sizeGuide: products.sizeGuide })
    .from(products)
    .where(and(IS_ON_SALE, eq(products.id, id)));
  if (!found) return undefined;
  const { sizeGuide, ...product } = found;
  return sizeGuide ? found : product;
}

/** Same category and type, newest first, without the product itself (specification §2). */
export async function relatedProducts(db: Db, product: Product): Promise<Product[]> {
  return selectProducts(db)
    .where(
      and(
        IS_ON_SALE,
        eq(products.category, product.category),
        eq(products.subCategory, product.subCategory),
        ne(products.id, product._id),
      ),
    )
    .orderBy(desc(products.id))
    .limit(RELATED_SHOWN);
}

/** The newest, as many as asked for, without counting the others. */
export async function latestProducts(db: Db, limit: number): Promise<Product[]> {
  return selectProducts(db).where(IS_ON_SALE).orderBy(desc(products.id)).limit(limit);
}

/** Newest first among those marked. */
export async function markedProducts(
  db: Db,
  mark: "trending" | "bestseller",
  limit: number,
): Promise<Product[]> {
  return selectProducts(db)
    .where(and(IS_ON_SALE, eq(products[mark], true)))
    .orderBy(desc(products.id))
    .limit(limit);
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
    .select({ id: products.id, name: products.name, stock: STOCK })
    .from(products)
    .where(and(IS_ON_SALE, inArray(products.id, productIds)));
  return new Map(rows.map(({ id, ...product }) => [id, product]));
}

/** What is left by size, of the sizes the product comes in. */
const STOCK = sql<
  Record<string, number>
>`coalesce((select json_object_agg(${stock.size}, ${stock.onHand}) from ${stock} where ${stock.productId} = ${products.id} and ${stock.size} = any(${products.sizes})), '{}')`;

const SHOWN = {
  _id: products.id,
  name: products.name,
  price: products.price,
  formerPrice: products.formerPrice,
  description: products.description,
  material: products.material,
  fit: products.fit,
  image: products.images,
  alts: products.alts,
  sizes: products.sizes,
  category: sql<Product["category"]>`${products.category}`,
  subCategory: sql<Product["subCategory"]>`${products.subCategory}`,
  trending: products.trending,
  bestseller: products.bestseller,
  stock: STOCK,
  colour: products.colour,
};

function selectProducts(db: Db | Tx) {
  return db.select(SHOWN).from(products).$dynamic();
}

function matches(query: Partial<ListQuery>): SQL[] {
  const conditions: SQL[] = [IS_ON_SALE];
  if (query.category) conditions.push(inArray(products.category, query.category));
  if (query.subCategory) conditions.push(inArray(products.subCategory, query.subCategory));
  if (query.offer) conditions.push(isNotNull(products.formerPrice));
  if (query.id) conditions.push(inArray(products.id, query.id));
  if (query.search) conditions.push(nameHolds(query.search));
  return conditions;
}

/** Goods with this in their name, in whichever case; an index finds them. */
export function nameHolds(search: string): SQL {
  return sql`lower(${products.name}) like lower(${`%${literal(search)}%`})`;
}

/** `%`, `_` and `\` stand for themselves in what people type. */
function literal(search: string): string {
  return search.replace(/[\\%_]/g, "\\$&");
}

function ordering(sort: ListQuery["sort"] | undefined): SQL[] {
  if (sort === "low-high") return [asc(products.price), asc(products.id)];
  if (sort === "high-low") return [desc(products.price), desc(products.id)];
  return [desc(products.id)];
}

async function countProducts(
  db: Db,
  query: Partial<ListQuery>,
  kinds: () => Promise<Kinds>,
): Promise<number> {
  if (query.search || query.id || query.offer) {
    const [row] = await db
      .select({ total: count() })
      .from(products)
      .where(and(...matches(query)));
    return row?.total ?? 0;
  }
  const asked = (await kinds()).filter(
    (kind) =>
      (!query.category || query.category.some((each) => each === kind.category)) &&
      (!query.subCategory || query.subCategory.some((each) => each === kind.subCategory)),
  );
  return sumOf(asked);
}

/** How many are on sale of each kind: any choice of filters is a sum of these. */
async function countKinds(db: Db): Promise<Kinds> {
  const { category, subCategory } = products;
  return db
    .select({ category, subCategory, total: count() })
    .from(products)
    .where(IS_ON_SALE)
    .groupBy(category, subCategory);
}

function sumOf(kinds: Kinds): number {
  return kinds.reduce((sum, { total }) => sum + total, 0);
}
