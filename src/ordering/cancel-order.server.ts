import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "../platform/database/db.server.ts";
import { mayFollow, STATUSES } from "./rules.ts";
import { lockStock, releaseOrder, restock } from "./stock.server.ts";
import { orderItems, orders } from "./tables.server.ts";

/** Cancels an order that has not left, and puts its goods back, once however often it is asked. False: not possible. */
export async function cancelOrder(tx: Tx, id: string): Promise<boolean> {
  const [cancelled] = await tx
    .update(orders)
    .set({ status: "Cancelled" })
    .where(
      and(
        eq(orders.id, id),
        inArray(
          orders.status,
          STATUSES.filter((status) => mayFollow(status, "Cancelled")),
        ),
      ),
    )
    .returning({ id: orders.id, userId: orders.userId });
  if (!cancelled) return false;
  const items = await tx.select().from(orderItems).where(eq(orderItems.orderId, id));
  await lockStock(tx, items);
  // kept until its code was found, or sold already
  if (!(await releaseOrder(tx, cancelled))) await restock(tx, items);
  return true;
}
