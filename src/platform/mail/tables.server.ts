import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/**
 * Mails to send, written in the transaction that caused them. `event` is unique: one mail per event.
 * The body is wiped once sent, because links in it are secrets. `urgent`: somebody waits for it at a screen; `lowPriority`:
 * nobody waits for it, and no other mail does either.
 */
export const outbox = pgTable(
  "outbox",
  {
    id: text().primaryKey(),
    event: text().notNull().unique(),
    to: text("recipient").notNull(),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    // held: the owner sends it or drops it
    // unknown: the connection broke while handing it over; sending again could deliver it twice
    state: text({ enum: ["waiting", "sending", "sent", "failed", "unknown", "held"] })
      .notNull()
      .default("waiting"),
    urgent: boolean().notNull().default(false),
    lowPriority: boolean("low_priority").notNull().default(false),
    attempts: integer().notNull().default(0),
    nextAttemptAt: timestamp("next_attempt_at", { withTimezone: true }).notNull().defaultNow(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    fault: text(),
  },
  (table) => [
    index("outbox_due")
      .on(table.urgent.desc(), table.lowPriority, table.nextAttemptAt)
      .where(sql`${table.state} in ('waiting', 'sending')`),
    index("outbox_failed").on(table.createdAt).where(sql`${table.state} in ('failed', 'unknown', 'held')`),
  ],
);

/**
 * When the latest mails to a mailbox are sent that were caused by somebody who has not proven to own it, oldest first; at most as
 * many as may be sent in a day. Its row is locked while one more is enqueued.
 */
export const mailTimes = pgTable("mail_times", {
  /** See plainMailbox. */
  mailbox: text().primaryKey(),
  leavesAt: timestamp("leaves_at", { withTimezone: true }).array().notNull(),
});
