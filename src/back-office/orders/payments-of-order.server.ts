import { asc, sql } from "drizzle-orm";
import { orders } from "../../ordering/tables.server.ts";
import { payments } from "../../payments/core/tables.server.ts";
import type { Db } from "../../platform/database/db.server.ts";

/** The payments of an order, and those asked for its checkout that have become none, oldest first. */
export async function paymentsOfOrder(db: Db, orderId: string) {
  const found = await db
    .select({
      _id: payments.id,
      method: payments.method,
      state: payments.state,
      amount: payments.amount,
      code: sql<string | null>`coalesce(${payments.receipt}, ${payments.typedCode})`,
      createdAt: payments.createdAt,
    })
    .from(payments)
    .where(
      // each half by an index of its own; together they would look at every payment
      sql`${payments.id} in (
        select p.id from ${payments} p where p.order_id = ${orderId}
        union
        select p.id from ${orders} o join ${payments} p on p.user_id = o.user_id and p.checkout = o.idempotency_key
        where o.id = ${orderId})`,
    )
    .orderBy(asc(payments.createdAt));
  return found.map(({ createdAt, ...payment }) => ({ ...payment, date: createdAt.getTime() }));
}
