import { and, asc, desc, eq, lt, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.server.ts";
import { products, stock, stockMoves } from "../tables.server.ts";
import { noSuchProduct } from "./find-product.server.ts";

type Page = { after?: number | undefined; limit: number };

/**
 * What there is of a product by size, and a page of the moves that made it so, newest first. Of each size all moves add up
 * to `received`, which is what is on hand, held for payments and sold. @throws ShopError 404
 */
export async function stockLedger(db: Db, id: string, { after, limit }: Page) {
  const [product] = await db.select({ sizes: products.sizes }).from(products).where(eq(products.id, id));
  if (!product) throw noSuchProduct();
  const { sizes } = product;
  const [left, found] = await Promise.all([leftBySize(db, id), movesOf(db, id, { after, limit: limit + 1 })]);
  const rows = found.slice(0, limit);
  return {
    sizes: [
      ...sizes.map((size) => left.find((each) => each.size === size) ?? { ...EMPTY, size }),
      ...left.filter(({ size }) => !sizes.includes(size)),
    ].map((each) => ({ ...each, offered: sizes.includes(each.size) })),
    rows: rows.map(({ at, ...row }) => ({ ...row, date: at.getTime() })),
    next: found.length > limit ? (rows.at(-1)?._id ?? null) : null,
  };
}

const EMPTY = { onHand: 0, held: 0, sold: 0, received: 0 };

async function leftBySize(db: Db, id: string) {
  const { size, onHand, held, received } = stock;
  return db
    .select({ size, onHand, held, sold: sql<number>`${received} - ${onHand} - ${held}`, received })
    .from(stock)
    .where(eq(stock.productId, id))
    .orderBy(asc(size));
}

async function movesOf(db: Db, id: string, { after, limit }: Page) {
  const { size, delta, reason, note, byName, at } = stockMoves;
  return db
    .select({ _id: stockMoves.id, size, delta, reason, note, by: byName, at })
    .from(stockMoves)
    .where(and(eq(stockMoves.productId, id), after === undefined ? undefined : lt(stockMoves.id, after)))
    .orderBy(desc(stockMoves.id))
    .limit(limit);
}
