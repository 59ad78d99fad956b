import { eq, inArray, or, sql } from "drizzle-orm";
import type { Tx } from "../../platform/database/db.server.ts";
import { addJob } from "../../platform/jobs/jobs.server.ts";
import type { Payment } from "../core/provider.server.ts";
import { lockPayments } from "../core/queries.server.ts";
import type { State } from "../core/state.ts";
import { payments } from "../core/tables.server.ts";
import {
  addException,
  flagUnallocated,
  oddSumKey,
  type Transaction,
  transactionOf,
} from "./queries.server.ts";
import { type Money, recordMoney } from "./record-money.server.ts";
import { ODD_SUM, STRANGER } from "./rules.ts";

/**
 * Records money that M-Pesa reports (C2B confirmation, Pull): one row for each receipt, whichever report comes first. The
 * attempts that it names are checked now. A sum with cents is not recorded as a transaction: a person decides.
 * @returns "known": its receipt was here before; "matched": it answers an attempt, paid or not; "kept": it answers no attempt
 * that is known; "odd": it has cents
 */
export async function recordReport(tx: Tx, report: Report): Promise<Outcome> {
  const { isAnotherTill, ...told } = report;
  const money = isAnotherTill ? { ...told, payer: { digits: STRANGER } } : told;
  const named = await lockNamed(tx, money);
  const attempt = named.find(({ reference }) => reference === money.billRef) ?? named[0];
  const isWhole = Number.isInteger(money.amount);
  const outcome = isWhole ? await recordWhole(tx, money, attempt) : await recordOdd(tx, money, attempt);
  const waiting = named.filter(({ state }) => WAITING_STATES.includes(state)).map(({ id }) => id);
  if (waiting.length > 0)
    await tx
      .update(payments)
      .set({ nextCheckAt: sql`now()`, leaseUntil: null })
      .where(inArray(payments.id, waiting));
  for (const id of waiting) await addJob(tx, "payment", id);
  return outcome;
}

/** `isAnotherTill`: it came to a number to which none of our prompts sends money. */
type Report = Money & { isAnotherTill?: boolean };

type Outcome = "known" | "matched" | "kept" | "odd";

async function recordWhole(tx: Tx, money: Money, attempt: Payment | undefined): Promise<Outcome> {
  const { transaction, isNew, isKnown } = await recordMoney(tx, money, attempt);
  const isSecond = attempt?.state === "paid" && attempt.transactionId !== transaction.id;
  if (isNew && isSecond)
    await flagUnallocated(tx, transaction, "more money came under its reference", attempt);
  else if (isSecond && attempt.reference === money.billRef && transaction.paymentId !== attempt.id)
    await warnOfOther(tx, transaction, attempt);
  if (isKnown) return "known";
  return transaction.paymentId === null ? "kept" : "matched";
}

/** Lists money that M-Pesa names with a prompt which already counts as paid, by money of which no receipt is known. */
async function warnOfOther(tx: Tx, money: Transaction, prompt: Payment): Promise<void> {
  const own = await transactionOf(tx, prompt);
  if (own?.receipt !== null) return;
  const text = "its provider names it with another payment, which counts as paid already";
  await addException(
    tx,
    { key: `payment:${money.id}`, kind: "contradiction", text },
    { money, payment: prompt },
  );
}

async function recordOdd(
  tx: Tx,
  { provider, receipt, amount, till }: Money,
  attempt: Payment | undefined,
): Promise<Outcome> {
  await addException(
    tx,
    {
      key: oddSumKey(provider, receipt),
      kind: "message",
      text: `Ksh ${amount} came${till ? ` to ${till}` : ""}: ${ODD_SUM}`,
      provider,
      receipt,
    },
    { payment: attempt },
  );
  return "odd";
}

/** In these states an attempt may wait for money. */
const WAITING_STATES: State[] = [
  "pending",
  "submit_unknown",
  "paid_held",
  "failed",
  "expired_unknown",
  "needs_review",
];

/**
 * Locks the attempts that the money names, by their reference or by its typed code. The typed code comes last, as where it places
 * an order, so that two transactions that lock both never deadlock.
 */
async function lockNamed(tx: Tx, { receipt, billRef }: Money): Promise<Payment[]> {
  const named = or(eq(payments.typedCode, receipt ?? ""), eq(payments.reference, billRef ?? ""));
  return lockPayments(tx, named, sql`${payments.typedCode} is not null`, payments.id);
}
