import { and, eq, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.server.ts";
import { nameHolds } from "../list-query.server.ts";
import type { Category, SubCategory } from "../rules.ts";
import { products, stock } from "../tables.server.ts";
import { HAS_LOW_STOCK } from "./low-stock.server.ts";
import type { GoodsSort, GoodsState } from "./rules.ts";

type GoodsFilter = {
  /** A part of the name. */
  q?: string | undefined;
  category?: Category | undefined;
  type?: SubCategory | undefined;
  /** Without it: all that are not archived. */
  status?: GoodsState | undefined;
  /** Only products of which a size is low. */
  stock?: "low" | undefined;
  /** Only products whose sale is still to begin. */
  drops?: "coming" | undefined;
  sort: GoodsSort;
  /** The last product of the previous page. */
  after?: string | undefined;
  limit: number;
};

/** A page of the shop's products, on sale or not; `next` is the `after` of the next page, null on the last. */
export async function listGoods(db: Db, filter: GoodsFilter) {
  const { order, pages } = SORTS[filter.sort];
  const found = await db
    .select(ROW)
    .from(products)
    .where(and(...conditions(filter), filter.after === undefined ? undefined : pages(filter.after)))
    .orderBy(...order)
    .limit(filter.limit + 1);
  const rows = found
    .slice(0, filter.limit)
    .map(({ updatedAt, ...row }) => ({ ...row, updatedAt: updatedAt.getTime() }));
  return { rows, next: found.length > filter.limit ? (rows.at(-1)?._id ?? null) : null };
}

/** Whether shoppers see a product. */
export const STATE = sql<GoodsState>`case when ${products.archivedAt} is not null then 'archived'
  when ${products.published} then 'shown' else 'hidden' end`;

/** A drop, shown or not, whose sale is still to begin. */
export const COMING = sql<boolean>`coalesce(${products.onSaleFrom} > now(), false)`;

/** Pieces of the sizes that a product comes in. */
const LEFT = sql<number>`coalesce((select sum(${stock.onHand}) from ${stock}
  where ${stock.productId} = ${products.id} and ${stock.size} = any(${products.sizes})), 0)::int`;

const ROW = {
  _id: products.id,
  name: products.name,
  image: sql<string | null>`${products.images}[1]`,
  category: products.category,
  subCategory: products.subCategory,
  price: products.price,
  formerPrice: products.formerPrice,
  status: STATE,
  onSaleFrom: products.onSaleFrom,
  coming: COMING,
  left: LEFT,
  version: products.version,
  updatedAt: products.updatedAt,
};

const IN_STATE: Record<GoodsState, SQL | undefined> = {
  shown: and(isNull(products.archivedAt), eq(products.published, true)),
  hidden: and(isNull(products.archivedAt), eq(products.published, false)),
  archived: isNotNull(products.archivedAt),
};

function conditions({ q, category, type, status, stock: low, drops }: GoodsFilter): (SQL | undefined)[] {
  return [
    status ? IN_STATE[status] : isNull(products.archivedAt),
    q === undefined ? undefined : nameHolds(q),
    category && eq(products.category, category),
    type && eq(products.subCategory, type),
    low ? HAS_LOW_STOCK : undefined,
    // without coalesce, as the index of drops requires
    drops ? gt(products.onSaleFrom, sql`now()`) : undefined,
  ];
}

const byName = sql`${products.search}`;

/** How a list is sorted, and the condition for what comes after a product: both as an index has them. */
const SORTS: Record<GoodsSort, { order: SQL[]; pages: (after: string) => SQL }> = {
  newest: {
    order: [sql`${products.id} desc`],
    pages: (after) => sql`${products.id} < ${after}`,
  },
  name: {
    order: [byName, sql`${products.id}`],
    pages: (after) => sql`(${byName}, ${products.id}) > (${rowOf(after, sql`page.search, page.id`)})`,
  },
  "low-high": {
    order: [sql`${products.price}`, sql`${products.id}`],
    pages: (after) => sql`(${products.price}, ${products.id}) > (${rowOf(after, sql`page.price, page.id`)})`,
  },
  "high-low": {
    order: [sql`${products.price} desc`, sql`${products.id} desc`],
    pages: (after) => sql`(${products.price}, ${products.id}) < (${rowOf(after, sql`page.price, page.id`)})`,
  },
};

function rowOf(id: string, what: SQL): SQL {
  return sql`select ${what} from ${products} page where page.id = ${id}`;
}
