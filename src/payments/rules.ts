/** The ways to pay (specification §1); PAYMENT_METHODS says which of them can be chosen. */
export const METHODS = ["cod", "mpesa", "flutterwave"] as const;
export type Method = (typeof METHODS)[number];

/** Said where a way to pay is not there yet. */
export const MISSING = {
  mpesa: "M-Pesa push payments are not available in this shop yet. Please choose cash on order.",
  flutterwave: "Card payments are not available in this shop yet. Please choose cash on order.",
} as const satisfies Partial<Record<Method, string>>;

/**
 * A Kenyan phone for M-Pesa as 254…: leading 0 replaced by 254, otherwise 254 prefixed unless there (specification §5).
 * Spaces, hyphens, brackets and a leading + or 00 are dropped first.
 */
export function normalisePhone(typed: string): string {
  const digits = typed
    .replace(/[\s()-]/g, "")
    .replace(/^\+/, "")
    .replace(/^00/, "");
  if (digits.startsWith("254")) return digits;
  return `254${digits.replace(/^0/, "")}`;
}
