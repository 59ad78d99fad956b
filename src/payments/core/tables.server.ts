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
import { users } from "../../accounts/tables.server.ts";
import type { Address } from "../../ordering/contract.ts";
import type { PurchaseLine } from "../../ordering/purchase.server.ts";
import { METHODS } from "../../ordering/rules.ts";
import { orders } from "../../ordering/tables.server.ts";
import { STATES } from "./state.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** What a push's callback said, or a card's webhook of success; it proves nothing by itself. */
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

/** What the provider's own answer says of the money, kept beside the order (specification §3). */
export type PaymentDetails = {
  amount: number;
  currency: "KES";
  processor_response?: string;
  payment_type?: string;
  flw_ref?: string;
  last4?: string;
  brand?: string;
  /** Where the card is not known by both of these. */
  phone_number?: string;
};

/** One attempt to pay: what is bought and for how much, frozen before any money is asked for. Whole KES. */
export const payments = pgTable(
  "payments",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    method: text({ enum: METHODS }).notNull(),
    state: text({ enum: STATES }).notNull(),
    /** Stands in the way of another push for the same cart or phone. */
    active: boolean().notNull().default(true),
    /** One tap on Pay, as the browser names it. */
    clientAttemptId: text("client_attempt_id"),
    /** The checkout it pays for; becomes its order's Idempotency-Key, so that two payments never make two orders of one. */
    checkoutId: text("checkout").notNull(),
    /** Hash of what is bought: the same cart in another tab. */
    cartFingerprint: text("draft").notNull(),
    address: jsonb().$type<Address>(),
    lines: jsonb().$type<PurchaseLine[]>().notNull(),
    subtotal: integer().notNull(),
    deliveryFee: integer("delivery_fee").notNull(),
    amount: integer().notNull(),
    phone: text(),
    /** The name the provider knows it by: AccountReference, tx_ref. Of a typed code "till:" and the code. */
    reference: text().notNull().unique(),
    /** The M-Pesa code that promises it, where one was typed; read from `reference`, which earlier releases know too. */
    typedCode: text("typed_code").generatedAlwaysAs(
      sql`case when method = 'cod' and starts_with(reference, 'till:') then substr(reference, 6) end`,
    ),
    secretHash: text("secret_hash").unique(),
    checkoutRequestId: text("checkout_request_id").unique(),
    merchantRequestId: text("merchant_request_id").unique(),
    callback: jsonb().$type<CallbackFacts>(),
    /** The provider's last word, as a code. */
    code: text(),
    /** A code that M-Pesa's list does not know, which it gave last, and how often in a row. */
    unlistedCode: text("unlisted_code"),
    unlistedTimes: integer("unlisted_times").notNull().default(0),
    /** Why it waits for a person. */
    reason: text("why"),
    /** The money's own name, verified: an M-Pesa receipt, a Flutterwave transaction. */
    receipt: text().unique("payments_receipt"),
    details: jsonb().$type<PaymentDetails>(),
    orderId: text("order_id")
      .unique()
      .references(() => orders.id),
    claimedAt: moment("claimed_at"),
    createdAt: moment("created_at").notNull().defaultNow(),
    submittedAt: moment("submitted_at"),
    paidAt: moment("paid_at"),
    /** M-Pesa, asked late, did not know the typed code: its shopper was told that the order, if any, is cancelled soon. */
    warnedAt: moment("warned_at"),
    /** When its code was first typed, where it was typed again after its order was refused; else it is `createdAt`. */
    typedAt: moment("typed_at"),
    /** When an order by this typed code was refused for a limit on codes; null where the code is an order's. */
    refusedAt: moment("refused_at"),
    /** When staff rejected its code and asked its shopper for the right one; null again once its order has ended. */
    rejectedAt: moment("rejected_at"),
    checks: integer().notNull().default(0),
    nextCheckAt: moment("next_check_at"),
    askedAt: moment("asked_at"),
    /** Until then one process is asking about it. */
    leaseUntil: moment("lease_until"),
  },
  (table) => [
    uniqueIndex("payments_client_attempt").on(table.userId, table.clientAttemptId),
    uniqueIndex("payments_one_push_per_cart")
      .on(table.userId, table.cartFingerprint)
      .where(sql`${table.active} and ${table.method} = 'mpesa'`),
    uniqueIndex("payments_one_push_per_phone")
      .on(table.phone)
      .where(
        sql`${table.active} and ${table.method} = 'mpesa' and ${table.state} in ('created', 'submitting', 'pending', 'submit_unknown')`,
      ),
    index("payments_of_user").on(table.userId, table.id),
    index("payments_by_typed_code").on(table.typedCode),
    index("payments_of_phone").on(table.phone, table.createdAt),
    index("payments_rejected").on(table.rejectedAt).where(sql`${table.rejectedAt} is not null`),
    index("payments_by_age").on(table.createdAt, table.id),
    index("payments_due").on(table.nextCheckAt).where(sql`${table.nextCheckAt} is not null`),
    check("payment_adds_up", sql`${table.amount} = ${table.subtotal} + ${table.deliveryFee}`),
    check("ordered_has_an_order", sql`${table.state} <> 'ordered' or ${table.orderId} is not null`),
  ],
);

