import { and, eq, gt, sql } from "drizzle-orm";
import { type Db, transaction } from "../../platform/database/db.server.ts";
import { failPoint } from "../../platform/fail-point.server.ts";
import { newJob } from "../../platform/jobs/jobs.server.ts";
import type { PaymentContext, RefundStep } from "../core/provider.server.ts";
import { payments } from "../core/tables.server.ts";
import { readTillPayment } from "../mpesa/confirmation.ts";
import { readResult, readReversal, readReversalAnswer } from "../mpesa/results.ts";
import { type CodeResult, codeChecks } from "../mpesa/till-code/tables.server.ts";
import { settleQuestion } from "../refunds/refund.server.ts";
import { type AddressedAttempt, findByAddress, settleAttempt } from "../refunds/refund-attempts.server.ts";
import { recordReport } from "../transactions/record-report.server.ts";
import { processCardWebhook } from "./card-webhook.server.ts";
import { webhookInbox } from "./tables.server.ts";
import {
  closeWebhook,
  IS_WAITING,
  postponeWebhook,
  UNREADABLE,
  WEBHOOK,
  type Webhook,
} from "./webhook-inbox.server.ts";

/** What `processWebhooks` reads; callbacks of pushes are read with their payment. */
export const KINDS = ["c2b", "result", "timeout", "card"] as const;
export type BatchKind = (typeof KINDS)[number];

/** Webhooks that one query reads. */
const PAGE = 200;

/**
 * Processes all waiting webhooks of a kind, each once, however many processes do so. One that fails delays no other, and a slow
 * provider of one kind delays no other kind.
 */
export async function processWebhooks(context: PaymentContext, kind: BatchKind): Promise<void> {
  for (let last = ""; ; ) {
    const waiting = await context.db
      .select(WEBHOOK)
      .from(webhookInbox)
      .where(and(IS_WAITING, eq(webhookInbox.kind, kind), gt(webhookInbox.id, last)))
      .orderBy(webhookInbox.id)
      .limit(PAGE);
    for (const webhook of waiting) {
      try {
        const outcome = await processWebhook(context, webhook);
        failPoint("understood");
        await transaction(context.db, (tx) => closeWebhook(tx, webhook, outcome));
      } catch (error) {
        await postponeWebhook(context, webhook, error);
      }
    }
    if (waiting.length < PAGE) return;
    last = waiting.at(-1)?.id ?? last;
  }
}

async function processWebhook(context: PaymentContext, webhook: Webhook): Promise<string> {
  if (webhook.kind === "c2b") return processTillPayment(context, webhook.body);
  if (webhook.kind === "card") return processCardWebhook(context, webhook);
  return processResult(context, webhook);
}

/** Money on our till: recorded by its code, and the payments that wait for it are checked. */
async function processTillPayment({ db, tills }: PaymentContext, body: string): Promise<string> {
  const paid = readTillPayment(body);
  if (!paid) return UNREADABLE;
  const { code, shortcode, ...money } = paid;
  const to = { till: shortcode, isAnotherTill: !tills().includes(shortcode) };
  const report = { ...money, ...to, receipt: code, provider: "mpesa", source: "c2b" } as const;
  return transaction(db, (tx) => recordReport(tx, { ...report, verified: true }));
}

/** The answer to a question about a code, or to a reversal, at the address made for it. */
async function processResult({ db, ...context }: PaymentContext, webhook: Webhook): Promise<string> {
  const about = webhook.about ?? "";
  const result = webhook.kind === "timeout" ? ({ is: "timeout" } as const) : readResult(webhook.body);
  if (result && (await recordAnswer(db, about, result))) return "answered";
  const found = await findByAddress(db, about);
  if (!found) return result ? "known" : UNREADABLE;
  return found.attempt.way === "question"
    ? processReversalAnswer({ db, ...context }, webhook, found)
    : processReversal({ db, ...context }, webhook, found);
}

async function processReversal(
  context: PaymentContext,
  webhook: Webhook,
  { attempt }: AddressedAttempt,
): Promise<string> {
  const step: RefundStep | undefined =
    webhook.kind === "timeout"
      ? { type: "unknown", reason: "M-Pesa did not finish the reversal in time" }
      : readReversal(webhook.body);
  if (step) await settleAttempt(context, attempt.id, step);
  return step ? "refund" : UNREADABLE;
}

async function processReversalAnswer(
  context: PaymentContext,
  webhook: Webhook,
  { attempt, receipt }: AddressedAttempt,
): Promise<string> {
  const answer =
    webhook.kind === "timeout"
      ? ({ type: "silent", reason: "M-Pesa did not answer in time" } as const)
      : readReversalAnswer(webhook.body, receipt);
  if (answer) await settleQuestion(context, attempt.id, answer);
  return answer ? "refund asked about" : UNREADABLE;
}

/** Stores the first answer to this question about a code, and makes its payment's check due. False: no such question waits. */
async function recordAnswer(db: Db, secretHash: string, result: CodeResult): Promise<boolean> {
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
