import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { orderEvents, orders } from "../tables.server.ts";

/** Events that leave what staff saw of an order behind. */
const CHANGES = ["placed", "paid", "step", "undo", "cancel", "address", "edit"] as const;

/**
 * Why a change by staff was not made: `message`, with how the order stands now, who changed it last, and when (milliseconds
 * since 1970).
 * @throws ShopError 404 when there is no such order
 */
export async function conflict(tx: Tx, id: string, message: string): Promise<ShopError> {
  const standing = await orderStanding(tx, id);
  if (!standing) throw new ShopError(404, "There is no such order.");
  return new ShopError(409, message, standing);
}

/** How an order stands now, who changed it last, and when (milliseconds since 1970). */
export async function orderStanding(db: Db | Tx, id: string) {
  const [order] = await db
    .select({
      status: orders.status,
      payment: orders.payment,
      amount: orders.amount,
      // who is not to see the e-mail may be told why a change was not made
      address: sql<object | null>`${orders.address} - 'email'`,
      version: orders.version,
      placedAt: orders.placedAt,
    })
    .from(orders)
    .where(eq(orders.id, id));
  if (!order) return undefined;
  const [last] = await db
    .select({ kind: orderEvents.kind, at: orderEvents.at, by: orderEvents.byName })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, id), inArray(orderEvents.kind, [...CHANGES])))
    .orderBy(desc(orderEvents.id))
    .limit(1);
  const { placedAt, ...current } = order;
  const by = last?.by ?? (last && last.kind !== "placed" ? "the shop" : "the shopper");
  return { current, by, at: (last?.at ?? placedAt).getTime() };
}
