import { z } from "zod";
import { METHODS } from "../../ordering/rules.ts";
import { PROVIDERS, SOURCES, TRANSACTION_STATES } from "../../payments/transactions/rules.ts";
import { answered, day, text, typed } from "../../platform/input.ts";
import { confirmed, pieces } from "../orders/contract.ts";

// Calls of /api/staff/money and /api/staff/attempts. Times are milliseconds since 1970, money is whole KES. A first answer
// to what moves money is 409 with `confirm`: {amount, to, method, conflicts}; sent again with `confirmed: true` it is done;
// with the answer's `seen` in its place only if the same would be asked by then.

const why = z.string().trim().pipe(text(500).min(1, "Say why."));
/** An M-Pesa code, or the number of a card's transaction. */
const receipt = typed.pipe(text(40));

const refund = z.object({
  _id: z.string(),
  amount: z.int(),
  state: z.enum(["due", "sent", "unknown", "failed", "done"]),
  /** By the provider, or by a person who then states its code. */
  method: z.enum(["provider", "hand"]),
});

/** The four sums add up to `amount`; a closed row keeps its rest in `unallocated`. */
const row = z.object({
  _id: z.string(),
  provider: z.enum(PROVIDERS),
  /** Null while a paid prompt's receipt is not known. */
  receipt: z.string().nullable(),
  amount: z.int(),
  paidAt: z.int(),
  source: z.enum(SOURCES),
  verified: z.boolean(),
  state: z.enum(TRANSACTION_STATES),
  allocated: z.int(),
  refunded: z.int(),
  refunding: z.int(),
  unallocated: z.int(),
  reason: z.string().optional(),
  order: z.string().optional(),
  shopper: z.string().optional(),
  refunds: z.array(refund),
});
export type MoneyRow = z.output<typeof row>;

/** `from` and `to` are days in Nairobi, both included; `needs=decision`: only what the owner must decide. Newest first. */
export const listMoney = {
  method: "GET",
  path: "/api/staff/money",
  summary: "Every sum that came in, newest first, with filters and totals",
  query: z.object({
    state: z.enum(TRANSACTION_STATES).optional(),
    provider: z.enum(PROVIDERS).optional(),
    q: z.string().trim().pipe(text(100)).optional(),
    from: day.optional(),
    to: day.optional(),
    needs: z.literal("decision").optional(),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
  }),
  answer: answered.extend({ rows: z.array(row), total: z.int(), sum: z.int() }),
} as const;

const exception = z.object({
  _id: z.string(),
  kind: z.enum(["attempt", "contradiction", "dispute", "message"]),
  text: z.string(),
  at: z.int(),
  amount: z.int().optional(),
  receipt: z.string().optional(),
  order: z.string().optional(),
  /** The sum that it is about. */
  money: z.string().optional(),
});
export type ExceptionRow = z.output<typeof exception>;

/** What needs a decision and is no sum, the oldest 500: attempts that nobody can decide, messages, contradictions, disputes. */
export const listExceptions = {
  method: "GET",
  path: "/api/staff/money/exceptions",
  summary: "What needs a decision and is no sum",
  answer: answered.extend({ rows: z.array(exception), total: z.int() }),
} as const;

export const closeException = {
  path: "/api/staff/money/exceptions/:id/close",
  summary: "A message or contradiction needs nothing more",
  body: z.object({ reason: why }),
} as const;

/** Processes a message once more that could not be read. */
export const tryAgain = {
  path: "/api/staff/money/exceptions/:id/again",
  summary: "Try a message once more that could not be read",
} as const;

/** An attempt: how a provider was asked for money, and its answer. */
const attempt = z.object({
  _id: z.string(),
  method: z.enum(METHODS),
  state: z.string(),
  amount: z.int(),
  phone: z.string().nullable(),
  code: z.string().nullable(),
  reason: z.string().nullable(),
  date: z.int(),
});

const MONEY_ACTIONS = ["refund", "allocate", "close"] as const;
const ATTEMPT_ACTIONS = ["check", "paid", "unpaid"] as const;

