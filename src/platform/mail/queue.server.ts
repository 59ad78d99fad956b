import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "../database/db.server.ts";
import type { DeliveryResult, Row } from "./smtp.server.ts";
import { outbox } from "./tables.server.ts";

/**
 * Marks mails as failed that are older than a day and were never tried: they waited while no SMTP server was configured,
 * or through a long stop. Their links have expired, and the first configured server should not send them all together.
 */
export async function discardOldMails(db: Db): Promise<void> {
  await db
    .update(outbox)
    .set({ state: "failed", fault: "older than a day when sending began", html: "", text: "" })
    .where(
      and(
        eq(outbox.state, "waiting"),
        eq(outbox.attempts, 0),
        lt(outbox.createdAt, sql`now() - interval '1 day'`),
      ),
    );
}

/** Which mails may be claimed: all, all but those of low priority, or urgent ones alone. */
export type Claimable = "all" | "no low priority" | "urgent";

const CLAIMABLE: Record<Claimable, SQL> = {
  all: sql``,
  "no low priority": sql`and not low_priority`,
  urgent: sql`and urgent`,
};

/**
 * Claims the next due mail for this process, for five minutes: urgent ones first, those of low priority last, of each the
 * oldest. Costs one index lookup when there is none.
 */
export async function claimNext(db: Db, which: Claimable): Promise<Row | undefined> {
  const [mail] = await db
    .update(outbox)
    .set({
      state: "sending",
      attempts: sql`${outbox.attempts} + 1`,
      nextAttemptAt: sql`now() + interval '5 minutes'`,
    })
    .where(
      eq(
        outbox.id,
        sql`(select id from outbox where state = 'waiting' and next_attempt_at <= now() ${CLAIMABLE[which]} order by urgent desc nulls last, low_priority, next_attempt_at limit 1 for update skip locked)`,
      ),
    )
    .returning();
  return mail;
}

/** Marks mails whose process died while sending as unknown: they may have been accepted, and are not sent again. */
export async function markLostUnknown(db: Db): Promise<void> {
  await db
    .update(outbox)
    .set({ state: "unknown", fault: "the shop stopped while sending" })
    .where(and(eq(outbox.state, "sending"), lt(outbox.nextAttemptAt, sql`now()`)));
}

/** Records the result: a sent mail's body is wiped; a refused one backs off 10 s, 20 s … 1 h, for three days. */
export async function recordResult(db: Db, mail: Row, result: DeliveryResult): Promise<void> {
  const again = sql`now() + least(3600, 10 * power(2, ${mail.attempts - 1})) * interval '1 second'`;
  await db
    .update(outbox)
    .set({
      fault: result.fault,
      ...(result.state === "sent" ? { html: "", text: "" } : {}),
      ...(result.state === "waiting" ? { nextAttemptAt: again } : {}),
      state:
        result.state === "waiting"
          ? sql`case when ${outbox.createdAt} < now() - interval '3 days' then 'failed' else 'waiting' end`
          : result.state,
    })
    .where(eq(outbox.id, mail.id));
}
