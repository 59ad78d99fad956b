import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db, Tx } from "../platform/database/db.server.ts";
import type { Address } from "./contract.ts";
import type { Method } from "./rules.ts";
import { orders } from "./tables.server.ts";

/** The money of an order is here. False: it is cancelled. */
export async function markOrderPaid(tx: Tx, id: string): Promise<boolean> {
  const paid = await tx
    .update(orders)
    .set({ payment: true })
    .where(and(eq(orders.id, id), sql`${orders.status} <> 'Cancelled'`))
    .returning({ id: orders.id });
  return paid.length > 0;
}

/** Money that came in another way than its shopper said pays an order. False: it is paid, or cancelled. */
export async function markOrderPaidBy(tx: Tx, id: string, paymentMethod: Method): Promise<boolean> {
  const paid = await tx
    .update(orders)
    .set({ payment: true, paymentMethod })
    .where(and(eq(orders.id, id), sql`not ${orders.payment} and ${orders.status} <> 'Cancelled'`))
    .returning({ id: orders.id });
  return paid.length > 0;
}

/** The money of an order is to go back, or is back. */
export async function markOrderRefund(tx: Tx, id: string, refund: "due" | "done"): Promise<void> {
  await tx.update(orders).set({ refund }).where(eq(orders.id, id));
}

/** An order that was paid for without an address gets one; one that has an address keeps it. */
export async function addOrderAddress(db: Db, id: string, address: Address): Promise<void> {
  await db
    .update(orders)
    .set({ address })
    .where(and(eq(orders.id, id), isNull(orders.address)));
}
