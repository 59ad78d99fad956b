import { and, eq, gt, sql } from "drizzle-orm";
import { type Db, transaction } from "../../platform/database/db.server.ts";
import { failPoint } from "../../platform/fail-point.server.ts";
import { addJob, newJob } from "../../platform/jobs/jobs.server.ts";
import { takeCardNews } from "../card/card.server.ts";
import type { FlutterwaveProvider } from "../card/provider.server.ts";
import { readWebhook } from "../card/webhook.server.ts";
import { addDiscrepancy } from "../core/discrepancies.server.ts";
import type { PaymentContext } from "../core/payment-context.server.ts";
import type { RefundStep } from "../core/provider.server.ts";
import { recordFailure } from "../core/queries.server.ts";
import {
  type CodeResult,
  codeChecks,
  hookInbox,
  payments,
  refundAttempts,
  refunds,
} from "../core/tables.server.ts";
import { readTillPayment } from "../mpesa/confirmation.ts";
import { readResult, readReversal, readReversalAnswer } from "../mpesa/results.ts";
import { takeMoney } from "../mpesa/till-code/till-money.server.ts";
import { settleQuestion } from "../refunds/refund.server.ts";
import { type Attempt, settleAttempt } from "../refunds/refund-attempts.server.ts";
import { findReturned } from "../refunds/returned-money.server.ts";
import { closeHook, HOOK, type Hook, postponeHook, UNREADABLE, WAITING } from "./hook-inbox.server.ts";

/** What `takeHooks` reads; callbacks of pushes are read with their payment. */
export const KINDS = ["c2b", "result", "timeout", "card"] as const;
export type Kind = (typeof KINDS)[number];

/** Hooks that are fetched at once. */
const PAGE = 200;

/**
 * Reads what came to /hooks and waits, to the last; each once, whoever reads it. One that cannot be worked on keeps no other
 * waiting, and one kind's slow provider no other kind.
 */
export async function takeHooks(context: PaymentContext, kind: Kind): Promise<void> {
  for (let last = ""; ; ) {
    const waiting = await context.db
      .select(HOOK)
      .from(hookInbox)
      .where(and(WAITING, eq(hookInbox.kind, kind), gt(hookInbox.id, last)))
      .orderBy(hookInbox.id)
      .limit(PAGE);
    for (const hook of waiting) {
      try {
        const outcome = await read(context, hook);
        failPoint("understood");
        await transaction(context.db, (tx) => closeHook(tx, hook, outcome));
      } catch (error) {
        await postponeHook(context, hook, error);
      }
    }
    if (waiting.length < PAGE) return;
    last = waiting.at(-1)?.id ?? last;
  }
}

async function read(context: PaymentContext, hook: Hook): Promise<string> {
  if (hook.kind === "c2b") return takeTillPayment(context, hook.body);
  if (hook.kind === "card") return takeCard(context, hook);
  return takeResult(context, hook);
}

/** Money on our till: kept by its code, and whoever waits for it is looked at. */
async function takeTillPayment({ db }: PaymentContext, body: string): Promise<string> {
  const paid = readTillPayment(body);
  if (!paid) return UNREADABLE;
  return transaction(db, (tx) => takeMoney(tx, { ...paid, paidAt: paid.paidAt ?? sql`now()` }));
}

async function takeCard(context: PaymentContext, { body, about }: Hook): Promise<string> {
  const heard = readWebhook(body);
  const provider = context.provider("flutterwave") as FlutterwaveProvider | undefined;
  if (!heard || !provider) return UNREADABLE;
  // a browser's words keep nothing
  if (heard.kind === "charge") return takeCardNews(context, provider, heard, about === null && heard.paid);
  return takeCardRefund(context.db, heard.transactionId);
}

/** A refund's news: ours is looked at again; one we did not ask for is noted for staff. */
async function takeCardRefund(db: Db, transactionId: string | undefined): Promise<string> {
  if (transactionId === undefined) return "no payment of ours";
  const [payment] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.receipt, transactionId), eq(payments.method, "flutterwave")));
  if (!payment) return "no payment of ours";
  const ours = await db
    .update(refunds)
    .set({ nextTryAt: sql`now()` })
    .where(and(eq(refunds.id, payment.id), eq(refunds.state, "sent")))
    .returning({ id: refunds.id });
  if (ours.length > 0) {
    await addJob(db, "refund", payment.id);
    return "refund looked at";
  }
  const what = "the provider tells of a refund the shop did not ask for";
  const [asked] = await db.select({ id: refunds.id }).from(refunds).where(eq(refunds.id, payment.id));
  await transaction(db, async (tx) => {
    await recordFailure(tx, payment.id, "the provider tells of a refund");
    if (!asked)
      await addDiscrepancy(tx, {
        key: `refund:${payment.id}`,
        kind: "contradiction",
        paymentId: payment.id,
        method: "flutterwave",
        what,
      });
  });
  return "noted";
}

/** The answer to a question about a code, or to a reversal, at the address made for it. */
async function takeResult({ db, ...context }: PaymentContext, hook: Hook): Promise<string> {
  const about = hook.about ?? "";
  const result = hook.kind === "timeout" ? ({ is: "timeout" } as const) : readResult(hook.body);
  if (result && (await noteAnswer(db, about, result))) return "answered";
  const [attempt] = await db.select().from(refundAttempts).where(eq(refundAttempts.secretHash, about));
  if (!attempt) return result ? "known" : UNREADABLE;
  return attempt.way === "question"
    ? takeReversalAnswer({ db, ...context }, hook, attempt)
    : takeReversal({ db, ...context }, hook, attempt);
}

async function takeReversal(context: PaymentContext, hook: Hook, { id }: Attempt): Promise<string> {
  const step: RefundStep | undefined =
    hook.kind === "timeout"
      ? { is: "unknown", why: "M-Pesa did not finish the reversal in time" }
      : readReversal(hook.body);
  if (step) await settleAttempt(context, id, step);
  return step ? "refund" : UNREADABLE;
}

async function takeReversalAnswer(
  context: PaymentContext,
  hook: Hook,
  { id, refundId }: Attempt,
): Promise<string> {
  const receipt = (await findReturned(context.db, refundId))?.receipt ?? null;
  const answer =
    hook.kind === "timeout"
      ? ({ is: "silent", why: "M-Pesa did not answer in time" } as const)
      : readReversalAnswer(hook.body, receipt);
  if (answer) await settleQuestion(context, id, answer);
  return answer ? "refund asked about" : UNREADABLE;
}

/** Keeps the first answer to this question about a code, and has its payment looked at. False: no such question waits. */
async function noteAnswer(db: Db, secretHash: string, result: CodeResult): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    with heard as (
      update ${codeChecks} set result = ${JSON.stringify(result)}::jsonb
      where ${codeChecks.secretHash} = ${secretHash} and ${codeChecks.result} is null
      returning payment_id
    ), due as (
      update ${payments} set next_check_at = now(), lease_until = null from heard
      where ${payments.id} = heard.payment_id and ${payments.state} in ('pending', 'needs_review', 'failed')
      returning ${payments.id}
    ) select from heard left join due on due.id = heard.payment_id,
      -- by both, so that the payment is locked before its job, as everywhere
      ${newJob("payment", sql`coalesce(due.id, heard.payment_id)`)}`);
  return rowCount === 1;
}
