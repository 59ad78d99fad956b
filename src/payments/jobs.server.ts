import { and, type Column, eq, gt, isNotNull, isNull, lt, notExists, sql } from "drizzle-orm";
import { freeExpiredUses } from "../ordering/coupons/coupon-uses.server.ts";
import { couponUses } from "../ordering/coupons/tables.server.ts";
import { expiredHolds, releaseExpired } from "../ordering/holds.server.ts";
import { endOrders } from "../ordering/place/awaiting-order.server.ts";
import { holds, orders } from "../ordering/tables.server.ts";
import { type Db, isConnectionLost, transaction } from "../platform/database/db.server.ts";
import type { Tasks } from "../platform/jobs/jobs.server.ts";
import { logWithin } from "../platform/log.server.ts";
import { rejectPayment } from "./core/begin-payment.server.ts";
import { mailNotices } from "./core/owner-notices.server.ts";
import type { PaymentContext } from "./core/payment-context.server.ts";
import { selectPayments, UNSETTLED } from "./core/queries.server.ts";
import { paymentEvents, payments } from "./core/tables.server.ts";
import { deleteEnded } from "./delete-ended.server.ts";
import { dueUnfound, endUnfound } from "./mpesa/till-code/end-unfound.server.ts";
import { endRejected, rejectedLongAgo } from "./mpesa/till-code/rejected-code.server.ts";
import { AWAITING_MPESA } from "./mpesa/verify-push.ts";
import { IS_DUE, reconcile } from "./reconcile.server.ts";
import { reconcileRefund } from "./refunds/refund.server.ts";
import { exceptions, refunds } from "./transactions/tables.server.ts";
import { KINDS, type Kind, processWebhooks } from "./webhooks/process-webhooks.server.ts";
import { webhookInbox } from "./webhooks/tables.server.ts";
import { IS_WAITING } from "./webhooks/webhook-inbox.server.ts";

/** What is done with a job, by kind. */
export function paymentTasks(context: PaymentContext): Tasks {
  return {
    payment: (id) => reconcile(context, id),
    refund: (id) => reconcileRefund(context, id),
    "rejected-code": (id) => endRejected(context, id),
    notices: () => mailNotices(context),
    hook: (kind) => processWebhooks(context, kind as Kind),
  };
}

/** Most payments and refunds in one sweep; the rest is for the next. */
const ROUND = 100;

/** Checks that one process makes at once, besides those that are woken. */
const CHECKS_AT_ONCE = 4;

/**
 * Makes the checks of payments that are due, each when its time has come: no job waits for it. Once a second; several
 * processes may do so at once.
 */
export async function runDueChecks(context: PaymentContext): Promise<void> {
  const due = await context.db
    .select({ id: payments.id })
    .from(payments)
    .where(IS_DUE)
    .orderBy(payments.nextCheckAt)
    .limit(ROUND);
  const checkNext = async (): Promise<void> => {
    for (let next = due.shift(); next; next = due.shift()) {
      const { id } = next;
      await runPart(context, id, () => checkOrPostpone(context, id));
    }
  };
  await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, checkNext));
}

/** One that fails is due again after a while, not with every round. */
async function checkOrPostpone(context: PaymentContext, id: string): Promise<void> {
  try {
    await reconcile(context, id);
  } catch (error) {
    await context.db
      .update(payments)
      .set({ nextCheckAt: sql`now() + interval '20 seconds'` })
      .where(and(eq(payments.id, id), IS_DUE))
      .catch(() => {});
    throw error;
  }
}

/**
 * Sweeps up everything that is due and has no job: what a crash left, unprocessed callbacks, payments and refunds to check,
 * expired holds. Once a minute, and at every start; several processes may do so at once.
 */
export async function runDueWork(context: PaymentContext): Promise<void> {
  const { db } = context;
  await runPart(context, "unsent", () => dropUnsent(context));
  for (const id of await expiredHolds(db, IS_HEARD))
    await runPart(context, id, () => releaseExpired(db, id, IS_HEARD));
  await runPart(context, "coupons", () => freeExpiredUses(db, isHeard(couponUses.id)));
  await Promise.all(KINDS.map((kind) => runPart(context, kind, () => processWebhooks(context, kind))));
  await processWaitingCallbacks(context);
  await runDueChecks(context);
  const owed = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(isNotNull(refunds.nextTryAt), lt(refunds.nextTryAt, sql`now()`)))
    .orderBy(refunds.nextTryAt)
    .limit(ROUND);
  for (const { id } of owed) await runPart(context, id, () => reconcileRefund(context, id));
  for (const id of await rejectedLongAgo(db)) await runPart(context, id, () => endRejected(context, id));
  for (const id of await dueUnfound(db)) await runPart(context, id, () => endUnfound(context, id));
  await runPart(context, "awaiting", () => endUnasked(db));
  await runPart(context, "notices", () => mailNotices(context));
}

/** Nobody is asked any more about what would have paid it, nobody decides about it, and no attempt begins just now. */
const IS_UNASKED = sql`(${orders.placedAt} < now() - interval '1 minute'
  and not exists (select from ${payments} its where its.order_id = ${orders.id}
    and (its.state in ${[...UNSETTLED, "needs_review"]} or its.next_check_at is not null)))`;

async function endUnasked(db: Db): Promise<void> {
  const over = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.phase, "awaiting"), IS_UNASKED))
    .limit(ROUND);
  for (const { id } of over) await transaction(db, (tx) => endOrders(tx, [id], IS_UNASKED));
}

/**
 * A callback or webhook reported success and the provider is still asked, whatever it has said so far; or such a message is
 * still to be processed.
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

/** Runs one part of the sweep; when it fails, that is logged and the other parts go on. */
async function runPart({ log }: PaymentContext, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await logWithin({ subject: what }, work);
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    log.error({ err: error, subject: what }, "a part of the round could not be worked on");
  }
}

/** Begun a minute ago and never sent: the process died before it asked for anything. */
async function dropUnsent(context: PaymentContext): Promise<void> {
  const { db } = context;
  const unsent = await selectPayments(db)
    .where(and(eq(payments.state, "created"), lt(payments.createdAt, sql`now() - interval '60 seconds'`)))
    .limit(ROUND);
  for (const payment of unsent)
    await runPart(context, payment.id, () => transaction(db, (tx) => rejectPayment(tx, payment, "9999")));
}

/** Page by page of all payments with waiting callbacks, so that many that cannot be worked on delay no other. */
async function processWaitingCallbacks(context: PaymentContext): Promise<void> {
  for (let last = ""; ; ) {
    const unread = await context.db
      .selectDistinct({ id: sql<string>`${webhookInbox.about}` })
      .from(webhookInbox)
      .where(and(IS_WAITING, eq(webhookInbox.kind, "stk"), gt(webhookInbox.about, last)))
      .orderBy(webhookInbox.about)
      .limit(ROUND);
    for (const { id } of unread) await runPart(context, id, () => reconcile(context, id));
    if (unread.length < ROUND) return;
    last = unread.at(-1)?.id ?? last;
  }
}

/**
 * Deletes the bodies of callbacks after 90 days, for they name phones; not those the owner has yet to decide about. And orders
 * that ended without money.
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
