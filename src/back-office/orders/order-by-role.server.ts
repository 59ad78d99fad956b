import { asc, sql } from "drizzle-orm";
import { cancelByStaff } from "../../ordering/staff/cancel-by-staff.server.ts";
import { findForStaff, findOrder } from "../../ordering/staff/find-order.server.ts";
import { orders } from "../../ordering/tables.server.ts";
import { payments } from "../../payments/core/tables.server.ts";
import { refunds } from "../../payments/refunds/tables.server.ts";
import { demandConfirmed } from "../../payments/staff/confirm-first.server.ts";
import { SHOWN_REFUND_STATE, type ShownRefundState } from "../../payments/staff/list-money.server.ts";
import { orderMoney, questionOfOrder } from "../../payments/staff/order-money.server.ts";
import { transactions } from "../../payments/transactions/tables.server.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { demandFresh, demandRight } from "../guard-staff.server.ts";
import { may, type Role } from "../rights.ts";
import type { Session } from "../sign-in/staff-session.server.ts";
import type { StaffContext } from "../staff-context.server.ts";

/** An order as a role may see it. @throws ShopError 404 */
export async function orderFor(db: Db, id: string, role: Role) {
  const isPrivate = may(role, "orders.private");
  const found = await findForStaff(db, id, isPrivate ? paymentsOfOrder : undefined);
  if (!found) throw new ShopError(404, "There is no such order.");
  if (isPrivate) return found;
  const { email: _, ...address } = found.address ?? {};
  const hidden = { account: undefined, paymentMethod: undefined, mpesaCode: null, mails: [] };
  return { ...found, ...hidden, address: found.address && address };
}

/** The payments of an order, and those asked for its checkout that have become none, oldest first, each with its refunds. */
async function paymentsOfOrder(db: Db, orderId: string) {
  const found = await db
    .select({
      _id: payments.id,
      method: payments.method,
      state: payments.state,
      amount: payments.amount,
      code: sql<
        string | null
      >`coalesce((select t.receipt from ${transactions} t where t.id = ${payments}.transaction_id), ${payments.typedCode})`,
      money: payments.transactionId,
      // the list's table is named, lest its id be taken for the refund's
      refunds: sql<
        { _id: string; amount: number; state: ShownRefundState }[]
      >`coalesce((select json_agg(json_build_object('_id', r.id, 'amount', r.amount, 'state', ${SHOWN_REFUND_STATE}) order by r.created_at, r.id)
        from ${refunds} r join ${transactions} t on t.id = r.transaction_id where t.payment_id = ${payments}.id), '[]')`,
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

type Cancel = { id: string; version: number; reason: string; confirmed?: boolean | undefined; by: Actor };

/**
 * A step to "Cancelled" is this as well.
 * @throws ShopError 409 `confirm`, where it is asked for first; 403 `right`, or `code`: it is paid, and the second factor was given too long ago; as cancelByStaff
 */
export async function cancelFor(
  { db, payments, trackUrl }: StaffContext,
  session: Session,
  cancel: Cancel,
): Promise<void> {
  demandRight(session.role, "orders.cancel");
  const givesBack = may(session.role, "orders.cancel-paid");
  // an order that was paid meanwhile is left as it is
  const unpaidOnly = !givesBack || !session.fresh;
  const isPaid = (await findOrder(db, cancel.id))?.payment === true;
  if (givesBack && isPaid) demandFresh(session);
  if (isPaid && cancel.confirmed === false)
    demandConfirmed(false, await questionOfOrder(payments, cancel.id));
  await cancelByStaff(db, { ...cancel, money: orderMoney(payments), trackUrl, unpaidOnly });
}
