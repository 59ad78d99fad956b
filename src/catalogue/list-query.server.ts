import { and, isNotNull, type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { compiledBy, type Places } from "../platform/database/compiled.server.ts";
import type { Db } from "../platform/database/db.server.ts";
import { foldText } from "../platform/fold-text.ts";
import type { ListQuery } from "./contract.ts";
import { IS_ON_SALE } from "./on-sale.server.ts";
import { LIMIT_MAX, LIST_MAX } from "./rules.ts";
import { products } from "./tables.server.ts";

// Which products a list contains, and how many match in total.

/** How many products to return, and how many of those that match to skip. */
export function pageOf(query: Partial<ListQuery>): { limit: number; before: number } {
  const limit = query.limit ?? (query.page ? LIMIT_MAX : LIST_MAX);
  return { limit, before: ((query.page ?? 1) - 1) * limit };
}

/** The values of a list's statement; `before`: how many that match to skip. */
export type ListFilter = {
  sort: ListQuery["sort"];
  category?: string[];
  subCategory?: string[];
  offer?: true;
  ids?: string[];
  search?: string;
  limit?: number;
  before?: number;
};

/** The key of a statement's text: which conditions it has, and which of them have only one value. */
export function shapeOf({ sort, ...filter }: ListFilter): string {
  const conditions = Object.entries(filter).map(([name, value]) => (isOne(value) ? `one ${name}` : name));
  return `${sort} ${conditions}`;
}

function isOne(value: unknown): boolean {
  return Array.isArray(value) && value.length === 1;
}

function filterOf({ sort = "relevant", category, subCategory, offer, id, search }: Partial<ListQuery>) {
  const filter: ListFilter = { sort };
  if (category) filter.category = category;
  if (subCategory) filter.subCategory = subCategory;
  if (offer) filter.offer = true;
  if (id) filter.ids = id;
  if (search) filter.search = patternOf(search);
  return filter;
}

/** The same with the requested page. */
export function pageFilter(query: Partial<ListQuery>): ListFilter {
  const { limit, before } = pageOf(query);
  return { ...filterOf(query), limit, before };
}

/** The ids of a page of a list. */
export function idsOf(places: Places<ListFilter>, filter: ListFilter): SQL {
  return sql`select ${products.id} from ${products} where ${and(...matches(places, filter))}
    order by ${orderingOf(filter.sort)} limit ${places.limit} offset ${places.before}`;
}

/** For ORDER BY: prices with ties by id, newest first otherwise. */
export function orderingOf(sort: ListQuery["sort"] | undefined): SQL {
  if (sort === "low-high") return sql`${products.price}, ${products.id}`;
  if (sort === "high-low") return sql`${products.price} desc, ${products.id} desc`;
  return sql`${products.id} desc`;
}

/** How many products match in all. */
export async function countProducts(db: Db, query: Partial<ListQuery>): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(COUNT(filterOf(query)));
  return rows[0]?.total ?? 0;
}

const COUNT = compiledBy(
  shapeOf,
  (places: Places<ListFilter>, filter: ListFilter) =>
    sql`select count(*)::int as total from ${products} where ${and(...matches(places, filter))}`,
);

function matches(places: Places<ListFilter>, filter: ListFilter): SQL[] {
  const conditions: SQL[] = [IS_ON_SALE];
  if (filter.category) conditions.push(isAmong(products.category, places.category, filter.category));
  if (filter.subCategory)
    conditions.push(isAmong(products.subCategory, places.subCategory, filter.subCategory));
  if (filter.offer) conditions.push(isNotNull(products.formerPrice));
  if (filter.ids) conditions.push(isAmong(products.id, places.ids, filter.ids));
  if (filter.search) conditions.push(nameLike(places.search));
  return conditions;
}

/** PostgreSQL reads an index in its order for a single value, but not for a list of one. */
function isAmong(column: SQLWrapper, place: Placeholder, chosen: string[]): SQL {
  return isOne(chosen) ? sql`${column} = (${place}::text[])[1]` : sql`${column} = any(${place}::text[])`;
}

/** Products whose folded name contains this; a trigram index finds them. */
export function nameHolds(search: string): SQL {
  return nameLike(patternOf(search));
}

function nameLike(pattern: string | Placeholder): SQL {
  return sql`${products.search} like ${pattern}`;
}

/** Escapes `%`, `_` and `\`, which stand for themselves in what people type. */
function patternOf(search: string): string {
  return `%${foldText(search).replace(/[\\%_]/g, "\\$&")}%`;
}
