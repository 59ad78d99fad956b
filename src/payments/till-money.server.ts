import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Tx } from "../platform/db.server.ts";
import { addJob } from "../platform/jobs.server.ts";
import { addSecondCharge } from "./discrepancies.server.ts";
import { TILL } from "./expect-code.server.ts";
import type { TillPayment } from "./mpesa/confirmation.ts";
import { payments, tillPayments } from "./tables.server.ts";

/** Money by M-Pesa's word; `paidAt` null where nobody can say when it moved. */
type Money = Omit<TillPayment, "paidAt"> & { paidAt: Date | SQL | null };

/**
 * Money on our till, by a confirmation or by Pull: kept by its code, never rewritten, and whoever waits for it is looked
 * at. "known": it was held before; "matched": somebody waited for it.
 */
export async function takeMoney(tx: Tx, money: Money): Promise<"known" | "matched" | "kept"> {
  const added = await tx
    .insert(tillPayments)
    .values(money)
    .onConflictDoNothing()
    .returning({ code: tillPayments.code });
  if (added.length === 0) return "known";
  const completed = await completePush(tx, money);
  if (!completed) await reportSecond(tx, money);
  const woken = await wake(tx, [`${TILL}${money.code}`, money.billRef]);
  return completed || woken ? "matched" : "kept";
}

/** A push that was paid by M-Pesa's answer alone learns its code from the money that names it. */
async function completePush(tx: Tx, { code, amount, billRef }: Money): Promise<boolean> {
  const completed = await tx
    .update(payments)
    .set({ receipt: code })
    .where(
      and(
        eq(payments.reference, billRef),
        eq(payments.method, "mpesa"),
        eq(payments.amount, amount),
        isNotNull(payments.paidAt),
        isNull(payments.receipt),
        sql`not exists (select from ${payments} other where other.receipt = ${code})`,
      ),
    )
    .returning({ id: payments.id });
  return completed.length > 0;
}

/** More money under the name of a payment that is paid: nothing silent. */
async function reportSecond(tx: Tx, { code, amount, billRef }: Money): Promise<void> {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.reference, billRef),
        isNotNull(payments.paidAt),
        sql`${payments.receipt} is distinct from ${code}`,
      ),
    );
  if (payment)
    await addSecondCharge(tx, payment, "more money came under its reference", { receipt: code, amount });
}

async function wake(tx: Tx, references: string[]): Promise<boolean> {
  const woken = await tx
    .update(payments)
    .set({ nextCheckAt: sql`now()`, leaseUntil: null })
    .where(
      and(
        sql`${payments.reference} in ${references}`,
        sql`${payments.state} in ('pending', 'submit_unknown', 'paid_held', 'failed', 'expired_unknown', 'needs_review')`,
      ),
    )
    .returning({ id: payments.id });
  for (const { id } of woken) await addJob(tx, "payment", id);
  return woken.length > 0;
}
