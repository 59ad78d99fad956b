import { and, eq, sql } from "drizzle-orm";
import { type Tx, transaction } from "../../platform/database/db.server.ts";
import type { PaymentContext, ReportedRefund } from "../core/provider.server.ts";
import { lockOrderAndPayment } from "../core/queries.server.ts";
import { addException, lockTransaction, type Transaction } from "../transactions/queries.server.ts";
import { refundAttempts, refunds } from "../transactions/tables.server.ts";
import { BY_HAND, settleWithin } from "./refund-attempts.server.ts";

/**
 * Compares a refund that the provider reports with ours and updates its attempt, also a lost one whose reference was not known.
 * A refund that the shop did not request, as from the provider's dashboard, is listed once. Returns the webhook's outcome.
 */
export async function applyReportedRefund(
  context: PaymentContext,
  money: Transaction,
  reported: ReportedRefund,
): Promise<string> {
  return transaction(context.db, async (tx) => {
    // of two reports of one sum at the same time the second sees which attempt the first one took
    await lockOrderAndPayment(tx, money);
    await lockTransaction(tx, money.id);
    return compare(context, tx, money, reported);
  });
}

async function compare(
  context: PaymentContext,
  tx: Tx,
  money: Transaction,
  reported: ReportedRefund,
): Promise<string> {
  const { reference, amount, step } = reported;
  // matched by its sum alone only where the provider itself confirms it; ours are whole, so one with cents is none of them
  const mayBeLost =
    amount !== undefined && Number.isInteger(amount) && (step.type === "done" || step.type === "sent");
  const attempt =
    (await attemptNamed(tx, money.id, reference)) ??
    (mayBeLost ? await attemptWithoutName(tx, money.id, amount) : undefined);
  if (!attempt) {
    if (step.type === "failed") return "nothing was refunded";
    const text = `the card provider reports a refund${sumOf(amount)} that the shop did not ask for`;
    await list(tx, money, { key: `refund:${money.id}:${reference}`, text, amount });
    return "noted";
  }
  if (attempt.reference === BY_HAND)
    await tx.update(refundAttempts).set({ reference }).where(eq(refundAttempts.id, attempt.id));
  else if (attempt.state === "done" && step.type === "failed") {
    const text = `the card provider says that a refund${sumOf(amount)} failed, which it called done before`;
    await list(tx, money, { key: `refund-failed:${money.id}:${reference}`, text, amount });
  }
  // a result that is known by now, or still pending, changes nothing
  else if (attempt.state !== step.type && (step.type === "done" || step.type === "failed"))
    await settleWithin(context, tx, attempt.id, step);
  return "refund looked at";
}

async function attemptNamed(tx: Tx, transactionId: string, reference: string) {
  const [named] = await tx
    .select({ attempt: refundAttempts })
    .from(refundAttempts)
    .innerJoin(refunds, eq(refunds.id, refundAttempts.refundId))
    .where(and(eq(refunds.transactionId, transactionId), eq(refundAttempts.reference, reference)));
  return named?.attempt;
}

/**
 * An attempt of this sum without the provider's reference: first one whose answer was lost, as the provider says now that it went
 * through; then one that a person sent, perhaps in the provider's dashboard; last one that failed.
 */
async function attemptWithoutName(tx: Tx, transactionId: string, amount: number) {
  const { way, state, reference, startedAt } = refundAttempts;
  const [unnamed] = await tx
    .select({ attempt: refundAttempts })
    .from(refundAttempts)
    .innerJoin(refunds, eq(refunds.id, refundAttempts.refundId))
    .where(
      and(
        eq(refunds.transactionId, transactionId),
        eq(refundAttempts.amount, amount),
        sql`(${way} = 'provider' and ${reference} is null and ${state} <> 'done' or ${way} = 'hand' and ${reference} = ${BY_HAND})`,
      ),
    )
    .orderBy(sql`case when ${way} = 'hand' then 1 when ${state} = 'failed' then 2 else 0 end`, startedAt)
    .limit(1);
  return unnamed?.attempt;
}

function sumOf(amount: number | undefined): string {
  return amount === undefined ? "" : ` of Ksh ${amount}`;
}

async function list(
  tx: Tx,
  money: Transaction,
  { key, text, amount }: { key: string; text: string; amount: number | undefined },
): Promise<void> {
  const whole = amount !== undefined && Number.isInteger(amount) ? amount : null;
  await addException(tx, { key, kind: "contradiction", text, amount: whole }, { money });
}
