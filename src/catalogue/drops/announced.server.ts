import { and, eq, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/db.server.ts";
import type { Http } from "../../platform/http/http.server.ts";
import { route } from "../../platform/http/route.server.ts";
import { text } from "../../platform/input.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { dropMoment } from "../contract.ts";
import { IS_ANNOUNCED } from "../on-sale.server.ts";
import { products } from "../tables.server.ts";

/** An announced product: what shoppers may know before its sale begins (`onSaleFrom`, milliseconds since 1970). */
export type Announced = {
  _id: string;
  name: string;
  image: string;
  alt: string;
  onSaleFrom: number;
};

const OF_ANNOUNCED = {
  _id: products.id,
  name: products.name,
  image: sql<string>`coalesce(${products.images}[1], '')`,
  alt: sql<string>`coalesce(${products.alts}[1], '')`,
  // those that are announced have one
  onSaleFrom: sql<number>`${products.onSaleFrom}`.mapWith(products.onSaleFrom),
};

/** Shown and announced, whether its sale has begun or not: the caller found it not on sale a moment ago. */
const IS_ANNOUNCED_EVER = and(products.published, products.announced);

/**
 * The announced product of this id, for callers that just found it not on sale; undefined when shoppers may not know of it. Its
 * time is not compared: a product whose sale has begun since would otherwise be in neither answer.
 */
export async function findAnnounced(db: Db | Tx, id: string): Promise<Announced | undefined> {
  if (!text(64).safeParse(id).success) return undefined;
  const [found] = await db
    .select(OF_ANNOUNCED)
    .from(products)
    .where(and(IS_ANNOUNCED_EVER, eq(products.id, id)));
  return found;
}

/** The next announced drops, the soonest first. */
export async function listAnnounced(db: Db, limit: number): Promise<Announced[]> {
  return db
    .select(OF_ANNOUNCED)
    .from(products)
    .where(IS_ANNOUNCED)
    .orderBy(products.onSaleFrom, products.id)
    .limit(limit);
}

/** GET /api/product/drop. */
export function dropCall(http: Http, db: Db): void {
  route(http, dropMoment, { tag: "products" }, async ({ query: { id } }) => {
    const found = await findDropMoment(db, id);
    if (!found) throw new ShopError(404, "We can't find this product");
    return { message: "Drop found", ...found };
  });
}

/** When its sale begins, and the database's time, in milliseconds since 1970; undefined when shoppers may not know of it. */
async function findDropMoment(db: Db, id: string): Promise<{ onSaleFrom: number; now: number } | undefined> {
  const [found] = await db
    .select({
      onSaleFrom: OF_ANNOUNCED.onSaleFrom,
      now: sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::float8`,
    })
    .from(products)
    .where(and(IS_ANNOUNCED_EVER, eq(products.id, id)));
  return found;
}
