import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { orders } from "../../ordering/tables.server.ts";
import { transactions } from "../transactions/tables.server.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Pieces of an order's line that a refund is about; with `restock` they go on the shelf again once it is done. */
export type ReturnedLine = { line: number; quantity: number; restock: boolean };

/**
 * Money of a transaction to give back, in whole or a part of it. Until it is done or given up its amount is counted in the
 * transaction's `refunding`.
 */
export const refunds = pgTable(
  "refunds",
  {
    id: text().primaryKey(),
    transactionId: text("transaction_id")
      .notNull()
      .references(() => transactions.id),
    /** The order whose money it is; null for money that no order has. */
    orderId: text("order_id").references(() => orders.id),
    amount: integer().notNull(),
    reason: text().notNull(),
    lines: jsonb().$type<ReturnedLine[]>().notNull().default([]),
    /** Who asked for it; null where the shop did by itself. */
    byId: text("by_id"),
    byName: text("by_name"),
    /** Names one wish of one member of staff, so that it is granted once. */
    idempotencyKey: text("idempotency_key"),
    /** By the provider's interface, or by a person, who then states the code. */
    way: text({ enum: ["provider", "hand"] })
      .notNull()
      .default("provider"),
    /** The code of the money that a person sent; it gives back one refund. */
    handCode: text("hand_code").unique("refunds_hand_code"),
    // unknown: the request was cut off; only its result, the provider's answer or a person says whether it went through.
    // asking, asked: it is to be repeated, and the provider is asked first whether it went through
    state: text({ enum: ["due", "asking", "asked", "sending", "sent", "unknown", "done", "failed"] })
      .notNull()
      .default("due"),
    tries: integer().notNull().default(0),
    /** The owner's word that the one before did not go through: counts where the provider gives no answer. */
    firstFailed: boolean("first_failed").notNull().default(false),
    /** The provider is asked whether it went through, and nothing is sent again for its answer. */
    asksOnly: boolean("asks_only").notNull().default(false),
    /** The provider's name for the one under way or done, or the code of the one by hand. */
    reference: text(),
    /** The last word about it. */
    result: text(),
    nextTryAt: moment("next_try_at").defaultNow(),
    createdAt: moment("created_at").notNull().defaultNow(),
    doneAt: moment("done_at"),
    /** It failed, and is not to be repeated: another was begun in its place, or the owner leaves it at that. */
    givenUpAt: moment("given_up_at"),
  },
  (table) => [
    index("refunds_due").on(table.nextTryAt).where(sql`${table.nextTryAt} is not null`),
    index("refunds_of_transaction").on(table.transactionId, table.id),
    uniqueIndex("refunds_idempotency_key").on(table.byId, table.idempotencyKey),
    index("refunds_of_order").on(table.orderId),
    index("refunds_open")
      .on(table.createdAt)
      .where(sql`${table.state} <> 'done' and ${table.givenUpAt} is null`),
    check("refund_is_positive", sql`${table.amount} > 0`),
  ],
);

/** Each time money was sent back, by the provider or by hand, and each question whether it went through; never deleted. */
export const refundAttempts = pgTable(
  "refund_attempts",
  {
    id: text().primaryKey(),
    refundId: text("refund_id")
      .notNull()
      .references(() => refunds.id),
    way: text({ enum: ["provider", "hand", "question"] }).notNull(),
    amount: integer().notNull(),
    state: text({ enum: ["sending", "sent", "unknown", "done", "failed"] }).notNull(),
    /** Of the address its result comes to: one of its own, so that a late result is that of this attempt. */
    secretHash: text("secret_hash").unique(),
    reference: text(),
    startedAt: moment("started_at").notNull().defaultNow(),
  },
  (table) => [index("attempts_of_refund").on(table.refundId, table.startedAt)],
);

/** Every word that came about an attempt, in the order it came; never changed. */
export const refundResults = pgTable(
  "refund_results",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    attemptId: text("attempt_id")
      .notNull()
      .references(() => refundAttempts.id),
    at: moment("at").notNull().defaultNow(),
    outcome: text().notNull(),
    reference: text(),
    reason: text(),
  },
  (table) => [index("results_of_attempt").on(table.attemptId, table.id)],
);
