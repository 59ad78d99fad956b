import { and, asc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Db, Tx } from "../database/db.server.ts";
import { newId } from "../id.server.ts";
import { outbox } from "./tables.server.ts";

export type Mail = { subject: string; html: string; text: string };

/**
 * Enqueues a mail in the outbox; it is sent after the transaction commits. Each `event` sends one mail. An `urgent` mail is
 * one that somebody waits for at a screen, such as a link: it goes before all others. `delay` is in seconds.
 * With `isReal` false the same statement writes nothing, so that timing does not reveal whether a mail is sent.
 */
export async function enqueueMail(
  tx: Tx | Db,
  mail: Mail & { event: string; to: string; urgent?: boolean; delay?: number },
  isReal = true,
): Promise<void> {
  await tx.execute(sql`
    insert into ${outbox} (id, event, recipient, subject, html, text, urgent, next_attempt_at)
    select ${newId()}, ${mail.event}, ${mail.to}, ${mail.subject}, ${mail.html}, ${mail.text}, ${mail.urgent ?? false}::boolean,
      now() + make_interval(secs => ${mail.delay ?? 0})
    where ${isReal}::boolean
    on conflict (event) do nothing`);
}

/** Takes back a mail that waits for its time. False: there is one, and it is being sent or was. */
export async function withdrawMail(tx: Tx, event: string): Promise<boolean> {
  await tx.delete(outbox).where(and(eq(outbox.event, event), eq(outbox.state, "waiting")));
  const left = await tx.select({ id: outbox.id }).from(outbox).where(eq(outbox.event, event));
  return left.length === 0;
}

/** What became of the mails of these events, in the order they were written: never to whom, or what they say. */
export async function mailsOf(db: Db, events: string[]) {
  const rows = await db
    .select({ subject: outbox.subject, state: outbox.state, at: outbox.createdAt })
    .from(outbox)
    .where(inArray(outbox.event, events))
    .orderBy(asc(outbox.createdAt), asc(outbox.id));
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}

/** Deletes mails after 90 days, and the bodies of undelivered ones after a day: links in them are secrets. */
export async function sweepOutbox(db: Db): Promise<void> {
  await db.delete(outbox).where(lt(outbox.createdAt, sql`now() - interval '90 days'`));
  await db
    .update(outbox)
    .set({ html: "", text: "" })
    .where(
      sql`${outbox.state} in ('failed', 'unknown') and ${outbox.html} <> '' and ${outbox.createdAt} < now() - interval '1 day'`,
    );
}
