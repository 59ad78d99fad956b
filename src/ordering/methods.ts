import type { Method } from "../shop.ts";

/** What people call each way to pay, and what happens next when they choose it. */
export const CHOICES = {
  cod: {
    name: "Cash on order",
    next: "Next: we show you our till number, you pay by M-Pesa and type the code from the SMS.",
  },
  mpesa: { name: "M-Pesa push", next: "Next: a prompt comes to your phone, and you confirm with your PIN." },
  flutterwave: { name: "Card", next: "Next: you pay by card on Flutterwave's secure page." },
} as const satisfies Record<Method, { name: string; next: string }>;

/** Said where a way to pay is not offered. */
export const MISSING = {
  cod: "Not offered in this shop.",
  mpesa: "M-Pesa push payments are not available in this shop yet. Please choose cash on order.",
  flutterwave: "Card payments are not available in this shop yet. Please choose cash on order.",
} as const satisfies Record<Method, string>;
