import { asc, eq, or, sql } from "drizzle-orm";
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
      or(
        eq(payments.orderId, orderId),
        sql`exists (select from ${orders} o where o.id = ${orderId} and o.user_id = ${payments.userId}
          and o.idempotency_key = ${payments.checkoutId})`,
      ),
    )
    .orderBy(asc(payments.createdAt));
  return found.map(({ createdAt, ...payment }) => ({ ...payment, date: createdAt.getTime() }));
}
