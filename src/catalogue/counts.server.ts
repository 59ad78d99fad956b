import { and, count, isNotNull, type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { ResponseCache } from "../platform/cache/response-cache.server.ts";
import { compiledBy, type Places } from "../platform/database/compiled.server.ts";
import type { Db } from "../platform/database/db.server.ts";
import { foldText } from "../platform/fold-text.ts";
import type { ListQuery } from "./contract.ts";
import { APART, isFrom, orderingOf, readMarks, type Start, startFrom } from "./list-marks.server.ts";
import { IS_ON_SALE } from "./on-sale.server.ts";
import { LIMIT_MAX, WHOLE_CATALOGUE } from "./rules.ts";
import { products } from "./tables.server.ts";

// Which products a list asks for, and how many match in all.

/** How many goods are asked for, and how many that match come before them. */
export function partOf(query: Partial<ListQuery>): { limit: number; before: number } {
  const limit = query.limit ?? (query.page ? LIMIT_MAX : WHOLE_CATALOGUE);
  return { limit, before: ((query.page ?? 1) - 1) * limit };
}

/** What the statement of a list is told; `from…` is the product to begin with. */
export type Wanted = {
  sort: ListQuery["sort"];
  category?: string[];
  subCategory?: string[];
  offer?: true;
  ids?: string[];
  search?: string;
  limit?: number;
  pass?: number;
  fromId?: string;
  fromPrice?: number;
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
export async function partWanted(query: Partial<ListQuery>, counts: Counts): Promise<Wanted> {
  const { limit, before } = partOf(query);
  const { from, pass } = await counts.start(query, before);
  return { ...wantedOf(query), limit, pass, ...(from && { fromId: from.id, fromPrice: from.price }) };
}

/** The ids of the part of a list that is wanted. */
export function idsOf(places: Places<Wanted>, wanted: Wanted): SQL {
  const { fromId: id, fromPrice: price, limit, pass } = places;
  const from = wanted.fromId === undefined ? undefined : isFrom({ id, price }, wanted.sort);
  return sql`select ${products.id} from ${products} where ${and(...matches(places, wanted), from)}
    order by ${orderingOf(wanted.sort)} limit ${limit} offset ${pass}`;
}

const IDS = compiledBy(shapeOf, idsOf);
const COUNT = compiledBy(
  shapeOf,
  (places: Places<Wanted>, wanted: Wanted) =>
    sql`select count(*)::int as total from ${products} where ${and(...matches(places, wanted))}`,
);

type Kinds = { category: string; subCategory: string; total: number }[];

/** From so many products on, how many there are of each kind is counted once in so many milliseconds. */
const COUNTED = { from: 10_000, ms: 1_000 };
/** Milliseconds for which marks and short searches are kept; any change ends it. */
const KEPT_MS = 60_000;
/** Of six orders; and of the letters, with some filters. */
const KEPT_MOST = { marks: 6, found: 200 };
/** Of what lists are made of: one made of a stale value would pass for a fresh one. */
const ONLY_FRESH = { onlyFresh: true };

export type Counts = ReturnType<typeof countsOf>;

/** What is known of the catalogue until it changes, so that neither depth nor a single letter has every row read again. */
export function countsOf(db: Db, cache: ResponseCache) {
  const counted = cache.memoize({ ms: COUNTED.ms, max: 1, ...ONLY_FRESH }, () => countKinds(db));
  const marks = cache.memoize({ ms: KEPT_MS, max: KEPT_MOST.marks, ...ONLY_FRESH }, (key) => {
    const { sort, offer } = JSON.parse(key);
    return readMarks(db, sort, offer);
  });
  const found = cache.memoize({ ms: KEPT_MS, max: KEPT_MOST.found, ...ONLY_FRESH }, (key) =>
    findIds(db, JSON.parse(key), counts),
  );
  let isLarge = false;
  const counts = {
    /** How many products are on sale of each kind; of a large catalogue counted at a change, and else now and then. */
    async kinds(): Promise<Kinds> {
      const kinds = await (isLarge ? counted("") : countKinds(db));
      isLarge = sumOf(kinds) >= COUNTED.from;
      return kinds;
    },
    /** Where to begin to read a list of which so many come before. */
    async start(query: Partial<ListQuery>, before: number): Promise<Start> {
      const { sort = "relevant", offer, search, id } = query;
      if (before < APART || search || id || !cache.isConnected()) return { pass: before };
      const known = await marks(JSON.stringify({ sort, offer: offer !== undefined }));
      return startFrom(known, { before, countOf: (kinds) => sumOf(kinds.filter(isAsked(query))) });
    },
    /** Which goods a short search finds, and how many in all. */
    found: (query: Partial<ListQuery>): Promise<{ ids: string[]; total: number }> =>
      cache.isConnected() ? found(JSON.stringify(query)) : findIds(db, query, counts),
  };
  return counts;
}

/** True of what an index of three letters at a time does not help to find: each search reads all names. */
export function isShort(search: string | undefined): boolean {
  return search !== undefined && search !== "" && foldText(search).length < 3;
}

async function findIds(
  db: Db,
  query: Partial<ListQuery>,
  counts: Counts,
): Promise<{ ids: string[]; total: number }> {
  const { rows } = await db.execute<{ id: string }>(IDS(await partWanted(query, counts)));
  return { ids: rows.map(({ id }) => id), total: await countProducts(db, query, counts) };
}

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

export async function countProducts(db: Db, query: Partial<ListQuery>, counts: Counts): Promise<number> {
  if (query.search || query.id || query.offer) {
    const { rows } = await db.execute<{ total: number }>(COUNT(wantedOf(query)));
    return rows[0]?.total ?? 0;
  }
  return sumOf((await counts.kinds()).filter(isAsked(query)));
}

/** Whether the filters let a kind through. */
function isAsked({ category, subCategory }: Partial<ListQuery>) {
  return (kind: Kinds[number]) =>
    (!category || category.some((each) => each === kind.category)) &&
    (!subCategory || subCategory.some((each) => each === kind.subCategory));
}

/** How many are on sale of each kind: any choice of filters is a sum of these. */
export async function countKinds(db: Db): Promise<Kinds> {
  const { category, subCategory } = products;
  return db
    .select({ category, subCategory, total: count() })
    .from(products)
    .where(IS_ON_SALE)
    .groupBy(category, subCategory);
}

export function sumOf(kinds: Kinds): number {
  return kinds.reduce((sum, { total }) => sum + total, 0);
}
