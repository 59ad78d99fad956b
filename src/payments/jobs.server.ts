import { and, eq, gt, isNotNull, lt, sql } from "drizzle-orm";
import { isConnectionLost } from "../platform/database/db.server.ts";
import type { Tasks } from "../platform/jobs/jobs.server.ts";
import { logWithin } from "../platform/log.server.ts";
import { mailNotices } from "./core/owner-notices.server.ts";
import type { PaymentContext } from "./core/provider.server.ts";
import { payments } from "./core/tables.server.ts";
import { endUnasked, releaseUnpaid } from "./end-unpaid.server.ts";
import {
  dueUnfound,
  endRejected,
  endUnfound,
  rejectedLongAgo,
} from "./mpesa/till-code/end-unfound.server.ts";
import { IS_DUE, reconcile } from "./reconcile.server.ts";
import { reconcileRefund } from "./refunds/refund.server.ts";
import { refunds } from "./transactions/tables.server.ts";
import { type BatchKind, KINDS, processWebhooks } from "./webhooks/process-webhooks.server.ts";
import { webhookInbox } from "./webhooks/tables.server.ts";
import { IS_WAITING } from "./webhooks/webhook-inbox.server.ts";

/** What is done with a job, by kind. */
export function paymentTasks(context: PaymentContext): Tasks {
  return {
    payment: (id) => reconcile(context, id),
    refund: (id) => reconcileRefund(context, id),
    "rejected-code": (id) => endRejected(context, id),
    notices: () => mailNotices(context),
    webhook: (kind) => processWebhooks(context, kind as BatchKind),
  };
}

/** Most payments and refunds in one sweep; the rest is for the next. */
const ROUND = 100;

/** How many checks one process makes at the same time, besides those of jobs. */
const CHECKS_AT_ONCE = 4;

/**
 * Makes the checks of payments that are due, for which there is no job. Called once a second; several processes may do so at the
 * same time.
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

/** A check that fails is due again 20 seconds later, not in every round. */
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
 * expired holds. Once a minute, and at every start; several processes may do so concurrently.
 */
export async function runDueWork(context: PaymentContext): Promise<void> {
  const { db } = context;
  await runPart(context, "unpaid", () => releaseUnpaid(db, (what, work) => runPart(context, what, work)));
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

/** Runs one part of the sweep; when it fails, that is logged and the other parts go on. */
async function runPart({ log }: PaymentContext, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await logWithin({ subject: what }, work);
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    log.error({ err: error, subject: what }, "a part of the round could not be worked on");
  }
}

/** Reads all payments with waiting callbacks page by page, so that many that fail delay no other. */
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
