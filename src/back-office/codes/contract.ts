import { z } from "zod";
import { afterRow, answered, text } from "../../platform/input.ts";
import { confirmed } from "../orders/contract.ts";

// Calls of /api/staff/codes: the typed M-Pesa codes that wait for a person. Money is whole KES.

const row = z.object({
  /** The payment's id. */
  _id: z.string(),
  code: z.string(),
  amount: z.int(),
  name: z.string(),
  phone: z.string(),
  /** Seconds since it was typed. */
  age: z.int(),
  orderId: z.string().nullable(),
  /** M-Pesa is not asked about it automatically any more. */
  isOverdue: z.boolean(),
  /** Whose it is, and how many codes of that account or guest wait. */
  account: z.string(),
  waiting: z.int(),
  /** When it leaves the list, and its order is cancelled, unless the money is found, in milliseconds since 1970. */
  endsAt: z.number().nullable(),
  /** Money at the till of this very amount, near in time, that has paid nothing; `seconds` after the code. */
  tillMoney: z.array(z.object({ code: z.string(), amount: z.int(), seconds: z.int() })),
  /** Where else the same code is known. */
  elsewhere: z.array(
    z.object({ paymentId: z.string().nullable(), orderId: z.string().nullable(), what: z.string() }),
  ),
});
export type CodeRow = z.output<typeof row>;

/** Oldest first. */
export const listCodes = {
  method: "GET",
  path: "/api/staff/codes",
  summary: "Codes that wait for a person, oldest first",
  query: z.object({
    after: afterRow.optional(),
    limit: z.coerce.number().int().min(1).max(50).default(50),
  }),
  answer: answered.extend({ rows: z.array(row), next: z.string().nullable(), total: z.int() }),
} as const;

/** `receipt`: the code of the SMS, where another was typed; `amount`: as shown, so that no other total is confirmed unseen. */
export const confirmCode = {
  path: "/api/staff/codes/:payment/confirm",
  summary: "The money of a code was seen: its order is paid",
  body: z.object({ receipt: text(40).optional(), amount: z.int().optional(), confirmed }).nullish(),
} as const;

/** The order stays; its shopper is asked for the right code. */
export const rejectCode = {
  path: "/api/staff/codes/:payment/reject",
  summary: "No money came by a code: its shopper is asked for the right one",
  body: z.object({ reason: z.string().trim().pipe(text(500).min(1, "Say why.")) }),
} as const;

/** All codes of one account or guest that nobody found; 409 `confirm` first. */
export const rejectAll = {
  path: "/api/staff/codes/reject-all",
  summary: "Reject all codes of one account that nobody found",
  body: z.object({ account: text(64), confirmed }),
  answer: answered.extend({ rejected: z.int() }),
} as const;

/** M-Pesa is asked about the code once more. */
export const askAgain = {
  path: "/api/staff/codes/:payment/ask-again",
  summary: "Ask M-Pesa about a code once more",
} as const;
