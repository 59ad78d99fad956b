import { asc, sql } from "drizzle-orm";
import { orders } from "../../ordering/tables.server.ts";
import { payments } from "../../payments/core/tables.server.ts";
import { refunds } from "../../payments/refunds/tables.server.ts";
import type { Db } from "../../platform/database/db.server.ts";

/** The payments of an order, and those asked for its checkout that have become none, oldest first, each with its refunds. */
export async function paymentsOfOrder(db: Db, orderId: string) {
  const found = await db
    .select({
      _id: payments.id,
      method: payments.method,
      state: payments.state,
      amount: payments.amount,
      code: sql<string | null>`coalesce(${payments.receipt}, ${payments.typedCode})`,
      // the list's table is named, lest its id be taken for the refund's
      refunds: sql<
        { _id: string }[]
      >`coalesce((select json_agg(json_build_object('_id', r.id) order by r.number)
        from ${refunds} r where r.payment_id = ${payments}.id), '[]')`,
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
