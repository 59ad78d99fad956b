import type { Sentence } from "../language/t.ts";
import type { Method } from "../shop.ts";

/** What people call each way to pay, what happens next when they choose it, and the button that leads there. */
export const CHOICES = {
  cod: {
    name: "Cash on order",
    next: "Pay to our M-Pesa till, then type the code from the SMS.",
    onward: "Continue to our till",
  },
  mpesa: {
    name: "M-Pesa push",
    next: "A prompt comes to your phone. Enter your PIN there.",
    onward: "Continue to M-Pesa",
  },
  flutterwave: {
    name: "Card",
    next: "You pay by card on Flutterwave's secure page.",
    onward: "Continue to card payment",
  },
} as const satisfies Record<Method, { name: Sentence; next: Sentence; onward: Sentence }>;

/** The ways to pay as the checkout lists them: the prompt first, and last those that are not offered. */
export function inOrder(offered: readonly Method[]): Method[] {
  return [...LISTED].sort((one, other) => Number(offered.includes(other)) - Number(offered.includes(one)));
}

/** The way that asks least of a shopper comes first. */
const LISTED: readonly Method[] = ["mpesa", "cod", "flutterwave"];

/** Said where a way to pay is not offered. */
export const MISSING = {
  cod: "Not offered in this shop.",
  mpesa: "M-Pesa push payments are not available in this shop yet. Please choose cash on order.",
  flutterwave: "Card payments are not available in this shop yet. Please choose cash on order.",
} as const satisfies Record<Method, Sentence>;
