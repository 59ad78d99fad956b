import { and, eq, isNull, sql } from "drizzle-orm";
import { extendHold } from "../../ordering/holds.server.ts";
import { type Db, transaction } from "../../platform/database/db.server.ts";
import { addJob } from "../../platform/jobs/jobs.server.ts";
import { SOURCES_DISAGREE } from "../card/provider.server.ts";
import { changeState } from "../core/change-state.server.ts";
import { recordFailure } from "../core/queries.server.ts";
import { type CallbackFacts, payments } from "../core/tables.server.ts";

/** Goods are kept this long after such a webhook; each question without an answer keeps them longer. */
const HOLD_SECONDS = 180;

/**
 * The provider's webhook says that a card was charged. Like a push's callback it proves nothing: it is a reason to ask, and
 * keeps the goods until the provider has answered, for a day at most. From now on the payment is as old as this webhook, for
 * its page may have been open for long.
 */
export async function recordChargeWebhook(db: Db, id: string, transactionId: string): Promise<void> {
  const facts: CallbackFacts = { code: "0", receipt: transactionId };
  await db.execute(sql`
    with recorded as (
      update ${payments} set callback = ${JSON.stringify(facts)}::jsonb, submitted_at = now(), next_check_at = now()
      where ${payments.id} = ${id} and ${payments.method} = 'flutterwave' and ${payments.state} = 'pending'
        and ${payments.callback} is null
      returning ${payments.orderId}
    ) ${extendHold(sql`(select order_id from recorded)`, HOLD_SECONDS)}`);
}

/**
 * The provider itself says that this very charge failed: it keeps nothing and bars nothing any more. A payment that was
 * held on that webhook alone is pending again, and asked about now: the next "failed" ends it.
 */
export async function discardChargeWebhook(db: Db, id: string, transactionId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const discarded = await tx
      .update(payments)
      .set({
        callback: null,
        submittedAt: null,
        nextCheckAt: sql`now()`,
        // an answer under way was verified with that webhook
        leaseUntil: null,
      })
      .where(
        and(
          eq(payments.id, id),
          eq(payments.method, "flutterwave"),
          sql`${payments.callback}->>'receipt' = ${transactionId}`,
          isNull(payments.paidAt),
        ),
      )
      .returning({ id: payments.id });
    if (discarded.length === 0) return;
    const isDoubted = and(eq(payments.id, id), eq(payments.reason, SOURCES_DISAGREE));
    await changeState(tx, "reopen", isDoubted, { reason: null });
    await recordFailure(tx, id, "a message told of a charge that failed");
    await addJob(tx, "payment", id);
  });
}
