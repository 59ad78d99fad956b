import { looksLikeEmail } from "../accounts/form-rules.ts";
import { METHODS } from "../shop.ts";

export { METHODS };
export type Method = (typeof METHODS)[number];

/** Said on the pages that ask for payment details and take the payment (specification §5, §8). */
export const TEXTS = {
  detailsMissing: "Please fill in all payment details",
  emailInvalid: "Please enter a valid email address",
  phoneInvalid: "Please enter a phone number such as 0712 345 678",
  failed: "Payment failed. Please try again.",
} as const;

/** What people call each way to pay, and what happens next when they choose it. */
export const CHOICES = {
  cod: {
    name: "Cash on order",
    next: "Next: we show you our till number, you pay by M-Pesa and type the code from the SMS.",
  },
  mpesa: { name: "M-Pesa push", next: "Next: a prompt comes to your phone, and you confirm with your PIN." },
  flutterwave: { name: "Card", next: "Next: you pay by card on Flutterwave's secure page." },
} as const satisfies Record<Method, { name: string; next: string }>;

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

/** A number M-Pesa can be asked for, once normalised: 254 and nine digits of a mobile. */
export function isMobile(normalised: string): boolean {
  return /^254[17]\d{8}$/.test(normalised);
}

/** What is wrong with the details of a card payment (specification §5). */
export function cardFault(details: { name: string; email: string; phone: string }): string | undefined {
  if (Object.values(details).some((detail) => !detail.trim())) return TEXTS.detailsMissing;
  return looksLikeEmail(details.email) ? undefined : TEXTS.emailInvalid;
}
