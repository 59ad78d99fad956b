import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Webhooks as they came to /hooks, before they are processed. A callback is the webhook of one prompt. */
export const webhookInbox = pgTable(
  "webhook_inbox",
  {
    id: text().primaryKey(),
    kind: text({ enum: ["stk", "c2b", "result", "timeout", "card"] }).notNull(),
    /** The payment, or the question's hash, whose own address it came to; of a card, the shopper whose browser sent it. */
    about: text(),
    /** The money's receipt and our reference of a payment, as far as they could be read, so that its payment finds it. */
    receipt: text(),
    reference: text(),
    body: text().notNull(),
    receivedAt: moment("received_at").notNull().defaultNow(),
    processedAt: moment("processed_at"),
    /** The result of processing it. */
    outcome: text(),
    /** How often processing failed; when it may be tried again; and since when it waits for the owner. */
    tries: integer().notNull().default(0),
    nextTryAt: moment("next_try_at"),
    parkedAt: moment("parked_at"),
  },
  (table) => [
    index("webhook_inbox_waiting").on(table.about, table.id).where(sql`${table.processedAt} is null`),
    index("webhook_inbox_by_age").on(table.receivedAt),
    index("webhook_inbox_by_receipt").on(table.receipt),
    index("webhook_inbox_by_reference").on(table.reference),
  ],
);
