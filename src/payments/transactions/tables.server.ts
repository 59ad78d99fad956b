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
import { payments } from "../core/tables.server.ts";
import { EXCEPTIONS, PROVIDERS, SOURCES } from "./rules.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** What a card provider says of a charge, kept beside its sum (specification §3). */
export type TransactionDetails = {
  currency: "KES";
  processor_response?: string;
  payment_type?: string;
  flw_ref?: string;
  last4?: string;
  brand?: string;
  /** Where the card is not known by both of these. */
  phone_number?: string;
};

/**
 * Every sum that came in, or was reported to have come: one row each, in whole KES. Its four sums say where it is, and add up
 * to its amount. Written by the files of this folder, and by what staff do with a sum (../staff).
 */
export const transactions = pgTable(
  "transactions",
  {
    id: text().primaryKey(),
    provider: text({ enum: PROVIDERS }).notNull(),
    /** The provider's id of the money: an M-Pesa receipt, a card transaction; null while a paid prompt's receipt is not known. */
    receipt: text(),
    amount: integer().notNull(),
    /** When the money moved, as far as the provider has said. */
    paidAt: moment("paid_at"),
    /** The last three digits of the payer's phone; "?" where it is surely no prompt's. */
    payer: text(),
    /** The till or shortcode it came to. */
    till: text(),
    /** The account number that the payer typed, or our reference of a prompt or card page. */
    billRef: text("bill_ref"),
    source: text({ enum: SOURCES }).notNull(),
    /** False: only reported, by a message that anybody could send; such money is never spent. */
    verified: boolean().notNull(),
    /** The attempt it answers, and the order it pays or came for. */
    paymentId: text("payment_id").references(() => payments.id),
    orderId: text("order_id").references(() => orders.id),
    /** Paid to its order; refunded; being refunded; and what nobody has decided about. */
    allocated: integer().notNull().default(0),
    refunded: integer().notNull().default(0),
    refunding: integer().notNull().default(0),
    unallocated: integer().notNull(),
    /** Why a part of it is unallocated, or goes back. */
    reason: text(),
    details: jsonb().$type<TransactionDetails>(),
    createdAt: moment("created_at").notNull().defaultNow(),
    /** When the owner closed it: the rest stays where it is. */
    closedAt: moment("closed_at"),
    closedBy: text("closed_by"),
  },
  (table) => [
    uniqueIndex("transactions_receipt").on(table.provider, table.receipt),
    index("transactions_of_payment").on(table.paymentId),
    index("transactions_of_order").on(table.orderId),
    index("transactions_by_reference").on(table.billRef),
    index("transactions_by_amount").on(table.amount, sql`coalesce(${table.paidAt}, ${table.createdAt})`),
    index("transactions_by_age").on(table.createdAt, table.id),
    index("transactions_unallocated")
      .on(table.createdAt)
      .where(sql`${table.unallocated} > 0 and ${table.closedAt} is null`),
    check(
      "sums_add_up",
      sql`${table.amount} = ${table.allocated} + ${table.refunded} + ${table.refunding} + ${table.unallocated}`,
    ),
    check(
      "sums_are_not_negative",
      sql`${table.amount} > 0 and ${table.allocated} >= 0 and ${table.refunded} >= 0 and ${table.refunding} >= 0 and ${table.unallocated} >= 0`,
    ),
    check("only_verified_money_is_spent", sql`${table.verified} or ${table.unallocated} = ${table.amount}`),
    check("allocated_to_an_order", sql`${table.allocated} = 0 or ${table.orderId} is not null`),
  ],
);

/**
 * What needs the owner's decision and is no transaction: messages that cannot be read, contradict a decision, report a
 * dispute, or name a sum of unknown size, with cents or in another currency.
 */
export const exceptions = pgTable(
  "exceptions",
  {
    id: text().primaryKey(),
    /** Identifies the matter, so that it is recorded once. */
    key: text().notNull().unique(),
    kind: text({ enum: EXCEPTIONS }).notNull(),
    text: text().notNull(),
    provider: text({ enum: PROVIDERS }),
    paymentId: text("payment_id").references(() => payments.id),
    transactionId: text("transaction_id").references(() => transactions.id),
    webhookId: text("webhook_id"),
    receipt: text(),
    /** KES, where it is known. */
    amount: integer(),
    /** The owner's reason, or what came of the message. */
    reason: text(),
    createdAt: moment("created_at").notNull().defaultNow(),
    closedAt: moment("closed_at"),
    closedBy: text("closed_by"),
  },
  (table) => [
    index("exceptions_open").on(table.createdAt).where(sql`${table.closedAt} is null`),
    index("exceptions_of_payment").on(table.paymentId),
    index("exceptions_by_webhook").on(table.webhookId),
    index("exceptions_by_receipt").on(table.receipt),
  ],
);

/** Pieces of an order's line that a refund is about; with `restock` they go on the shelf again once it is done. */
export type ReturnedLine = { line: number; quantity: number; restock: boolean };

/**
 * Money of a transaction to refund, the whole or a part of it. Until it is done or given up its amount is counted in the
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
    /** Who asked for it; null where the shop did so automatically. */
    byId: text("by_id"),
    byName: text("by_name"),
    /** Identifies one request of one member of staff, so that it is carried out once. */
    idempotencyKey: text("idempotency_key"),
    /** By the provider's interface, or by a person, who then states the code. */
    way: text({ enum: ["provider", "hand"] })
      .notNull()
      .default("provider"),
    /** The M-Pesa code of the money that a person sent; one code stands for one refund only. */
    handCode: text("hand_code").unique("refunds_hand_code"),
    // unknown: the request was cut off; only its result, the provider's answer or a person says whether it went through.
    // asking, asked: it is to be repeated, and the provider is asked first whether it went through
    state: text({ enum: ["due", "asking", "asked", "sending", "sent", "unknown", "done", "failed"] })
      .notNull()
      .default("due"),
    tries: integer().notNull().default(0),
    /** The owner says that the last attempt failed: counts where the provider gives no answer. */
    firstFailed: boolean("first_failed").notNull().default(false),
    /** The provider is only asked whether it went through; whatever the answer, nothing is sent again. */
    asksOnly: boolean("asks_only").notNull().default(false),
    /** The provider's id of the refund under way or done, or the code of one by hand. */
    reference: text(),
    /** The last result that was reported of it. */
    result: text(),
    nextTryAt: moment("next_try_at").defaultNow(),
    createdAt: moment("created_at").notNull().defaultNow(),
    doneAt: moment("done_at"),
    /** When a failed refund, or one for a person to send, was given up: another replaced it, or the owner refunds nothing more. */
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
    /** Hash of the secret in the address of its result: one for each attempt, so that a late result finds its own. */
    secretHash: text("secret_hash").unique(),
    reference: text(),
    startedAt: moment("started_at").notNull().defaultNow(),
  },
  (table) => [index("attempts_of_refund").on(table.refundId, table.startedAt)],
);

/** Every result that was reported of an attempt, in the order of arrival; never changed. */
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

/** Neither done nor given up: the owner, the provider or a person has still to do something about it. */
export const IS_OPEN = sql`(${refunds.state} <> 'done' and ${refunds.givenUpAt} is null)`;

/** It failed, or only a person was to send it. */
export const IS_UNSENT = sql`(${refunds.state} = 'failed' or ${refunds.state} = 'due' and ${refunds.way} = 'hand')`;
