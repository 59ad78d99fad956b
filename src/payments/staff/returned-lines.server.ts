import { and, eq, sql } from "drizzle-orm";
import { orderItems, orders } from "../../ordering/tables.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { fieldFault, ShopError } from "../../platform/shop-error.ts";
import { IS_OPEN } from "../transactions/returned-money.server.ts";
import { type ReturnedLine, refunds } from "../transactions/tables.server.ts";

/** @throws ShopError 400 no line of the order; 409 more than was bought, or than has not come back or is on its way */
export async function demandLines(tx: Tx, orderId: string | null, lines: ReturnedLine[]): Promise<void> {
  if (lines.length === 0) return;
  const [order] = orderId ? await tx.select().from(orders).where(eq(orders.id, orderId)) : [];
  if (!order?.payment)
    throw new ShopError(409, "This payment has no paid order whose items could come back.");
  if (order.status === "Cancelled")
    throw new ShopError(409, "The order is cancelled: its items are on the shelf again.");
  const items = await tx.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  const waiting = await tx
    .select({ lines: refunds.lines })
    .from(refunds)
    .where(and(eq(refunds.orderId, order.id), IS_OPEN, sql`${refunds.state} <> 'failed'`));
  const coming = waiting.flatMap((refund) => refund.lines.filter(({ restock }) => restock));
  for (const line of new Set(lines.map((each) => each.line))) {
    const item = items.find((each) => each.line === line);
    const named = lines.filter((each) => each.line === line);
    if (!item || named.some(({ quantity }) => !Number.isInteger(quantity) || quantity < 1))
      throw fieldFault("lines", "Name lines of the order, each with at least one piece.");
    const back = item.returned + piecesOf(coming.filter((each) => each.line === line));
    if (piecesOf(named) > item.quantity - back)
      throw new ShopError(409, `Of ${item.name} no more than ${item.quantity - back} can come back.`);
  }
}

function piecesOf(lines: ReturnedLine[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}
