import { and, asc, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../database/db.server.ts";
import { newId } from "../id.server.ts";
import { outbox } from "./tables.server.ts";

/** Without `html` it leaves as text alone. */
export type Mail = { subject: string; html: string; text: string };

/**
 * A mail to enqueue; each `event` sends one. An `urgent` one is one that somebody waits for at a screen, such as a link: it
 * goes before all others. One of `lowPriority` goes after them. `delay` is in seconds.
 */
export type QueuedMail = Mail & {
  event: string;
  to: string;
  urgent?: boolean;
  lowPriority?: boolean;
  delay?: number;
};

/**
 * Enqueues a mail in the outbox; it is sent after the transaction commits. With `isReal` false the same statement writes
 * nothing, so that timing does not reveal whether a mail is sent.
 */
export async function enqueueMail(tx: Tx | Db, mail: QueuedMail, isReal = true): Promise<void> {
  await insertMails(tx, sql`select ${valuesOf(mail)} where ${isReal}::boolean`);
}

/** The same for several mails, in one statement. */
export async function enqueueMails(tx: Tx | Db, mails: QueuedMail[]): Promise<void> {
  const rows = mails.map((mail) => sql`(${valuesOf(mail)})`);
  await insertMails(tx, sql`values ${sql.join(rows, sql`, `)}`);
}

async function insertMails(tx: Tx | Db, rows: SQL): Promise<void> {
  await tx.execute(sql`
    insert into ${outbox} (id, event, recipient, subject, html, text, urgent, low_priority, next_attempt_at)
    ${rows} on conflict (event) do nothing`);
}

function valuesOf({ event, to, subject, html, text, urgent, lowPriority, delay }: QueuedMail): SQL {
  return sql`${newId()}, ${event}, ${to}, ${subject}, ${html}, ${text}, ${urgent ?? false}::boolean,
    ${lowPriority ?? false}::boolean, now() + make_interval(secs => ${delay ?? 0})`;
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
      sql`${outbox.state} in ('failed', 'unknown') and ${outbox.text} <> '' and ${outbox.createdAt} < now() - interval '1 day'`,
    );
}
