import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { REJECTED_CODE_HOURS } from "../../../shop.ts";
import { payments } from "../../core/tables.server.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

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
    /** Found to have paid a payment, which stays so; written by the hourly sweep, so that lists need not look at it again. */
    matchedAt: moment("matched_at"),
  },
  (table) => [
    index("till_payments_by_reference").on(table.billRef),
    index("till_payments_by_amount").on(table.amount, sql`coalesce(${table.paidAt}, ${table.receivedAt})`),
    index("till_payments_loose")
      .on(table.receivedAt)
      .where(sql`${table.matchedAt} is null and ${table.decidedAt} is null`),
  ],
);

/** Money that nobody has decided about was reported under a payment's typed code. */
export const HAS_REPORTED_MONEY = sql`exists (select from ${tillPayments}
  where ${tillPayments.code} = ${payments.typedCode} and ${tillPayments.decidedAt} is null)`;

/** Another code of the same checkout is still looked for, or was itself rejected a short while ago. */
export const HAS_OTHER_CODE = sql`exists (select from payments other join orders o on o.id = ${payments.orderId}
  where other.user_id = ${payments.userId} and other.checkout = o.idempotency_key and other.id <> ${payments.id}
    and other.method = 'cod' and (other.state in ('pending', 'needs_review', 'paid_held')
      or other.rejected_at > now() - make_interval(hours => ${REJECTED_CODE_HOURS})))`;
