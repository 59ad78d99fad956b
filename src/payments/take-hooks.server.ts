import { and, eq, isNull, sql } from "drizzle-orm";
import { type Db, isConnectionLost, transaction } from "../platform/db.server.ts";
import { failPoint } from "../platform/fail-point.server.ts";
import { addJob, newJob } from "../platform/jobs.server.ts";
import { takeCardNews } from "./card.server.ts";
import type { Desk } from "./desk.server.ts";
import type { FlutterwaveProvider } from "./flutterwave/provider.server.ts";
import { readWebhook } from "./flutterwave/webhook.server.ts";
import { readTillPayment } from "./mpesa/confirmation.ts";
import { readResult, readReversal } from "./mpesa/results.ts";
import { noteBreak } from "./queries.server.ts";
import { settleRefund } from "./refund.server.ts";
import { type CodeResult, codeChecks, hookInbox, payments, refunds } from "./tables.server.ts";
import { takeMoney } from "./till-money.server.ts";

type Hook = { id: string; kind: string; about: string | null; body: string };

/** What `takeHooks` reads; callbacks of pushes are read with their payment. */
export const KINDS = ["c2b", "result", "timeout", "card"] as const;
export type Kind = (typeof KINDS)[number];

/** Reads what came to /hooks and waits; each once, whoever reads it. One kind's slow provider keeps no other waiting. */
export async function takeHooks(desk: Desk, kind: Kind): Promise<void> {
  const waiting = await desk.db
    .select({ id: hookInbox.id, kind: hookInbox.kind, about: hookInbox.about, body: hookInbox.body })
    .from(hookInbox)
    .where(and(isNull(hookInbox.processedAt), eq(hookInbox.kind, kind)))
    .orderBy(hookInbox.id)
    .limit(200);
  for (const hook of waiting) {
    try {
      const outcome = await read(desk, hook);
      failPoint("understood");
      await desk.db
        .update(hookInbox)
        .set({ processedAt: sql`now()`, outcome })
        .where(eq(hookInbox.id, hook.id));
    } catch (error) {
      // it stays unread, and the others are read all the same
      if (isConnectionLost(error)) throw error;
      desk.log.error({ err: error, hook: hook.id }, "a hook could not be read");
    }
  }
}

async function read(desk: Desk, hook: Hook): Promise<string> {
  if (hook.kind === "c2b") return takeTillPayment(desk, hook.body);
  if (hook.kind === "card") return takeCard(desk, hook.body);
  return takeResult(desk, hook);
}

/** Money on our till: kept by its code, and whoever waits for it is looked at. */
async function takeTillPayment({ db }: Desk, body: string): Promise<string> {
  const paid = readTillPayment(body);
  if (!paid) return "unreadable";
  return transaction(db, (tx) => takeMoney(tx, { ...paid, paidAt: paid.paidAt ?? sql`now()` }));
}

async function takeCard(desk: Desk, body: string): Promise<string> {
  const heard = readWebhook(body);
  const provider = desk.provider("flutterwave") as FlutterwaveProvider | undefined;
  if (!heard || !provider) return "unreadable";
  if (heard.kind === "charge") return takeCardNews(desk, provider, heard);
  return takeCardRefund(desk.db, heard.transactionId);
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
    .where(and(eq(refunds.paymentId, payment.id), eq(refunds.state, "sent")))
    .returning({ id: refunds.paymentId });
  if (ours.length > 0) {
    await addJob(db, "refund", payment.id);
    return "refund looked at";
  }
  await noteBreak(db, payment.id, "the provider tells of a refund");
  return "noted";
}

/** The answer to a question about a code, or to a reversal, at the address made for it. */
async function takeResult({ db, ...desk }: Desk, hook: Hook): Promise<string> {
  const about = hook.about ?? "";
  const result = hook.kind === "timeout" ? ({ is: "timeout" } as const) : readResult(hook.body);
  if (result && (await noteAnswer(db, about, result))) return "answered";
  const [refund] = await db
    .select({ paymentId: refunds.paymentId })
    .from(refunds)
    .where(eq(refunds.secretHash, about));
  if (!refund) return result ? "known" : "unreadable";
  const step =
    hook.kind === "timeout"
      ? ({ is: "unknown", why: "M-Pesa did not finish the reversal in time" } as const)
      : readReversal(hook.body);
  if (step) await settleRefund({ db, ...desk }, refund.paymentId, step);
  return step ? "refund" : "unreadable";
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
      where ${payments.id} = heard.payment_id and ${payments.state} in ('pending', 'needs_review')
      returning ${payments.id}
    ) select from heard left join due on due.id = heard.payment_id,
      -- by both, so that the payment is locked before its job, as everywhere
      ${newJob("payment", sql`coalesce(due.id, heard.payment_id)`)}`);
  return rowCount === 1;
}
