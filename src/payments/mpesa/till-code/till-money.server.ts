import { eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/db.server.ts";
import { addJob } from "../../../platform/jobs/jobs.server.ts";
import { addSecondCharge } from "../../core/discrepancies.server.ts";
import type { Payment } from "../../core/provider.server.ts";
import type { State } from "../../core/state.ts";
import { payments } from "../../core/tables.server.ts";
import type { TillPayment } from "../confirmation.ts";
import { tillPayments } from "./tables.server.ts";

/** Money that M-Pesa reported; `paidAt` is null where it is not known when it moved. */
type Money = Omit<TillPayment, "paidAt"> & { paidAt: Date | SQL | null };

/**
 * Stores money on our till, told by a confirmation or by Pull, by its code, once; and makes the payments that wait for it
 * due. "known": it was stored before; "matched": a payment waited for it.
 */
export async function recordTillMoney(tx: Tx, money: Money): Promise<"known" | "matched" | "kept"> {
  const added = await tx
    .insert(tillPayments)
    .values(money)
    .onConflictDoNothing()
    .returning({ code: tillPayments.code });
  if (added.length === 0) return "known";
  const named = await wakePayments(tx, money);
  const second = named.find(({ reference, paidAt }) => reference === money.billRef && paidAt !== null);
  if (second && second.receipt !== money.code) {
    const { code: receipt, amount } = money;
    await addSecondCharge(tx, second, "more money came under its reference", { receipt, amount });
  }
  const waiting = named.filter(({ state }) => WAITING_STATES.includes(state));
  for (const { id } of waiting) await addJob(tx, "payment", id);
  return waiting.length > 0 || named.some(({ receipt }) => receipt === money.code) ? "matched" : "kept";
}

/** In these states a payment may wait for money. */
const WAITING_STATES: State[] = [
  "pending",
  "submit_unknown",
  "paid_held",
  "failed",
  "expired_unknown",
  "needs_review",
];

/**
 * The payments that the money names, by their reference or by its typed code: waiting ones become due now, and a push paid
 * on M-Pesa's answer alone gets its receipt. A payment that is being completed is waited for: the conditions stand in the
 * values, which PostgreSQL evaluates again on the changed row.
 */
async function wakePayments(tx: Tx, { code, amount, billRef }: Money): Promise<Payment[]> {
  const isItsMoney = sql`${payments.method} = 'mpesa' and ${payments.paidAt} is not null and ${payments.receipt} is null
    and ${payments.amount} = ${amount} and not exists (select from ${payments} other where other.receipt = ${code})`;
  const waits = inArray(payments.state, WAITING_STATES);
  const named = or(eq(payments.typedCode, code), eq(payments.reference, billRef));
  // the typed code last, as where an order is placed by it: two that lock both never wait for each other
  const last = sql`${payments.typedCode} is not null`;
  await tx.select({ id: payments.id }).from(payments).where(named).orderBy(last, payments.id).for("update");
  return tx
    .update(payments)
    .set({
      receipt: sql`case when ${isItsMoney} then ${code} else ${payments.receipt} end`,
      nextCheckAt: sql`case when ${waits} then now() else ${payments.nextCheckAt} end`,
      leaseUntil: sql`case when ${waits} then null else ${payments.leaseUntil} end`,
    })
    .where(named)
    .returning();
}

/** Most in one sweep; the rest is for the next. */
const MATCHED_AT_ONCE = 5_000;

/** Marks money that has paid a payment. Nothing undoes that, so whoever lists loose money need not look at it again. */
export async function markMatched(db: Db): Promise<void> {
  await db.execute(sql`
    update ${tillPayments} set matched_at = now() where code in (
      select t.code from ${tillPayments} t join ${payments} p on p.receipt = t.code and p.paid_at is not null
      where t.matched_at is null and t.decided_at is null order by t.received_at limit ${MATCHED_AT_ONCE})`);
}
