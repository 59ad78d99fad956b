import { and, asc, desc, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import { compiled } from "../database/compiled.server.ts";
import { type Db, pipelined, type Tx } from "../database/db.server.ts";
import type { Reading } from "../http/metrics.server.ts";
import { newId } from "../id.server.ts";
import { mailTimes, outbox } from "./tables.server.ts";

/** A mail without `html` is sent as text alone. */
export type Mail = { subject: string; html: string; text: string };

/**
 * A mail to enqueue; each `event` sends one. `urgent`: somebody waits for it at a screen, such as for a link, so it
 * goes before all others. `lowPriority`: it goes after them. `delay` is in seconds. `unproven`: it was caused by somebody
 * who has not proven to own its mailbox, so it counts towards that mailbox's limits and may leave later; where that would be
 * later than `goodFor` seconds from now (a day at most), it is not sent at all.
 */
export type QueuedMail = Mail & {
  event: string;
  to: string;
  urgent?: boolean;
  lowPriority?: boolean;
  delay?: number;
  unproven?: { goodFor: number } | undefined;
};

/** Most unproven mails to one mailbox within an hour, and within a day. */
const AN_HOUR = 6;
const A_DAY = 12;
/** Recorded with a mail that would have left too late. */
const TOO_MANY = `More than ${AN_HOUR} mails in an hour or ${A_DAY} in a day to this mailbox`;

/**
 * Enqueues a mail in the outbox; it is sent after the transaction commits. With `isReal` false the same statement writes
 * nothing, so that timing does not reveal whether a mail is sent.
 */
export async function enqueueMail(tx: Tx | Db, mail: QueuedMail, isReal = true): Promise<void> {
  const { unproven } = mail;
  const words = { ...wordsOf(mail), isReal };
  await tx.execute(
    unproven
      ? UNPROVEN({ ...words, mailbox: plainMailbox(mail.to), goodFor: unproven.goodFor })
      : PROVEN(words),
  );
}

/** The same for several mails: all proven ones in one statement, and one statement for each unproven one, by mailbox. */
export async function enqueueMails(tx: Tx | Db, mails: QueuedMail[]): Promise<void> {
  const proven = mails.filter(({ unproven }) => !unproven);
  const rows = proven.map((mail) => sql`(${valuesOf(wordsOf(mail))})`);
  // always in this order, so that two transactions that write to the same mailboxes never deadlock
  const counted = mails
    .filter(({ unproven }) => unproven)
    .sort((one, other) => (plainMailbox(one.to) < plainMailbox(other.to) ? -1 : 1));
  await pipelined([
    () => rows.length > 0 && tx.execute(insertMails(sql`values ${sql.join(rows, sql`, `)}`)),
    ...counted.map((mail) => () => enqueueMail(tx, mail)),
  ]);
}

/** Mails written in this transaction from now on are held until the owner sends them. */
export async function holdBack(tx: Tx): Promise<void> {
  await tx.execute(sql`select set_config('shop.hold_back', 'on', true)`);
}

/** Whether `holdBack` was called in this transaction. */
export const IS_HELD_BACK = sql<boolean>`(coalesce(current_setting('shop.hold_back', true), '') = 'on')`;

const STATE = sql`case when ${IS_HELD_BACK} then 'held' else 'waiting' end`;
const HELD_FAULT = sql`case when ${IS_HELD_BACK} then 'what it is about began before a backup was restored: it may have been sent since' end`;

/** A row of the outbox; `delay` is in seconds. */
type Words = ReturnType<typeof wordsOf>;

function wordsOf({
  event,
  to,
  subject,
  html,
  text,
  urgent = false,
  lowPriority = false,
  delay = 0,
}: QueuedMail) {
  return { id: newId(), event, to, subject, html, text, urgent, lowPriority, delay };
}

function columnsOf({
  id,
  event,
  to,
  subject,
  html,
  text,
  urgent,
  lowPriority,
}: Record<keyof Words, unknown>): SQL {
  return sql`${id}, ${event}, ${to}, ${subject}, ${html}, ${text}, ${urgent}::boolean, ${lowPriority}::boolean`;
}

function valuesOf(words: Record<keyof Words, unknown>): SQL {
  return sql`${columnsOf(words)}, now() + make_interval(secs => ${words.delay})`;
}

function insertMails(rows: SQL): SQL {
  return sql`
    insert into ${outbox} (id, event, recipient, subject, html, text, urgent, low_priority, next_attempt_at, state, fault)
    select mail.*, ${STATE}, ${HELD_FAULT} from (${rows}) as mail on conflict (event) do nothing`;
}

const PROVEN = compiled<Words & { isReal: boolean }>((words) =>
  insertMails(sql`select ${valuesOf(words)} where ${words.isReal}::boolean`),
);

/** When one more may be sent: an hour after the sixth last, and a day after the twelfth last. */
const NEXT = sql`greatest(excluded.leaves_at[1],
  mail_times.leaves_at[cardinality(mail_times.leaves_at) + 1 - ${sql.raw(`${AN_HOUR}`)}] + interval '1 hour',
  mail_times.leaves_at[cardinality(mail_times.leaves_at) + 1 - ${sql.raw(`${A_DAY}`)}] + interval '1 day')`;

const UNPROVEN = compiled<Words & { isReal: boolean; mailbox: string; goodFor: number }>(
  (mail) => sql`
    with leaving as (
      insert into ${mailTimes} (mailbox, leaves_at)
      select ${mail.mailbox}, array[now() + make_interval(secs => ${mail.delay})]
      where ${mail.isReal}::boolean and not exists (select from ${outbox} where event = ${mail.event})
      on conflict (mailbox) do update
      set leaves_at = (mail_times.leaves_at || ${NEXT})[cardinality(mail_times.leaves_at) + 2 - ${sql.raw(`${A_DAY}`)}:]
      where ${NEXT} <= now() + make_interval(secs => ${mail.goodFor})
      returning leaves_at[cardinality(leaves_at)] as at
    )
    insert into ${outbox} (id, event, recipient, subject, html, text, urgent, low_priority, next_attempt_at, state, fault)
    select ${columnsOf(mail)}, coalesce(leaving.at, now()), case when leaving.at is null then 'failed' else ${STATE} end,
      case when leaving.at is null then ${sql.raw(`'${TOO_MANY}'`)} else ${HELD_FAULT} end
    from (values (1)) once left join leaving on true where ${mail.isReal}::boolean
    on conflict (event) do nothing`,
);

/** Deletes a mail that is not sent yet. Returns false where there is one that is being sent or was. */
export async function withdrawMail(tx: Tx, event: string): Promise<boolean> {
  await tx.delete(outbox).where(and(eq(outbox.event, event), eq(outbox.state, "waiting")));
  const left = await tx.select({ id: outbox.id }).from(outbox).where(eq(outbox.event, event));
  return left.length === 0;
}

/** The mails of these events and what became of them, in the order they were written; without recipients and texts. */
export async function mailsOf(db: Db, events: string[]) {
  const rows = await db
    .select({ subject: outbox.subject, state: outbox.state, at: outbox.createdAt })
    .from(outbox)
    .where(inArray(outbox.event, events))
    .orderBy(asc(outbox.createdAt), asc(outbox.id));
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}

/** Mails that were not sent, or perhaps not, newest first: to whom and why, without their texts. */
export async function unsentMails(db: Db, { after, limit }: { after?: string | undefined; limit: number }) {
  const { id, to, subject, state, fault, createdAt } = outbox;
  const found = await db
    .select({ id, to, subject, state, fault, createdAt })
    .from(outbox)
    .where(and(IS_UNSENT, after ? lt(id, after) : undefined))
    .orderBy(desc(id))
    .limit(limit + 1);
  const page = found.slice(0, limit);
  return { mails: page, next: found.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** The owner sends a held mail, or drops it. Returns false where it is not held. */
export async function releaseMail(tx: Tx, id: string, what: "send" | "drop"): Promise<boolean> {
  const state = what === "send" ? ("waiting" as const) : ("failed" as const);
  const released = await tx
    .update(outbox)
    .set({
      state,
      nextAttemptAt: sql`now()`,
      fault: what === "send" ? null : "dropped by the owner",
      // the three days in which it is tried begin now
      ...(what === "send" ? { createdAt: sql`now()` } : { html: "", text: "" }),
    })
    .where(and(eq(outbox.id, id), eq(outbox.state, "held")))
    .returning({ id: outbox.id });
  return released.length > 0;
}

const IS_UNSENT = sql`${outbox.state} in ('failed', 'unknown', 'held')`;

/** Counts held mails, and unsent ones of the last day: nothing can be done about older ones. */
export async function countStuckMails(db: Db): Promise<number> {
  const isNew = sql`${outbox.createdAt} > now() - interval '1 day'`;
  return db.$count(outbox, sql`${IS_UNSENT} and (${outbox.state} = 'held' or ${isNew})`);
}

/** Deletes mails after 90 days, and after a day the bodies of those that nobody can send any more: links in them are secrets. */
export async function sweepOutbox(db: Db): Promise<void> {
  await db
    .delete(mailTimes)
    .where(sql`${mailTimes.leavesAt}[cardinality(${mailTimes.leavesAt})] < now() - interval '1 day'`);
  await db.delete(outbox).where(lt(outbox.createdAt, sql`now() - interval '90 days'`));
  await db
    .update(outbox)
    .set({ html: "", text: "" })
    .where(
      sql`${outbox.state} in ('failed', 'unknown') and ${outbox.text} <> ''
        and ${outbox.createdAt} < now() - interval '1 day'`,
    );
}

const RESTORED = "restored from a backup: it may have been sent since";

/** Holds every mail that waits, or was being sent, for the owner: it may have been sent after the backup was made. */
export async function holdMails(tx: Tx): Promise<{ to: string; subject: string }[]> {
  return tx
    .update(outbox)
    .set({ state: "held", fault: RESTORED })
    .where(inArray(outbox.state, ["waiting", "sending"]))
    .returning({ to: outbox.to, subject: outbox.subject });
}

/** The numbers of mails that wait, and of those of the last day that were not sent, for metrics. */
export async function mailReadings(db: Db): Promise<Reading[]> {
  const { rows } = await db.execute<{ waiting: number; failed: number }>(sql`
    select (select count(*)::int from ${outbox} where ${outbox.state} in ('waiting', 'sending')) as waiting,
      (select count(*)::int from ${outbox} where ${outbox.state} in ('failed', 'unknown')
        and ${outbox.createdAt} > now() - interval '1 day') as failed`);
  const { waiting = 0, failed = 0 } = rows[0] ?? {};
  return [
    { name: "mails_waiting", help: "Mails that are to be sent", value: waiting },
    {
      name: "mails_failed",
      help: "Mails of the last day that did not leave, or may not have",
      value: failed,
    },
  ];
}

/** Domains of the same provider, by the one under which its mailboxes are counted. */
const DOMAINS: Record<string, string> = {
  "googlemail.com": "gmail.com",
  "protonmail.com": "proton.me",
  "pm.me": "proton.me",
  "me.com": "icloud.com",
  "mac.com": "icloud.com",
};
/** Characters before the @ that these providers ignore. */
const IGNORED: Record<string, RegExp> = { "gmail.com": /\./g, "proton.me": /[._-]/g };

/** The mailbox that an e-mail address reaches: in small letters, without a +tag, and without characters its provider ignores. */
export function plainMailbox(email: string): string {
  const small = email.trim().toLowerCase();
  const at = small.lastIndexOf("@");
  const given = small.slice(at + 1);
  const domain = DOMAINS[given] ?? given;
  const local = small.slice(0, at).replace(/(.)\+.*$/, "$1");
  const ignored = IGNORED[domain];
  return `${ignored ? local.replace(ignored, "") : local}@${domain}`;
}
