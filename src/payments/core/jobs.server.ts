import { and, eq, gt, isNotNull, isNull, lt, notExists, sql } from "drizzle-orm";
import { expiredHolds, releaseExpired } from "../../ordering/stock.server.ts";
import { holds } from "../../ordering/tables.server.ts";
import { isConnectionLost, transaction } from "../../platform/database/db.server.ts";
import type { Tasks } from "../../platform/jobs/jobs.server.ts";
import { logWithin } from "../../platform/log.server.ts";
import { WAITS } from "../mpesa/verify-push.ts";
import { reconcileRefund } from "../refunds/refund.server.ts";
import { mailNotices } from "../staff/owner-notices.server.ts";
import { KINDS, type Kind, processWebhooks } from "../webhooks/process-webhooks.server.ts";
import { WAITING } from "../webhooks/webhook-inbox.server.ts";
import { dropPayment } from "./begin-payment.server.ts";
import type { PaymentContext } from "./payment-context.server.ts";
import { reconcile } from "./reconcile.server.ts";
import { discrepancies, paymentEvents, payments, refunds, webhookInbox } from "./tables.server.ts";

/** What the job library calls by name. */
export function paymentTasks(context: PaymentContext): Tasks {
  return {
    payment: (id) => reconcile(context, id),
    refund: (id) => reconcileRefund(context, id),
    notices: () => mailNotices(context.db),
    hook: (kind) => processWebhooks(context, kind as Kind),
  };
}

/** Payments and refunds one round looks at; the rest is for the next. */
const ROUND = 100;

/**
 * Does everything that is due and that nobody was woken for: what a crash left, callbacks unread, questions to ask,
 * refunds, holds whose time is over. Once a minute, and at every start; several processes may do so at once.
 */
export async function doWhatIsDue(context: PaymentContext): Promise<void> {
  const { db } = context;
  await alone(context, "unsent", () => dropUnsent(context));
  for (const id of await expiredHolds(db, IS_HEARD))
    await alone(context, id, () => releaseExpired(db, id, IS_HEARD));
  await Promise.all(KINDS.map((kind) => alone(context, kind, () => processWebhooks(context, kind))));
  await readCallbacks(context);
  const due = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(isNotNull(payments.nextCheckAt), lt(payments.nextCheckAt, sql`now()`)))
    .orderBy(payments.nextCheckAt)
    .limit(ROUND);
  for (const { id } of due) await alone(context, id, () => reconcile(context, id));
  const owed = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(isNotNull(refunds.nextTryAt), lt(refunds.nextTryAt, sql`now()`)))
    .orderBy(refunds.nextTryAt)
    .limit(ROUND);
  for (const { id } of owed) await alone(context, id, () => reconcileRefund(context, id));
  await alone(context, "notices", () => mailNotices(db));
}

/**
 * A success was heard and the provider is still asked, whatever it has said so far, or somebody's words about the payment are
 * yet to be read.
 */
const IS_HEARD = sql`(exists (select from ${payments} heard where heard.id = ${holds.id}
    and (heard.callback->>'code' = '0' and (heard.state in ('submitting', 'submit_unknown', 'pending')
        or heard.state = 'paid_held' and heard.next_check_at is not null)
      or heard.state = 'paid_held' and heard.why = ${WAITS}))
  or exists (select from ${webhookInbox} word where word.about = ${holds.id} and word.kind = 'stk'
    and word.processed_at is null and word.parked_at is null)
  or exists (select from ${payments} card, ${webhookInbox} word where card.id = ${holds.id} and card.method = 'flutterwave'
    and word.kind = 'card' and word.about is null and strpos(word.body, card.reference) > 0
    and word.processed_at is null and word.parked_at is null and word.tries = 0))`;

/** A payment, or a part of the round, that cannot be worked on does not keep the others from their turn. */
async function alone({ log }: PaymentContext, what: string, work: () => Promise<unknown>): Promise<void> {
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
  const unsent = await db
    .select()
    .from(payments)
    .where(and(eq(payments.state, "created"), lt(payments.createdAt, sql`now() - interval '60 seconds'`)))
    .limit(ROUND);
  for (const payment of unsent)
    await alone(context, payment.id, () => transaction(db, (tx) => dropPayment(tx, payment, "9999")));
}

/** Of every payment that has some waiting, so that many that cannot be worked on keep no other waiting. */
async function readCallbacks(context: PaymentContext): Promise<void> {
  for (let last = ""; ; ) {
    const unread = await context.db
      .selectDistinct({ id: sql<string>`${webhookInbox.about}` })
      .from(webhookInbox)
      .where(and(WAITING, eq(webhookInbox.kind, "stk"), gt(webhookInbox.about, last)))
      .orderBy(webhookInbox.about)
      .limit(ROUND);
    for (const { id } of unread) await alone(context, id, () => reconcile(context, id));
    if (unread.length < ROUND) return;
    last = unread.at(-1)?.id ?? last;
  }
}

/** Deletes the raw words of callbacks after 90 days, for they name phones; not those the owner has yet to decide about. */
export async function sweepPayments({ db }: PaymentContext): Promise<void> {
  const undecided = db
    .select({ id: discrepancies.id })
    .from(discrepancies)
    .where(and(eq(discrepancies.webhookId, webhookInbox.id), isNull(discrepancies.closedAt)));
  await db
    .delete(webhookInbox)
    .where(and(lt(webhookInbox.receivedAt, sql`now() - interval '90 days'`), notExists(undecided)));
  await db
    .delete(paymentEvents)
    .where(and(isNull(paymentEvents.paymentId), lt(paymentEvents.at, sql`now() - interval '90 days'`)));
}
