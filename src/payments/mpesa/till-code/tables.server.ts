import { type SQL, sql } from "drizzle-orm";
import { jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { ordersBeside } from "../../../ordering/queries.server.ts";
import { REJECTED_CODE_HOURS } from "../../../shop.ts";
import { payments, UNFOUND } from "../../core/tables.server.ts";
import { transactions } from "../../transactions/tables.server.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Queries to M-Pesa about a typed code; their answers come later, each to an address of its own. */
export const codeChecks = pgTable("code_checks", {
  secretHash: text("secret_hash").primaryKey(),
  paymentId: text("payment_id")
    .notNull()
    .references(() => payments.id),
  conversationId: text("conversation_id"),
  /** What the answer says; null until it comes. */
  result: jsonb().$type<CodeResult>(),
  askedAt: moment("asked_at").notNull().defaultNow(),
});

export type CodeResult =
  | { is: "timeout" }
  | {
      is: "answered";
      code: string;
      /** M-Pesa's description of the result. */
      words?: string | undefined;
      status?: string | undefined;
      receipt?: string | undefined;
      amount?: number | undefined;
      /** "600966 - SHOP". */
      creditParty?: string | undefined;
      /** yyyyMMddHHmmss, EAT. */
      initiated?: string | undefined;
      /** The last three digits of the payer's phone. */
      payer?: string | undefined;
    };

/** Money was reported under a payment's typed code, and nobody has decided about it. */
export const HAS_REPORTED_MONEY = hasReportedMoney(sql`${payments.typedCode}`);

/** A typed code that is still looked for; not when its money was reported, as it is about to be found. */
export const IS_SOUGHT = sql`${UNFOUND} and not ${HAS_REPORTED_MONEY}`;

/** The same for any code. */
export function hasReportedMoney(code: SQL): SQL {
  return sql`exists (select from ${transactions} t where t.provider = 'mpesa' and t.receipt = ${code}
    and t.verified and t.unallocated > 0 and t.closed_at is null)`;
}

/** Another code of the same checkout is still looked for, or was itself rejected a short while ago. */
export const HAS_OTHER_CODE = sql`exists (select from payments other
  where other.order_id in (${ordersBeside(sql`${payments.orderId}`)}) and other.id <> ${payments.id}
    and other.method = 'cod' and (other.state in ('pending', 'needs_review', 'paid_held')
      or other.rejected_at > now() - make_interval(hours => ${REJECTED_CODE_HOURS})))`;
