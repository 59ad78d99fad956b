import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Tx } from "../../platform/database/db.server.ts";
import { providerTokens } from "../mpesa/tables.server.ts";
import { giveToOwner } from "../refunds/refund-attempts.server.ts";
import { lockReturned } from "../refunds/returned-money.server.ts";
import { refundAttempts, refunds } from "../refunds/tables.server.ts";
import { changeState } from "./change-state.server.ts";
import type { State } from "./state.ts";
import { payments } from "./tables.server.ts";

/** Nobody has had the last word about a payment in these. */
const UNSETTLED: State[] = [
  "submitting",
  "pending",
  "submit_unknown",
  "expired_unknown",
  "paid_held",
  "needs_review",
];

/**
 * For rows that come from another day: whatever was not settled then may be so at the provider since. Every payment
 * without a final word is asked about at once, and no refund leaves before the provider has said that it did not leave
 * already; one that was on its way out waits for a person.
 * @returns how many payments are asked about, and how many refunds may have gone out
 */
export async function askAnew(tx: Tx): Promise<{ payments: number; refunds: number }> {
  await tx.delete(providerTokens);
  await tx.update(payments).set({ leaseUntil: null }).where(isNotNull(payments.leaseUntil));
  // it may have left since
  await changeState(tx, "submit", sql`true`, { submittedAt: sql`now()` });
  const asked = await tx
    .update(payments)
    .set({ nextCheckAt: sql`now()` })
    .where(inArray(payments.state, UNSETTLED))
    .returning({ id: payments.id });
  return { payments: asked.length, refunds: await doubtRefunds(tx) };
}

async function doubtRefunds(tx: Tx): Promise<number> {
  const sending = await tx
    .update(refunds)
    .set({ state: "unknown", nextTryAt: null, result: "restored from a backup while it was being sent" })
    .where(eq(refunds.state, "sending"))
    .returning({ id: refunds.id });
  await tx.update(refundAttempts).set({ state: "unknown" }).where(eq(refundAttempts.state, "sending"));
  for (const { id } of sending) {
    const money = await lockReturned(tx, id);
    if (money) await giveToOwner(tx, money, "it may have been refunded after the backup was made");
  }
  const due = await tx
    .update(refunds)
    .set({ state: "asking", nextTryAt: sql`now()` })
    // one by hand waits for a person in any case
    .where(and(inArray(refunds.state, ["due", "asking", "asked"]), eq(refunds.way, "provider")))
    .returning({ id: refunds.id });
  const sent = await tx
    .update(refunds)
    .set({ nextTryAt: sql`now()` })
    .where(eq(refunds.state, "sent"))
    .returning({ id: refunds.id });
  return sending.length + due.length + sent.length;
}
