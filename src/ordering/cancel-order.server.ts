import { and, eq, type SQL } from "drizzle-orm";
import type { Actor } from "../platform/audit/actor.server.ts";
import type { Tx } from "../platform/database/db.server.ts";
import { changeStatus } from "./change-status.server.ts";
import { statusesBefore } from "./rules.ts";
import { lockStock, releaseOrder, restock } from "./stock.server.ts";
import { orderItems, orders } from "./tables.server.ts";

/**
 * Cancels an order that has not left, and puts its goods back, once however often it is asked. `where` is what else must
 * hold of it. False: not possible.
 */
export async function cancelOrder(
  tx: Tx,
  id: string,
  { where, by, note }: { where?: SQL | undefined; by?: Actor; note?: string } = {},
): Promise<boolean> {
  const [cancelled] = await changeStatus(tx, and(eq(orders.id, id), where), {
    kind: "cancel",
    from: statusesBefore("Cancelled"),
    to: "Cancelled",
    by,
    note,
  });
  if (!cancelled) return false;
  const items = await tx.select().from(orderItems).where(eq(orderItems.orderId, id));
  await lockStock(tx, items);
  // kept until its code was found, or sold already
  if (await releaseOrder(tx, cancelled)) return true;
  const sold = items.map((item) => ({ ...item, quantity: item.quantity - item.returned }));
  await restock(tx, sold);
  return true;
}
