import { and, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "../platform/database/db.server.ts";
import { changeState } from "./core/change-state.server.ts";
import type { State } from "./core/state.ts";
import { payments } from "./core/tables.server.ts";
import { providerTokens } from "./mpesa/tables.server.ts";
import { giveToOwner } from "./refunds/refund-attempts.server.ts";
import { lockReturned } from "./transactions/returned-money.server.ts";
import { refundAttempts, refunds } from "./transactions/tables.server.ts";

/** In these states a payment has no final result. */
const UNSETTLED: State[] = [
  "submitting",
  "pending",
  "submit_unknown",
  "expired_unknown",
  "paid_held",
  "needs_review",
];

/**
 * After a backup was restored: what was undecided then may be decided at the provider since, and another shop may go on with the
 * original rows. Every payment without a final result is checked, and becomes its order if paid; nothing that began before is
 * sent automatically: mails are held, and refunds wait for the owner.
 * @returns how many payments are checked, and how many refunds may have been sent
 */
export async function askAgainAfterRestore(tx: Tx): Promise<{ payments: number; refunds: number }> {
  await tx.delete(providerTokens);
  await tx.update(payments).set({ restored: true, leaseUntil: null });
  // its request may have been sent since the backup
  await changeState(tx, "submit", sql`true`, { submittedAt: sql`now()` });
  const asked = await tx
    .update(payments)
    .set({ nextCheckAt: sql`now()` })
    .where(inArray(payments.state, UNSETTLED))
    .returning({ id: payments.id });
  return { payments: asked.length, refunds: await doubtRefunds(tx) };
}

const RESTORED = "it may have been refunded after the backup was made";

async function doubtRefunds(tx: Tx): Promise<number> {
  const open = await tx
    .update(refunds)
    .set({ state: "unknown", nextTryAt: null, result: RESTORED })
    // one by hand waits for a person in any case
    .where(and(inArray(refunds.state, ["due", "asking", "asked", "sending"]), eq(refunds.way, "provider")))
    .returning({ id: refunds.id });
  await tx.update(refundAttempts).set({ state: "unknown" }).where(eq(refundAttempts.state, "sending"));
  for (const { id } of open) {
    const money = await lockReturned(tx, id);
    if (money) await giveToOwner(tx, money, RESTORED);
  }
  const sent = await tx
    .update(refunds)
    .set({ nextTryAt: sql`now()` })
    .where(eq(refunds.state, "sent"))
    .returning({ id: refunds.id });
  return open.length + sent.length;
}
