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
import { METHODS } from "../../ordering/rules.ts";
import { orders } from "../../ordering/tables.server.ts";
import { STATES } from "./state.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** What a push's callback said, or a card's webhook of success; it proves nothing on its own. */
export type CallbackFacts = {
  code: string;
  /** KES, when it came as a whole number. */
  amount?: number | undefined;
  /** It named a sum that cannot be that of a payment: broken shillings, or two of them. */
  oddAmount?: true | undefined;
  receipt?: string | undefined;
  merchantRequestId?: string | undefined;
  checkoutRequestId?: string | undefined;
};

/** One attempt to pay an order. */
export const payments = pgTable(
  "payments",
  {
    id: text().primaryKey(),
    method: text({ enum: METHODS }).notNull(),
    state: text({ enum: STATES }).notNull(),
    /** Blocks another push for the same order or phone. */
    active: boolean().notNull().default(true),
    /** One tap on Pay, as the browser names it. */
    clientAttemptId: text("client_attempt_id"),
    /** The order it pays, which has the goods, the totals and the place. */
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    /** A code typed for an order that had one already. */
    added: boolean().notNull().default(false),
    /** KES. */
    amount: integer().notNull(),
    phone: text(),
    /** The name the provider knows it by: AccountReference, tx_ref. Of a typed code "till:" and the code. */
    reference: text().notNull().unique(),
    /** The M-Pesa code that was typed, if any; generated from `reference`, which earlier releases know too. */
    typedCode: text("typed_code").generatedAlwaysAs(
      sql`case when method = 'cod' and starts_with(reference, 'till:') then substr(reference, 6) end`,
    ),
    secretHash: text("secret_hash").unique(),
    checkoutRequestId: text("checkout_request_id").unique(),
    merchantRequestId: text("merchant_request_id").unique(),
    callback: jsonb().$type<CallbackFacts>(),
    /** The provider's last result code. */
    code: text(),
    /** The last result code of M-Pesa, where its list does not know it, and how often in a row it came. */
    unlistedCode: text("unlisted_code"),
    unlistedTimes: integer("unlisted_times").notNull().default(0),
    /** Why it waits for a person. */
    reason: text("reason"),
    /** The money that paid it. The foreign key is in the first migration, as the two table files cannot import each other. */
    transactionId: text("transaction_id").unique(),
    claimedAt: moment("claimed_at"),
    createdAt: moment("created_at").notNull().defaultNow(),
    submittedAt: moment("submitted_at"),
    paidAt: moment("paid_at"),
    /** M-Pesa, asked late, did not know the typed code: its shopper was warned that the order, if any, is cancelled soon. */
    warnedAt: moment("warned_at"),
    /** When its code was first typed, where it was typed again after its order was refused; else it is `createdAt`. */
    typedAt: moment("typed_at"),
    /** When an order by this typed code was refused for a limit on codes; null where the code is an order's. */
    refusedAt: moment("refused_at"),
    /** The hash of the network address it was begun from, as limits count addresses; a code added to an order has its order's. */
    placedFrom: text("placed_from"),
    /**
     * Of a code that M-Pesa cannot be asked about: when its shopper is warned, and when its order is cancelled unless staff
     * confirm or money is seen.
     */
    warnsAt: moment("warns_at"),
    endsAt: moment("ends_at"),
    /** When staff rejected its code and asked its shopper for the right one; null again once its order has ended. */
    rejectedAt: moment("rejected_at"),
    /** It began before the backup that was restored: its mails and automatic refunds wait for the owner. */
    restored: boolean().notNull().default(false),
    checks: integer().notNull().default(0),
    nextCheckAt: moment("next_check_at"),
    askedAt: moment("asked_at"),
    /** Until then one process is asking about it. */
    leaseUntil: moment("lease_until"),
  },
  (table) => [
    uniqueIndex("payments_client_attempt").on(table.orderId, table.clientAttemptId),
    uniqueIndex("payments_one_push_per_order")
      .on(table.orderId)
      .where(sql`${table.active} and ${table.method} = 'mpesa'`),
    uniqueIndex("payments_one_push_per_phone")
      .on(table.phone)
      .where(
        sql`${table.active} and ${table.method} = 'mpesa' and ${table.state} in ('created', 'submitting', 'pending', 'submit_unknown')`,
      ),
    index("payments_of_order").on(table.orderId),
    index("payments_by_typed_code").on(table.typedCode),
    index("payments_of_phone").on(table.phone, table.createdAt),
    index("payments_rejected").on(table.rejectedAt).where(sql`${table.rejectedAt} is not null`),
    index("payments_by_age").on(table.createdAt, table.id),
    // covers only what is under way or waits for a person: few rows of many
    index("payments_open")
      .on(table.createdAt, table.id)
      .where(sql`${table.state} not in ('paid', 'failed', 'rejected')`),
    index("payments_by_address")
      .on(table.placedFrom, table.createdAt)
      .where(sql`${table.placedFrom} is not null`),
    index("payments_ending")
      .on(table.endsAt)
      .where(sql`${table.endsAt} is not null and ${table.state} in ('pending', 'needs_review')`),
    index("payments_due").on(table.nextCheckAt).where(sql`${table.nextCheckAt} is not null`),
    check("paid_by_a_transaction", sql`(${table.state} = 'paid') = (${table.transactionId} is not null)`),
  ],
);

/** A typed code that no money was ever seen of. */
export const UNFOUND = sql`(${payments.method} = 'cod' and ${payments.state} in ('pending', 'needs_review') and ${payments.reason} is null)`;

/** Why a code that M-Pesa cannot be asked about was given up. Should its money come after all, its order goes on. */
export const ENDED = "nobody found its money in time";

/** What happened to a payment, never changed: every change of state, and every contradiction for staff. */
export const paymentEvents = pgTable(
  "payment_events",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    paymentId: text("payment_id").references(() => payments.id),
    at: moment("at").notNull().defaultNow(),
    event: text().notNull(),
    from: text("from_state"),
    to: text("to_state"),
    note: text(),
    /** Who of the staff did it; null where it was the shop itself or a shopper. */
    byId: text("by_id"),
    byName: text("by_name"),
  },
  (table) => [index("events_of_payment").on(table.paymentId, table.id)],
);

/**
 * Whether it is the first code of an order that ended for this reason; a code that was added or refused ends no order. Read
 * from the history since it was typed for this order: `reason` changes when money is held later, and later words of staff count.
 */
export const HAS_ENDED_ORDER = sql`(${payments.paidAt} is null and not ${payments.added} and ${payments.refusedAt} is null
  and ${ENDED} = (select last.note from ${paymentEvents} last where last.payment_id = ${payments.id}
    and last.to_state = 'failed' and last.at >= ${payments.createdAt} order by last.id desc limit 1))`;

/** Notices mailed to the owner, each matter once; several that wait leave in one mail. */
export const ownerNotices = pgTable(
  "owner_notices",
  {
    id: text().primaryKey(),
    /** Identifies the matter. */
    key: text().notNull().unique(),
    paymentId: text("payment_id").references(() => payments.id),
    what: text().notNull(),
    /** The line of the mail that says what it is about. */
    line: text().notNull(),
    /** The id of its page in the back office; null where an earlier release wrote it, whose line says where to look. */
    shownBy: text("shown_by"),
    createdAt: moment("created_at").notNull().defaultNow(),
    mailedAt: moment("mailed_at"),
  },
  (table) => [index("notices_waiting").on(table.id).where(sql`${table.mailedAt} is null`)],
);