/** A typed code that no money was ever seen of. */
export const UNFOUND = sql`(${payments.method} = 'cod' and ${payments.state} in ('pending', 'needs_review') and ${payments.reason} is null)`;

/** Pieces of an order's line that a refund is about; with `restock` they go on the shelf again once it is done. */
export type ReturnedLine = { line: number; quantity: number; restock: boolean };

/**
 * Money to give back, in whole or a part of it: a payment that came late or twice, that staff returned, or that came beside
 * all payments. All that are not failed together are never more than came (decision 39).
 */
export const refunds = pgTable(
  "refunds",
  {
    /** One of an earlier release bears the id of its payment or discrepancy. */
    id: text().primaryKey(),
    paymentId: text("payment_id").references(() => payments.id),
    discrepancyId: text("discrepancy_id")
      .unique()
      .references(() => discrepancies.id),
    /** Counted from 1 for each payment. An earlier release, which knows one refund of a payment, can add no second. */
    number: integer().notNull().default(1),
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
    /** The provider's name for the one under way or done, or the code of the one by hand. */
    reference: text(),
    /** The last word about it. */
    result: text(),
    nextTryAt: moment("next_try_at").defaultNow(),
    createdAt: moment("created_at").notNull().defaultNow(),
    doneAt: moment("done_at"),
    /** It failed, and is not to be repeated: another was begun in its place, or the owner leaves it at that. */
    givenUpAt: moment("given_up_at"),
    /** When payment, order and stock followed its success. Later than that only where an earlier release finished it. */
    appliedAt: moment("applied_at"),
  },
  (table) => [
    index("refunds_due").on(table.nextTryAt).where(sql`${table.nextTryAt} is not null`),
    uniqueIndex("refunds_by_number").on(table.paymentId, table.number),
    uniqueIndex("refunds_idempotency_key").on(table.byId, table.idempotencyKey),
    index("refunds_of_order").on(table.orderId),
    index("refunds_open")
      .on(table.createdAt)
      .where(sql`${table.state} <> 'done' and ${table.givenUpAt} is null`),
    index("refunds_to_apply").on(table.id).where(sql`${table.state} = 'done' and ${table.appliedAt} is null`),
    check("refund_of_one", sql`num_nonnulls(${table.paymentId}, ${table.discrepancyId}) = 1`),
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
    reason: text("why"),
  },
  (table) => [index("results_of_attempt").on(table.attemptId, table.id)],
);

export const DISCREPANCIES = [
  /** Money under the name of a payment that has its own. */
  "second_charge",
  /** Money that fits no payment. */
  "unmatched_money",
  /** Money that may have gone back twice. */
  "refunded_twice",
  /** Words of a provider that contradict what was decided. */
  "contradiction",
  /** What came to an address we gave out, and cannot be read, or not be worked on. */
  "message",
] as const;

/** What may be money and is no payment by itself: it waits for the owner until he decides, and stays written down. */
export const discrepancies = pgTable(
  "discrepancies",
  {
    id: text().primaryKey(),
    /** Names the matter, so that it is noted once. */
    key: text().notNull().unique(),
    kind: text({ enum: DISCREPANCIES }).notNull(),
    state: text({ enum: ["open", "refund_pending", "refund_failed", "refunded", "closed"] })
      .notNull()
      .default("open"),
    /** The payment whose name it bears. */
    paymentId: text("payment_id").references(() => payments.id),
    /** The words it was read from, or that cannot be read. */
    webhookId: text("hook_id"),
    method: text({ enum: METHODS }),
    /** The money's own name. */
    receipt: text(),
    /** KES, where it is known. */
    amount: integer(),
    what: text().notNull(),
    /** The owner's reason. */
    reason: text(),
    createdAt: moment("created_at").notNull().defaultNow(),
    closedAt: moment("closed_at"),
  },
  (table) => [
    index("discrepancies_open").on(table.createdAt).where(sql`${table.closedAt} is null`),
    index("discrepancies_by_receipt").on(table.receipt),
    index("discrepancies_by_hook").on(table.webhookId),
  ],
);