/** One sum, or an attempt that has none, with everything known about it; `messages` are for the owner only. */
export const showMoney = {
  method: "GET",
  path: "/api/staff/money/:id",
  summary: "A sum, or an attempt without one, with its whole history",
  answer: answered.extend({
    money: row.optional(),
    attempt: attempt.optional(),
    order: z.string().optional(),
    /** The calls that would change something about it now. */
    actions: z.array(z.enum([...MONEY_ACTIONS, ...ATTEMPT_ACTIONS])),
    refunds: z.array(
      refund.extend({
        reason: z.string(),
        reference: z.string().nullable(),
        result: z.string().nullable(),
        date: z.int(),
        /** The calls that would do something for it, such as marking it as sent. */
        actions: z.array(z.enum(["check", "repeat", "done"])),
      }),
    ),
    history: z.array(z.object({ at: z.int(), text: z.string(), by: z.string().optional() })),
    messages: z
      .array(z.object({ at: z.int(), kind: z.string(), outcome: z.string().nullable(), body: z.string() }))
      .optional(),
  }),
} as const;
export type StaffMoney = z.output<typeof showMoney.answer>;

const REFUND_AMOUNT = "The amount must be whole shillings, at least 1.";

/** `restock`: whether the pieces of the named lines go back into stock once the money is refunded. */
export const refundMoney = {
  path: "/api/staff/money/:id/refund",
  summary: "Refund a sum or a part of it",
  body: z.object({
    amount: z.int(REFUND_AMOUNT).min(1, REFUND_AMOUNT),
    reason: why,
    lines: z
      .array(z.object({ line: z.int().min(1), quantity: pieces, restock: z.boolean() }))
      .max(50)
      .default([]),
    /** The order that the page showed it with, so that no other order's money is refunded unseen. */
    order: text(64).nullable().optional(),
    confirmed,
  }),
  answer: answered.extend({ refund }),
} as const;

/** Asks the provider about the refund. */
export const checkRefund = {
  path: "/api/staff/money/:id/refunds/:refund/check",
  summary: "Ask the provider how a refund went",
  answer: answered.extend({ state: refund.shape.state }),
} as const;

/** Sends it again; `firstFailed`: the owner has seen that the first did not go through. */
export const repeatRefund = {
  path: "/api/staff/money/:id/refunds/:refund/repeat",
  summary: "Send a refund again that failed or was lost",
  body: z.object({ firstFailed: z.boolean().default(false), confirmed }).nullish(),
} as const;

/** Marks it as sent by hand; `code` is the M-Pesa code or the card's refund. */
export const refundDone = {
  path: "/api/staff/money/:id/refunds/:refund/done",
  summary: "Say that a refund was sent by hand",
  body: z.object({ code: receipt.optional(), confirmed }).nullish(),
} as const;

/** The rest of the sum stays where it is, and refunds of it that failed or go by hand are given up. */
export const closeMoney = {
  path: "/api/staff/money/:id/close",
  summary: "Leave the rest of a sum where it is",
  body: z.object({ reason: why, confirmed }),
} as const;

/** It pays an order that is not paid, or owes a part. */
export const allocateMoney = {
  path: "/api/staff/money/:id/allocate",
  summary: "Let a sum pay an order",
  body: z.object({ order: text(64), confirmed }),
} as const;

export const checkAttempt = {
  path: "/api/staff/attempts/:id/check",
  summary: "Ask the provider now how an attempt went",
} as const;

/** The money was seen. `amount`: as shown, so that no other total is accepted unseen. */
export const attemptPaid = {
  path: "/api/staff/attempts/:id/paid",
  summary: "The money was seen: the attempt becomes its order",
  body: z.object({
    receipt: receipt.optional(),
    amount: z.int().optional(),
    reason: why,
    confirmed,
  }),
} as const;

export const attemptUnpaid = {
  path: "/api/staff/attempts/:id/unpaid",
  summary: "No money came",
  body: z.object({ reason: why }),
} as const;
