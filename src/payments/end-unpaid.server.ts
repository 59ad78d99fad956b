import { and, type Column, eq, lt, sql } from "drizzle-orm";
import { freeExpiredUses } from "../ordering/coupons/coupon-uses.server.ts";
import { couponUses } from "../ordering/coupons/tables.server.ts";
import { expiredHolds, releaseExpired } from "../ordering/holds.server.ts";
import { endOrders } from "../ordering/place/awaiting-order.server.ts";
import { holds, orders } from "../ordering/tables.server.ts";
import { type Db, transaction } from "../platform/database/db.server.ts";
import { UNSETTLED } from "./core/queries.server.ts";
import { rejectPayment } from "./core/release-goods.server.ts";
import { payments } from "./core/tables.server.ts";
import { AWAITING_MPESA } from "./mpesa/verify-push.ts";
import { webhookInbox } from "./webhooks/tables.server.ts";

/** Orders and payments of one round; the rest is for the next. */
const ROUND = 100;

/** Releases what is held for payments that were never sent, or for too long. `runPart`: where one fails, the others go on. */
export async function releaseUnpaid(
  db: Db,
  runPart: (what: string, work: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  for (const { id } of await findUnsent(db))
    await runPart(id, () => transaction(db, (tx) => rejectPayment(tx, id, "9999")));
  for (const id of await expiredHolds(db, IS_HEARD))
    await runPart(id, () => releaseExpired(db, id, IS_HEARD));
  await runPart("coupons", () => freeExpiredUses(db, isHeard(couponUses.id)));
}

/** Begun a minute ago and never sent: the process died before it asked for anything. */
async function findUnsent(db: Db) {
  return db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.state, "created"), lt(payments.createdAt, sql`now() - interval '60 seconds'`)))
    .limit(ROUND);
}

/**
 * Whether goods stay held beyond their time: a callback or webhook reported success and the provider is still asked, whatever it
 * has answered so far; or such a message is not processed yet.
 */
const isHeard = (
  orderId: Column,
) => sql`(exists (select from ${payments} heard where heard.order_id = ${orderId}
    and (heard.callback->>'code' = '0' and heard.state in ('submitting', 'submit_unknown', 'pending')
      or heard.state = 'paid_held' and heard.next_check_at is not null
        and (heard.callback->>'code' = '0' or heard.reason = ${AWAITING_MPESA})))
  or exists (select from ${payments} prompt join ${webhookInbox} word on word.about = prompt.id
    where prompt.order_id = ${orderId} and word.kind = 'stk' and word.processed_at is null and word.parked_at is null)
  or exists (select from ${payments} card, ${webhookInbox} word where card.order_id = ${orderId} and card.method = 'flutterwave'
    and word.kind = 'card' and word.about is null and strpos(word.body, card.reference) > 0
    and word.processed_at is null and word.parked_at is null and word.tries = 0))`;
const IS_HEARD = isHeard(holds.orderId);

/** Nothing that could pay it is checked any more or waits for a decision, and no attempt begins just now. */
const IS_UNASKED = sql`(${orders.placedAt} < now() - interval '1 minute'
  and not exists (select from ${payments} its where its.order_id = ${orders.id}
    and (its.state in ${[...UNSETTLED, "needs_review"]} or its.next_check_at is not null)))`;

/** Ends orders that nothing can pay any more. */
export async function endUnasked(db: Db): Promise<void> {
  const over = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.phase, "awaiting"), IS_UNASKED))
    .limit(ROUND);
  for (const { id } of over) await transaction(db, (tx) => endOrders(tx, [id], IS_UNASKED));
}
