import { and, isNotNull, type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { compiledBy, type Places } from "../platform/database/compiled.server.ts";
import type { Db } from "../platform/database/db.server.ts";
import { foldText } from "../platform/fold-text.ts";
import type { ListQuery } from "./contract.ts";
import { IS_ON_SALE } from "./on-sale.server.ts";
import { LIMIT_MAX, LIST_MAX } from "./rules.ts";
import { products } from "./tables.server.ts";

// Which products a list asks for, and how many match in all.

/** How many goods are asked for, and how many that match come before them. */
export function partOf(query: Partial<ListQuery>): { limit: number; before: number } {
  const limit = query.limit ?? (query.page ? LIMIT_MAX : LIST_MAX);
  return { limit, before: ((query.page ?? 1) - 1) * limit };
}

/** What the statement of a list is given; `before`: how many that match to pass. */
export type Wanted = {
  sort: ListQuery["sort"];
  category?: string[];
  subCategory?: string[];
  offer?: true;
  ids?: string[];
  search?: string;
  limit?: number;
  before?: number;
};

/** What makes its text: what it is told at all, and where one is chosen alone. */
export function shapeOf({ sort, ...wanted }: Wanted): string {
  const told = Object.entries(wanted).map(([name, value]) => (isOne(value) ? `one ${name}` : name));
  return `${sort} ${told}`;
}

function isOne(value: unknown): boolean {
  return Array.isArray(value) && value.length === 1;
}

/** What matches, wherever it stands in the list. */
function wantedOf({ sort = "relevant", category, subCategory, offer, id, search }: Partial<ListQuery>) {
  const wanted: Wanted = { sort };
  if (category) wanted.category = category;
  if (subCategory) wanted.subCategory = subCategory;
  if (offer) wanted.offer = true;
  if (id) wanted.ids = id;
  if (search) wanted.search = patternOf(search);
  return wanted;
}

/** The part of the list that is asked for. */
export function partWanted(query: Partial<ListQuery>): Wanted {
  const { limit, before } = partOf(query);
  return { ...wantedOf(query), limit, before };
}

/** The ids of the part of a list that is wanted. */
export function idsOf(places: Places<Wanted>, wanted: Wanted): SQL {
  return sql`select ${products.id} from ${products} where ${and(...matches(places, wanted))}
    order by ${orderingOf(wanted.sort)} limit ${places.limit} offset ${places.before}`;
}

/** For ORDER BY: prices with ties by id, newest first otherwise. */
export function orderingOf(sort: ListQuery["sort"] | undefined): SQL {
  if (sort === "low-high") return sql`${products.price}, ${products.id}`;
  if (sort === "high-low") return sql`${products.price} desc, ${products.id} desc`;
  return sql`${products.id} desc`;
}

/** How many products match in all. */
export async function countProducts(db: Db, query: Partial<ListQuery>): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(COUNT(wantedOf(query)));
  return rows[0]?.total ?? 0;
}

const COUNT = compiledBy(
  shapeOf,
  (places: Places<Wanted>, wanted: Wanted) =>
    sql`select count(*)::int as total from ${products} where ${and(...matches(places, wanted))}`,
);

function matches(places: Places<Wanted>, wanted: Wanted): SQL[] {
  const conditions: SQL[] = [IS_ON_SALE];
  if (wanted.category) conditions.push(isAmong(products.category, places.category, wanted.category));
  if (wanted.subCategory)
    conditions.push(isAmong(products.subCategory, places.subCategory, wanted.subCategory));
  if (wanted.offer) conditions.push(isNotNull(products.formerPrice));
  if (wanted.ids) conditions.push(isAmong(products.id, places.ids, wanted.ids));
  if (wanted.search) conditions.push(nameLike(places.search));
  return conditions;
}

/** PostgreSQL reads an index in its order for one value, and not for a list of one. */
function isAmong(column: SQLWrapper, place: Placeholder, chosen: string[]): SQL {
  return isOne(chosen) ? sql`${column} = (${place}::text[])[1]` : sql`${column} = any(${place}::text[])`;
}

/** Goods with this in their name, however it is written; an index finds them. */
export function nameHolds(search: string): SQL {
  return nameLike(patternOf(search));
}

function nameLike(pattern: string | Placeholder): SQL {
  return sql`${products.search} like ${pattern}`;
}

/** `%`, `_` and `\` stand for themselves in what people type. */
function patternOf(search: string): string {
  return `%${foldText(search).replace(/[\\%_]/g, "\\$&")}%`;
}