/** Questions to M-Pesa about a typed code, whose answers come later to an address of their own. */
export const codeChecks = pgTable("code_checks", {
  secretHash: text("secret_hash").primaryKey(),
  paymentId: text("payment_id")
    .notNull()
    .references(() => payments.id),
  conversationId: text("conversation_id"),
  /** What the answer said; null until it comes. */
  result: jsonb().$type<CodeResult>(),
  askedAt: moment("asked_at").notNull().defaultNow(),
});

export type CodeResult =
  | { is: "timeout" }
  | {
      is: "answered";
      code: string;
      /** What M-Pesa says of it in words. */
      words?: string | undefined;
      status?: string | undefined;
      receipt?: string | undefined;
      amount?: number | undefined;
      /** "600966 - SHOP". */
      creditParty?: string | undefined;
      /** yyyyMMddHHmmss, EAT. */
      initiated?: string | undefined;
    };

/** Money M-Pesa told us of by itself (C2B confirmations), by its code. */
export const tillPayments = pgTable(
  "till_payments",
  {
    code: text().primaryKey(),
    amount: integer().notNull(),
    shortcode: text().notNull(),
    /** The account number typed by the payer, or our reference of a push. */
    billRef: text("bill_ref").notNull(),
    paidAt: moment("paid_at"),
    receivedAt: moment("received_at").notNull().defaultNow(),
    /** The owner gave it back or closed it: it pays nothing any more. */
    decidedAt: moment("decided_at"),
  },
  (table) => [index("till_payments_by_reference").on(table.billRef)],
);

/** Everything that came to /hooks, before anything is done with it. */
export const webhookInbox = pgTable(
  "hook_inbox",
  {
    id: text().primaryKey(),
    kind: text({ enum: ["stk", "c2b", "result", "timeout", "card"] }).notNull(),
    /** The payment, or the question's hash, whose address it came to; of a card, the shopper whose browser named it. */
    about: text(),
    /** The money it tells of, and our name for a payment, as far as it could be read: so that its payment finds it. */
    receipt: text(),
    reference: text(),
    body: text().notNull(),
    receivedAt: moment("received_at").notNull().defaultNow(),
    processedAt: moment("processed_at"),
    /** What came of it. */
    outcome: text(),
    /** How often it could not be worked on; not before when it is tried again; and since when it waits for the owner. */
    tries: integer().notNull().default(0),
    nextTryAt: moment("next_try_at"),
    parkedAt: moment("parked_at"),
  },
  (table) => [
    index("hook_inbox_waiting").on(table.about, table.id).where(sql`${table.processedAt} is null`),
    index("hook_inbox_by_age").on(table.receivedAt),
    index("hook_inbox_by_receipt").on(table.receipt),
    index("hook_inbox_by_reference").on(table.reference),
  ],
);

/** What the owner is mailed, each matter once; several that wait leave in one mail. */
export const ownerNotices = pgTable(
  "owner_notices",
  {
    id: text().primaryKey(),
    /** Names the matter. */
    key: text().notNull().unique(),
    paymentId: text("payment_id").references(() => payments.id),
    what: text().notNull(),
    /** The line of the mail that says what it is about and how to see it. */
    line: text().notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    mailedAt: moment("mailed_at"),
  },
  (table) => [index("notices_waiting").on(table.id).where(sql`${table.mailedAt} is null`)],
);

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
    /** Whose deed it was; null where the shop did it by itself, or a shopper. */
    byId: text("by_id"),
    byName: text("by_name"),
  },
  (table) => [index("events_of_payment").on(table.paymentId, table.id)],
);

/** One access token per provider, shared by all processes: a new one ends the one before. */
export const providerTokens = pgTable("provider_tokens", {
  provider: text().primaryKey(),
  token: text(),
  expiresAt: moment("expires_at"),
  /** Until then one process is fetching another. */
  fetchingUntil: moment("fetching_until"),
});

/** When the next request of a kind may leave, for all processes together. */
export const providerTurns = pgTable("provider_turns", {
  name: text().primaryKey(),
  nextAt: moment("next_at").notNull().defaultNow(),
});
