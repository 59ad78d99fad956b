import { and, desc, eq } from "drizzle-orm";
import type { Db } from "../../platform/database/db.server.ts";
import type { Order } from "../contract.ts";
import { deliveryOfOrder } from "../destination.server.ts";
import { stepsOf } from "../order-events.server.ts";
import { itemsOf, PLACED } from "../queries.server.ts";
import { orders } from "../tables.server.ts";

/** Orders on one page of My orders. */
const ORDERS_SHOWN = 50;

/** A shopper's orders, newest first. `date` is milliseconds since 1970, UTC. */
export async function listOrders(db: Db, userId: string, page: number): Promise<Order[]> {
  const found = await db
    .select()
    .from(orders)
    .where(and(PLACED, eq(orders.userId, userId)))
    .orderBy(desc(orders.placedAt), desc(orders.id))
    .limit(ORDERS_SHOWN)
    .offset((page - 1) * ORDERS_SHOWN);
  return withItems(db, found);
}

/** One order of this shopper; undefined when there is none with this id, or it is somebody else's. */
export async function findOwnOrder(db: Db, userId: string, id: string): Promise<Order | undefined> {
  const found = await db
    .select()
    .from(orders)
    .where(and(PLACED, eq(orders.userId, userId), eq(orders.id, id)));
  const [order] = await withItems(db, found);
  return order;
}

type Row = typeof orders.$inferSelect;

async function withItems(db: Db, found: Row[]): Promise<Order[]> {
  if (found.length === 0) return [];
  const ids = found.map((order) => order.id);
  const steps = await stepsOf(db, ids);
  const items = await itemsOf(db, ids);
  return found.map((order) => ({
    _id: order.id,
    items: items
      .filter(({ orderId }) => orderId === order.id)
      .map(({ productId: _id, image, ...item }) => ({ _id, ...item, image: image ? [image] : [] })),
    ...(order.coupon
      ? { discount: order.discount, coupon: { code: order.coupon.code, source: order.coupon.source } }
      : {}),
    amount: order.amount,
    status: order.status,
    payment: order.payment,
    ...(order.owed > 0 ? { owed: order.owed } : {}),
    ...(order.refund ? { refund: order.refund } : {}),
    paymentMethod: order.paymentMethod,
    ...(order.mpesaCode ? { mpesaCode: order.mpesaCode } : {}),
    ...(order.address ? { address: order.address } : {}),
    date: order.placedAt.getTime(),
    ...(steps.has(order.id) ? { steps: steps.get(order.id) } : {}),
    ...(order.courier ? { courier: order.courier } : {}),
    ...(order.tracking ? { tracking: order.tracking } : {}),
    delivery: deliveryOfOrder(order),
  }));
}
