import { and, eq, lt, sql } from "drizzle-orm";
import type { Db } from "../database/db.server.ts";
import type { Fate, Row } from "./smtp.server.ts";
import { outbox } from "./tables.server.ts";

/**
 * Mails of more than a day that were never tried waited in the mailbox while no SMTP server was set, or through a long
 * stop: their links are dead and their news is old, so the first server to come does not send them all at once.
 */
export async function leaveOldMails(db: Db): Promise<void> {
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

/**
 * Takes the next due mail for this process, which has five minutes for it: urgent ones first, then the oldest; with
 * `urgentOnly` no other. Costs an index look when there is none.
 */
export async function claimNext(db: Db, { urgentOnly }: { urgentOnly: boolean }): Promise<Row | undefined> {
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
        sql`(select id from outbox where state = 'waiting' and next_attempt_at <= now() ${urgentOnly ? sql`and urgent` : sql``} order by urgent desc nulls last, next_attempt_at limit 1 for update skip locked)`,
      ),
    )
    .returning();
  return mail;
}

/** A process died with the mail in hand: it may have left, and is not sent twice. */
export async function giveUpLost(db: Db): Promise<void> {
  await db
    .update(outbox)
    .set({ state: "unknown", fault: "the shop stopped while sending" })
    .where(and(eq(outbox.state, "sending"), lt(outbox.nextAttemptAt, sql`now()`)));
}

/** Writes what became of the mail: its words go once it is sent; one refused waits 10 s, 20 s … 1 h, for three days. */
export async function settle(db: Db, mail: Row, fate: Fate): Promise<void> {
  const again = sql`now() + least(3600, 10 * power(2, ${mail.attempts - 1})) * interval '1 second'`;
  await db
    .update(outbox)
    .set({
      fault: fate.fault,
      ...(fate.state === "sent" ? { html: "", text: "" } : {}),
      ...(fate.state === "waiting" ? { nextAttemptAt: again } : {}),
      state:
        fate.state === "waiting"
          ? sql`case when ${outbox.createdAt} < now() - interval '3 days' then 'failed' else 'waiting' end`
          : fate.state,
    })
    .where(eq(outbox.id, mail.id));
}
