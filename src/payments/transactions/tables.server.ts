import { sql } from "drizzle-orm";
import {
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
 * to its amount. `applyPaymentEvent` and the refunds are its only writers.
 */
export const transactions = pgTable(
  "transactions",
  {
    id: text().primaryKey(),
    provider: text({ enum: PROVIDERS }).notNull(),
    /** The money's own name: an M-Pesa receipt, a card transaction; null while a paid prompt's receipt is not known. */
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
    /** False: only reported, by a message that anybody could send; never spent. */
    verified: boolean().notNull(),
    /** The attempt it answers, and the order it pays or came for. */
    paymentId: text("payment_id").references(() => payments.id),
    orderId: text("order_id").references(() => orders.id),
    /** Paid to its order; back with the payer; on its way back; and what nobody has decided about. */
    allocated: integer().notNull().default(0),
    refunded: integer().notNull().default(0),
    refunding: integer().notNull().default(0),
    unallocated: integer().notNull(),
    /** Why a part of it is unallocated, or goes back. */
    reason: text(),
    details: jsonb().$type<TransactionDetails>(),
    createdAt: moment("created_at").notNull().defaultNow(),
    /** The owner leaves its rest where it is. */
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
    /** Names the matter, so that it is written down once. */
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
