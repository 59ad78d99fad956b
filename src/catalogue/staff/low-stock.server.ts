import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.server.ts";
import { IS_ON_SALE } from "../on-sale.server.ts";
import { products, stock } from "../tables.server.ts";
import { LOW_STOCK } from "./stock-rules.ts";

/**
 * Of sizes that shoppers see, those of which few are left, or none. Over `stock` joined to `products`. The number is written
 * into the statement, as PostgreSQL uses the index `stock_low` for no parameter.
 */
export const IS_LOW: SQL | undefined = and(
  sql`${stock.onHand} <= ${sql.raw(String(LOW_STOCK))}`,
  IS_ON_SALE,
  sql`${stock.size} = any(${products.sizes})`,
);

/** How many sizes are low. */
export async function countLowStock(db: Db): Promise<number> {
  const [row] = await db
    .select({ low: sql<number>`count(*)::int` })
    .from(stock)
    .innerJoin(products, eq(products.id, stock.productId))
    .where(IS_LOW);
  return row?.low ?? 0;
}

/** As a condition over `products`: one of its sizes is low. */
export const HAS_LOW_STOCK = sql`exists (select from ${stock} where ${stock.productId} = ${products.id} and ${IS_LOW})`;
