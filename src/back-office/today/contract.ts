import { z } from "zod";
import { answered } from "../../platform/input.ts";

/** What waits, as far as the asker's role may see it; amounts in KES. */
export const today = {
  method: "GET",
  path: "/api/staff/today",
  summary: "What waits, in counts",
  answer: answered.extend({
    /** Paid orders that nobody has begun to pack. */
    toPack: z.int(),
    /** Typed M-Pesa codes that nobody found. */
    codes: z.int().optional(),
    /** Payments nobody but the owner can decide. */
    doubtful: z.int().optional(),
    /** Money that fits no payment. */
    unmatched: z.int().optional(),
    /** Sums that are on their way back, with nothing else to decide about them. */
    refundsDue: z.int().optional(),
    /** Reviews that nobody has read. */
    reviews: z.int().optional(),
    /** Sizes of which few pieces are left, or none. */
    lowStock: z.int().optional(),
    /** Mails that wait for the owner's word, and those of the last day that could not be sent. */
    mailsFailed: z.int().optional(),
    /** What came for the orders of today (EAT) and does not go back. */
    takings: z.int().optional(),
  }),
} as const;
