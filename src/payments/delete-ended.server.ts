import { and, eq, inArray, isNull, lt, notExists, sql } from "drizzle-orm";
import { orderEvents, orderItems, orders } from "../ordering/tables.server.ts";
import { type Tx, transaction } from "../platform/database/db.server.ts";
import type { PaymentContext } from "./core/provider.server.ts";
import { ownerNotices, paymentEvents, payments } from "./core/tables.server.ts";
import { codeChecks } from "./mpesa/till-code/tables.server.ts";
import { exceptions, transactions } from "./transactions/tables.server.ts";
import { webhookInbox } from "./webhooks/tables.server.ts";

/**
 * Deletes the bodies of callbacks after 90 days, as they name phones, except those that the owner has yet to decide about; and
 * orders that ended without money.
 */
export async function sweepPayments({ db }: PaymentContext): Promise<void> {
  await transaction(db, deleteEnded);
  const undecided = db
    .select({ id: exceptions.id })
    .from(exceptions)
    .where(and(eq(exceptions.webhookId, webhookInbox.id), isNull(exceptions.closedAt)));
  await db
    .delete(webhookInbox)
    .where(and(lt(webhookInbox.receivedAt, sql`now() - interval '90 days'`), notExists(undecided)));
  await db
    .delete(paymentEvents)
    .where(and(isNull(paymentEvents.paymentId), lt(paymentEvents.at, sql`now() - interval '90 days'`)));
}

/** Most orders to delete in one run; the rest is for the next hour. */
const MOST = 500;

/** Deletes orders that ended 90 days ago and of which nobody ever saw money, with all rows that belong to them. */
async function deleteEnded(tx: Tx): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select ${orders.id} from ${orders} where ${orders.phase} = 'ended' and ${orders.placedAt} < now() - interval '90 days'
      and not exists (select from ${payments} its where its.order_id = ${orders.id} and (its.state not in ('failed', 'rejected')
        or its.next_check_at is not null
        or exists (select from ${transactions} money where money.payment_id = its.id)
        or exists (select from ${exceptions} told where told.payment_id = its.id)))
      and not exists (select from ${transactions} money where money.order_id = ${orders.id})
    limit ${MOST} for update skip locked`);
  const ended = rows.map(({ id }) => id);
  if (ended.length === 0) return;
  const attempts = tx.select({ id: payments.id }).from(payments).where(inArray(payments.orderId, ended));
  await tx.delete(codeChecks).where(inArray(codeChecks.paymentId, attempts));
  await tx.delete(ownerNotices).where(inArray(ownerNotices.paymentId, attempts));
  await tx.delete(paymentEvents).where(inArray(paymentEvents.paymentId, attempts));
  await tx.delete(payments).where(inArray(payments.orderId, ended));
  await tx.delete(orderEvents).where(inArray(orderEvents.orderId, ended));
  await tx.delete(orderItems).where(inArray(orderItems.orderId, ended));
  await tx.delete(orders).where(inArray(orders.id, ended));
}
