import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type Db, type Tx, transaction } from "../platform/database/db.server.ts";
import { saveAddress } from "./addresses/saved-addresses.server.ts";
import type { Address } from "./contract.ts";
import { keepUses } from "./coupons/coupon-uses.server.ts";
import { eventsFor } from "./order-events.server.ts";
import type { Method, RefundState } from "./rules.ts";
import { orderEvents, orders } from "./tables.server.ts";

/** The money of an order is here. False: it is cancelled. */
export async function markOrderPaid(tx: Tx, id: string): Promise<boolean> {
  return markPaid(tx, id, sql`${orders.status} <> 'Cancelled'`);
}

/** Money that came in another way than its shopper said pays an order. False: it is paid, or cancelled. */
export async function markOrderPaidBy(tx: Tx, id: string, paymentMethod: Method): Promise<boolean> {
  return markPaid(tx, id, sql`not ${orders.payment} and ${orders.status} <> 'Cancelled'`, { paymentMethod });
}

async function markPaid(tx: Tx, id: string, which: SQL, columns: { paymentMethod?: Method } = {}) {
  const changed = tx.$with("changed").as(
    tx
      .update(orders)
      .set({ ...columns, payment: true })
      .where(and(eq(orders.id, id), which))
      .returning({ id: orders.id }),
  );
  const isFirst = sql`not exists (select from ${orderEvents} where order_id = changed.id and kind = 'paid')`;
  const event = eventsFor(tx, "changed", [{ kind: "paid", when: isFirst }]);
  const paid = await tx.with(changed, event, keepUses(tx, "changed")).select().from(changed);
  return paid.length > 0;
}

/** The money of an order is to go back, or is back, or a part of it; null: it stays with the shop after all. */
export async function markOrderRefund(tx: Tx, id: string, refund: RefundState | null): Promise<void> {
  const changed = tx.$with("changed").as(
    tx
      .update(orders)
      .set({ refund })
      .where(and(eq(orders.id, id), sql`${orders.refund} is distinct from ${refund}::text`))
      .returning({ id: orders.id }),
  );
  const event = eventsFor(tx, "changed", [{ kind: "refund", note: refund ?? "none" }]);
  await tx.with(changed, event).select().from(changed);
}

/** An order that was paid for without an address gets one; one that has an address keeps it. */
export async function addOrderAddress(db: Db, id: string, address: Address): Promise<void> {
  await transaction(db, async (tx) => {
    const [order] = await tx
      .update(orders)
      .set({ address })
      .where(and(eq(orders.id, id), isNull(orders.address)))
      .returning({ userId: orders.userId });
    if (order) await saveAddress(tx, order.userId, address);
  });
}
