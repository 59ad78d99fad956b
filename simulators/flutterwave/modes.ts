import { z } from "zod";

/** What befalls the provider's API. */
export const mode = z.enum(["normal", "all-5xx", "slow", "malformed", "rate-limited", "down"]);
export type Mode = z.infer<typeof mode>;

/** How refunds go: done immediately, done a minute later, never done, refused, or done but answered with a 500. */
export const refundMode = z.enum(["completed", "processing", "pending", "refused", "no-balance", "lost"]);
export type RefundMode = z.infer<typeof refundMode>;

/** What the sources leave open or a dashboard decides. */
export const switches = z.strictObject({
  /** The HTTP status of "No transaction was found for this id". */
  missingStatus: z.union([z.literal(400), z.literal(200)]),
  /** Which of several attempts verify_by_reference gives. */
  byReference: z.enum(["first", "last", "best"]),
  /** Whether a refund or chargeback sends a webhook. */
  refundWebhook: z.boolean(),
});
export type Switches = z.infer<typeof switches>;

/** The harsher of each, or the provider's own default. */
export const SWITCHES: Readonly<Switches> = {
  missingStatus: 400,
  byReference: "first",
  refundWebhook: false,
};
