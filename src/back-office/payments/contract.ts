import { z } from "zod";
import { METHODS } from "../../ordering/rules.ts";
import { afterRow, answered, text, typed } from "../../platform/input.ts";
import { pieces } from "../orders/contract.ts";

// Calls of /api/staff/payments. Times are milliseconds since 1970, money is whole KES.

const params = z.object({ id: text(64) });
const why = z.string().trim().pipe(text(500).min(1, "Say why."));
/** An M-Pesa code, or the number of a card's transaction. */
const receipt = typed.pipe(text(40));

const row = z.object({
  /** Of the payment or of what was noted beside all payments; of money at the till its code. */
  _id: z.string(),
  kind: z.string(),
  method: z.enum(METHODS).nullable(),
  state: z.string(),
  /** Null where it is not known. */
  amount: z.int().nullable(),
  why: z.string().nullable(),
  orderId: z.string().nullable(),
  paymentId: z.string().nullable(),
  code: z.string().nullable(),
  refund: z.string().nullable(),
  /** Of a refund, whose row bears the id of what it gives back. */
  refundId: z.string().optional(),
  /** Of a refund: by the provider, or by a person who then states its code. */
  way: z.string().optional(),
  date: z.int(),
});

const WHICH = ["doubtful", "unmatched", "messages", "refunds", "all"] as const;

/**
 * doubtful: only a person can decide; unmatched: money that fits no payment; messages: words of providers that could not be
 * read; refunds: due and under way. Newest first; nobody counts all payments.
 */
export const listPayments = {
  method: "GET",
  path: "/api/staff/payments",
  query: z.object({
    which: z.enum(WHICH).default("doubtful"),
    after: afterRow.optional(),
    limit: z.coerce.number().int().min(1).max(50).default(50),
  }),
  answer: answered.extend({ rows: z.array(row), next: z.string().nullable(), total: z.int().optional() }),
} as const;

const refundShape = z.object({ _id: z.string(), state: z.string(), way: z.string(), amount: z.int() });

const DEEDS = ["check", "accept", "close", "refund"] as const;
export type Deed = (typeof DEEDS)[number];

const event = z.object({
  at: z.int(),
  event: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  note: z.string().nullable(),
  by: z.string().nullable(),
});

/** A payment, or what was noted beside all payments, with its history; `messages` are for the owner alone. */
const payment = z.object({
  _id: z.string(),
  kind: z.string(),
  method: z.enum(METHODS).nullable(),
  state: z.string(),
  amount: z.int().nullable(),
  phone: z.string().nullable(),
  code: z.string().nullable(),
  reason: z.string().nullable(),
  orderId: z.string().nullable(),
  date: z.int(),
  paidAt: z.int().nullable(),
  /** What the calls would do about it as it stands. */
  deeds: z.array(z.enum(DEEDS)),
  refunds: z.array(
    refundShape.extend({
      /** Given up: it is not repeated any more. */
      givenUp: z.boolean(),
      /** A person may say that it was sent by hand. */
      markable: z.boolean(),
      reason: z.string(),
      reference: z.string().nullable(),
      result: z.string().nullable(),
      date: z.int(),
    }),
  ),
  attempts: z.array(
    z.object({
      refund: z.string(),
      way: z.string(),
      state: z.string(),
      amount: z.int(),
      reference: z.string().nullable(),
      at: z.int(),
    }),
  ),
  events: z.array(event),
  messages: z
    .array(z.object({ at: z.int(), kind: z.string(), outcome: z.string().nullable(), body: z.string() }))
    .optional(),
});

export const showPayment = {
  method: "GET",
  path: "/api/staff/payments/:id",
  params,
  answer: answered.extend({ payment }),
} as const;

export const checkPayment = { path: "/api/staff/payments/:id/check", params, answer: answered } as const;

/** The money was seen: the payment becomes its order. `amount`: as shown, so that no other total is accepted unseen. */
export const acceptPayment = {
  path: "/api/staff/payments/:id/accept",
  params,
  body: z.object({ receipt: receipt.optional(), amount: z.int().optional(), reason: why }),
  answer: answered,
} as const;

/** No money came, or it needs nothing more. */
export const closePayment = {
  path: "/api/staff/payments/:id/close",
  params,
  body: z.object({ reason: why }),
  answer: answered,
} as const;

const REFUND_AMOUNT = "The amount must be whole shillings, at least 1.";

/** Gives `amount` back; of the named lines of the order `restock` pieces go back on the shelf once the money is back. */
export const refundPayment = {
  path: "/api/staff/payments/:id/refund",
  params,
  body: z.object({
    amount: z.int(REFUND_AMOUNT).min(1, REFUND_AMOUNT),
    reason: why,
    receipt: receipt.optional(),
    lines: z
      .array(z.object({ line: z.int().min(1), quantity: pieces, restock: z.boolean() }))
      .max(50)
      .default([]),
  }),
  answer: answered.extend({ refund: refundShape }),
} as const;

/** It was given back by hand; `code` is the M-Pesa code or the card's refund. */
export const markRefunded = {
  path: "/api/staff/payments/:id/refunded",
  params,
  body: z.object({ refund: text(64), code: receipt.optional() }),
  answer: answered.extend({ refund: refundShape }),
} as const;
