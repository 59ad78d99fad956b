import { eq, inArray, or, sql } from "drizzle-orm";
import type { Tx } from "../../platform/database/db.server.ts";
import { addJob } from "../../platform/jobs/jobs.server.ts";
import type { Payment } from "../core/provider.server.ts";
import type { State } from "../core/state.ts";
import { payments } from "../core/tables.server.ts";
import { flagUnallocated } from "./queries.server.ts";
import { type Money, recordMoney } from "./record-money.server.ts";

/**
 * Money that its provider reports by itself (confirmation, Pull, statement, a charge of no attempt): one row by its receipt,
 * whichever report comes first. The attempts that it names are asked about now.
 * @returns "known": it was here before; "matched": an attempt waited for it, or is what it has paid
 */
export async function recordReport(tx: Tx, money: Money): Promise<"known" | "matched" | "kept"> {
  const named = await lockNamed(tx, money);
  const attempt = named.find(({ reference }) => reference === money.billRef) ?? named[0];
  const { transaction, isNew } = await recordMoney(tx, money, attempt);
  const isSecond = attempt?.state === "paid" && attempt.transactionId !== transaction.id;
  if (isNew && isSecond)
    await flagUnallocated(tx, transaction, "more money came under its reference", attempt);
  const waiting = named.filter(({ state }) => WAITING_STATES.includes(state)).map(({ id }) => id);
  if (waiting.length > 0)
    await tx
      .update(payments)
      .set({ nextCheckAt: sql`now()`, leaseUntil: null })
      .where(inArray(payments.id, waiting));
  for (const id of waiting) await addJob(tx, "payment", id);
  if (waiting.length > 0 || attempt?.transactionId === transaction.id) return "matched";
  return isNew ? "kept" : "known";
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
 * The attempts that the money names, by their reference or by its typed code, locked. The typed code last, as where an order
 * is placed by it: two that lock both never wait for each other.
 */
async function lockNamed(tx: Tx, { receipt, billRef }: Money): Promise<Payment[]> {
  return tx
    .select()
    .from(payments)
    .where(or(eq(payments.typedCode, receipt ?? ""), eq(payments.reference, billRef ?? "")))
    .orderBy(sql`${payments.typedCode} is not null`, payments.id)
    .for("update");
}
