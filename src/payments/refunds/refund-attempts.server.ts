import { and, desc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { type Db, type Tx, transaction } from "../../platform/database/db.server.ts";
import { hashSecret, newAddressSecret, newId } from "../../platform/id.server.ts";
import { addJob } from "../../platform/jobs/jobs.server.ts";
import { notifyOwner } from "../core/owner-notices.server.ts";
import type { PaymentContext, Refund, RefundStep } from "../core/provider.server.ts";
import { addException } from "../transactions/queries.server.ts";
import { lockReturned, type ReturnedMoney, refunderOf } from "../transactions/returned-money.server.ts";
import { refundAttempts, refundResults, refunds, transactions } from "../transactions/tables.server.ts";
import { finishRefund } from "./apply-refund.server.ts";

type RefundAttempt = typeof refundAttempts.$inferSelect;
type LockedAttempt = ReturnedMoney & { attempt: RefundAttempt };

/** Seconds from each try that certainly did nothing to the next one; three days in all. */
const RETRY_SECONDS = [600, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400, 86_400];
/** Seconds between two looks at one under way. */
const LOOK_AGAIN = 3_600;

/** Records an attempt before it is sent, with an address of its own for the result. */
export async function addAttempt(tx: Tx, refund: Refund, way: "provider" | "question") {
  const secret = newAddressSecret();
  const id = newId();
  await tx.insert(refundAttempts).values({
    id,
    refundId: refund.id,
    way,
    amount: refund.amount,
    state: "sending",
    secretHash: hashSecret(secret),
  });
  return { id, secret };
}

/** The reference of a refund that a person sent without stating its code. */
export const BY_HAND = "by hand";

/** Records that a person has sent the money of a refund, under this reference. */
export async function addHandAttempt(
  tx: Tx,
  { id: refundId, amount }: Refund,
  reference: string,
): Promise<void> {
  const id = newId();
  await tx.insert(refundAttempts).values({ id, refundId, way: "hand", amount, state: "done", reference });
  await recordResult(tx, id, { type: "done", reference });
}

/** An attempt, with the receipt of the money that it refunds. */
export type AddressedAttempt = { attempt: RefundAttempt; receipt: string | null };

/** The attempt whose result comes to this address, by the hash of its secret. */
export async function findByAddress(db: Db, secretHash: string): Promise<AddressedAttempt | undefined> {
  const [found] = await db
    .select({ attempt: refundAttempts, receipt: transactions.receipt })
    .from(refundAttempts)
    .innerJoin(refunds, eq(refunds.id, refundAttempts.refundId))
    .innerJoin(transactions, eq(transactions.id, refunds.transactionId))
    .where(eq(refundAttempts.secretHash, secretHash));
  return found;
}

/** The last time the provider was sent a refund, or asked whether it went through; `age`: seconds since, by the database. */
export async function latestAttempt(
  tx: Tx,
  refundId: string,
  way: "provider" | "question" = "provider",
): Promise<(RefundAttempt & { age: number }) | undefined> {
  const [latest] = await tx
    .select({
      ...getTableColumns(refundAttempts),
      age: sql<number>`extract(epoch from now() - ${refundAttempts.startedAt})::float8`,
    })
    .from(refundAttempts)
    .where(and(eq(refundAttempts.refundId, refundId), eq(refundAttempts.way, way)))
    .orderBy(desc(refundAttempts.startedAt), desc(refundAttempts.id))
    .limit(1);
  return latest;
}

/**
 * Records the result of one attempt. A success counts whenever it comes: it ends the refund, or, where the money is back
 * already, raises an alarm. Anything else moves the refund on only when it is about the latest attempt.
 */
export async function settleAttempt(
  context: PaymentContext,
  attemptId: string,
  step: RefundStep,
): Promise<void> {
  await transaction(context.db, (tx) => settleWithin(context, tx, attemptId, step));
}

/** The same within a transaction. */
export async function settleWithin(
  context: PaymentContext,
  tx: Tx,
  attemptId: string,
  step: RefundStep,
): Promise<void> {
  const found = await lockAttempt(tx, attemptId);
  if (!found) return;
  const { attempt, refund } = found;
  await recordResult(tx, attemptId, step);
  if (!follows(attempt, step)) return;
  await tx
    .update(refundAttempts)
    .set({ state: step.type, ...("reference" in step ? { reference: step.reference } : {}) })
    .where(eq(refundAttempts.id, attemptId));
  if (refund.state === "done") return alarm(context, tx, found, step);
  if (step.type === "done")
    return finishRefund(context, tx, found, {
      amount: attempt.amount,
      reference: step.reference ?? attempt.reference,
    });
  if ((await latestAttempt(tx, refund.id))?.id === attemptId) await scheduleNext(tx, found, step);
}

async function lockAttempt(tx: Tx, id: string): Promise<LockedAttempt | undefined> {
  const [known] = await tx
    .select({ refundId: refundAttempts.refundId })
    .from(refundAttempts)
    .where(eq(refundAttempts.id, id));
  const money = known && (await lockReturned(tx, known.refundId));
  const [attempt] = await tx.select().from(refundAttempts).where(eq(refundAttempts.id, id)).for("update");
  return money && attempt && { ...money, attempt };
}

/** Every result is recorded, also one that changes nothing. */
export async function recordResult(
  tx: Tx,
  attemptId: string,
  result: { type: string; reference?: string; reason?: string; already?: true },
): Promise<void> {
  const { type, reference, reason, already } = result;
  await tx.insert(refundResults).values({
    attemptId,
    outcome: type,
    reference: reference ?? null,
    reason: reason ?? (already ? "it was given back before" : null),
  });
}

/** Whether a result changes the attempt: a success always, a failure once, another one only while the outcome is unknown. */
function follows({ state }: RefundAttempt, step: RefundStep): boolean {
  if (state === "done") return false;
  if (step.type === "done") return true;
  if (step.type === "failed") return state !== "failed";
  return state === "sending" || state === "sent" || (state === "unknown" && step.type === "sent");
}

/** Lists a refund that may have been paid twice: the money was back already, by another attempt or by hand. */
async function alarm(context: PaymentContext, tx: Tx, found: LockedAttempt, step: RefundStep): Promise<void> {
  const { refund, attempt, transaction, payment } = found;
  const byHand = and(eq(refundAttempts.refundId, refund.id), eq(refundAttempts.way, "hand"));
  const isByHand = (await tx.$count(refundAttempts, byHand)) > 0;
  // where the provider made the other attempt, "refunded before" is about that one
  if (step.type === "failed" || (step.type === "done" && step.already && !isByHand)) return;
  // its final result comes by callback
  if (step.type === "sent" && !refunderOf(context, transaction.provider)?.checkRefund) return;
  await addException(
    tx,
    {
      key: `twice:${attempt.id}`,
      kind: "contradiction",
      text: step.type === "done" ? "its money was refunded twice" : "its money may have been refunded twice",
      amount: attempt.amount,
    },
    { money: transaction, payment },
  );
}

async function scheduleNext(
  tx: Tx,
  found: LockedAttempt,
  step: Exclude<RefundStep, { type: "done" }>,
): Promise<void> {
  const { refund } = found;
  // its sum was moved back to its order, or to unallocated
  if (refund.givenUpAt) return;
  const asking = refund.state === "asking" || refund.state === "asked";
  // a repetition waited for this answer: the earlier attempt failed
  if (asking && step.type === "failed") return refund.asksOnly ? endFailed(tx, found) : sendAgain(tx, refund);
  if (asking) return;
  const next = nextOf(refund, step);
  await tx
    .update(refunds)
    .set({
      state: step.type === "failed" && next !== undefined ? "due" : step.type,
      ...(step.type === "sent" ? { reference: step.reference } : { result: step.reason }),
      nextTryAt: next === undefined ? null : sql`now() + make_interval(secs => ${next})`,
    })
    .where(eq(refunds.id, refund.id));
  if (step.type === "sent" && refund.isSlow)
    await giveToOwner(tx, found, "its refund has been under way for five days");
  if (step.type === "sent" || next !== undefined) return addJob(tx, "refund", refund.id, next);
  await giveToOwner(tx, found, `the refund did not go through: ${step.reason}`);
}

/** Seconds until it is looked at or tried again, if at all. */
function nextOf({ tries }: Refund, step: RefundStep): number | undefined {
  if (step.type === "sent") return LOOK_AGAIN;
  return step.type === "failed" && step.again ? RETRY_SECONDS[tries - 1] : undefined;
}

/** Notifies the owner of a refund that needs a decision, once per reason. */
export async function giveToOwner(tx: Tx, { refund, payment }: ReturnedMoney, what: string): Promise<void> {
  await notifyOwner(tx, { key: `${refund.id}:${what}`, what, show: refund.transactionId, payment });
}

/** Marks a refund failed where the owner only asked for its outcome: the owner decides whether it is sent again. */
export async function endFailed(tx: Tx, money: ReturnedMoney): Promise<void> {
  await tx
    .update(refunds)
    .set({
      state: "failed",
      asksOnly: false,
      result: "it did not go through, as its provider says",
      nextTryAt: null,
    })
    .where(eq(refunds.id, money.refund.id));
  await giveToOwner(tx, money, "its refund did not go through");
}

/** Sends a refund again after the provider or the owner said that the attempts before did not go through. */
export async function sendAgain(tx: Tx, refund: Refund): Promise<void> {
  await tx
    .update(refundAttempts)
    .set({ state: "failed" })
    .where(
      and(
        eq(refundAttempts.refundId, refund.id),
        eq(refundAttempts.way, "provider"),
        inArray(refundAttempts.state, ["sending", "sent", "unknown"]),
      ),
    );
  await tx
    .update(refunds)
    .set({ state: "due", tries: 0, firstFailed: false, nextTryAt: sql`now()` })
    .where(eq(refunds.id, refund.id));
  await addJob(tx, "refund", refund.id);
}
