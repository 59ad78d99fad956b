import { and, isNotNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "../platform/database/db.server.ts";
import type { ListQuery } from "./contract.ts";
import { IS_ON_SALE } from "./on-sale.server.ts";
import { products } from "./tables.server.ts";

// PostgreSQL finds the first row of a far page by passing all rows before it. With every thousandth place of a list known
// it passes a thousand at most, however deep the page lies and whatever is filtered by.

/** How many places lie between two marks. */
export const APART = 1_000;

type Kind = { category: string; subCategory: string; total: number };

/** A product that stands where `APART` others begin, and how many of each kind stand from it up to the next mark. */
export type Mark = { id: string; price: number; kinds: Kind[] };

/** Where to begin to read: with a product, or with the first one, and how many of those that match to pass from there. */
export type Start = { from?: Pick<Mark, "id" | "price">; pass: number };

type Sort = ListQuery["sort"] | undefined;

/** For ORDER BY: prices with ties by id, newest first otherwise. */
export function orderingOf(sort: Sort): SQL {
  if (sort === "low-high") return sql`${products.price}, ${products.id}`;
  if (sort === "high-low") return sql`${products.price} desc, ${products.id} desc`;
  return sql`${products.id} desc`;
}

/** The marks of what is on sale in this order, of goods on offer alone if wanted: one pass over an index. */
export async function readMarks(db: Db, sort: Sort, offer: boolean): Promise<Mark[]> {
  const { id, price, category, subCategory, formerPrice } = products;
  const isByPrice = sort === "low-high" || sort === "high-low";
  const { rows } = await db.execute<{ part: number; id: string | null; price: number | null } & Kind>(sql`
    select n / ${sql.raw(String(APART))} as part, category, sub_category as "subCategory", count(*)::int as total,
      max(id) filter (where n % ${sql.raw(String(APART))} = 0) as id,
      max(price) filter (where n % ${sql.raw(String(APART))} = 0) as price
    from (
      select ${id}, ${isByPrice ? price : sql`0`} as price, ${category}, ${subCategory},
        (row_number() over (order by ${orderingOf(sort)}) - 1)::int as n
      from ${products} where ${and(IS_ON_SALE, offer ? isNotNull(formerPrice) : undefined)}
    ) as placed
    group by 1, 2, 3 order by 1`);
  const marks: Mark[] = [];
  for (const { part, id, price, ...kind } of rows) {
    const mark = marks[part] ?? { id: "", price: 0, kinds: [] };
    marks[part] = mark;
    mark.kinds.push(kind);
    if (id !== null) Object.assign(mark, { id, price });
  }
  return marks;
}

/** Where to begin so that `before` of the goods that match lie behind: the last mark that is not beyond. */
export function startFrom(
  marks: Mark[],
  { before, countOf }: { before: number; countOf: (kinds: Kind[]) => number },
): Start {
  let passed = 0;
  let start: Start = { pass: before };
  for (const mark of marks) {
    start = { from: mark, pass: before - passed };
    passed += countOf(mark.kinds);
    if (passed > before) break;
  }
  return start;
}

/** True of that product and all after it in this order. */
export function isFrom({ id, price }: { id: SQLWrapper; price: SQLWrapper }, sort: Sort): SQL {
  if (sort === "low-high") return sql`(${products.price}, ${products.id}) >= (${price}, ${id})`;
  if (sort === "high-low") return sql`(${products.price}, ${products.id}) <= (${price}, ${id})`;
  return sql`${products.id} <= ${id}`;
}
