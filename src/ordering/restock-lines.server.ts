import { eq, sql } from "drizzle-orm";
import type { Tx } from "../platform/database/db.server.ts";
import { lockStock, restock } from "./stock.server.ts";
import { orderItems, orders } from "./tables.server.ts";
import type { Wanted } from "./wanted.server.ts";

/** Pieces of an order's line. */
export type LinePieces = { line: number; quantity: number };

/**
 * Puts pieces of a paid order that came back on the shelf again, and counts them in its lines. What would be more than was
 * bought is left out, and a cancelled order's goods are there already. Gives the lines that were put back.
 */
export async function restockLines(tx: Tx, orderId: string, lines: LinePieces[]): Promise<number[]> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for("update");
  if (!order?.payment || order.status === "Cancelled" || lines.length === 0) return [];
  const pieces = sql.join(
    lines.map(({ line, quantity }) => sql`(${line}::int, ${quantity}::int)`),
    sql`, `,
  );
  const { rows } = await tx.execute<{ line: number; productId: string; size: string; quantity: number }>(sql`
    update ${orderItems} set returned = returned + back.quantity
    from (select line, sum(quantity)::int as quantity from (values ${pieces}) as named (line, quantity) group by line) as back
    where ${orderItems.orderId} = ${orderId} and ${orderItems.line} = back.line
      and ${orderItems.returned} + back.quantity <= ${orderItems.quantity}
    returning ${orderItems.line}, ${orderItems.productId} as "productId", ${orderItems.size}, back.quantity`);
  if (rows.length === 0) return [];
  await lockStock(tx, rows);
  await restock(tx, sumsOf(rows));
  return rows.map(({ line }) => line);
}

/** One row per size: an order may have two lines of one. */
function sumsOf(goods: Wanted[]): Wanted[] {
  const sums = new Map<string, Wanted>();
  for (const { productId, size, quantity } of goods) {
    const key = JSON.stringify([productId, size]);
    sums.set(key, { productId, size, quantity: quantity + (sums.get(key)?.quantity ?? 0) });
  }
  return [...sums.values()];
}
