import type { PlainSentence, Sentence } from "../language/t.ts";
import type { Method } from "../shop.ts";

export type Choice = {
  name: PlainSentence;
  /** The method in plain words, where the specification's name does not say what to do. */
  means?: PlainSentence;
  next: PlainSentence;
  onward: PlainSentence;
};

/** What people call each way to pay, what happens next when they choose it, and the button that leads there. */
export const CHOICES = {
  cod: {
    name: "Cash on order",
    means: "Pay to our M-Pesa till",
    next: "Use Lipa na M-Pesa, then enter the code from the SMS.",
    onward: "Continue to our till",
  },
  mpesa: {
    name: "M-Pesa prompt",
    next: "A prompt comes to your phone. Enter your PIN there.",
    onward: "Continue to M-Pesa",
  },
  flutterwave: {
    name: "Card",
    next: "You pay by card on Flutterwave's secure page.",
    onward: "Continue to card payment",
  },
} as const satisfies Record<Method, Choice>;

/** The ways to pay as the checkout lists them: the prompt first, and last those that are not offered. */
export function inOrder(offered: readonly Method[]): Method[] {
  return [...LISTED].sort((one, other) => Number(offered.includes(other)) - Number(offered.includes(one)));
}

/** The method that asks least of a shopper comes first. */
const LISTED: readonly Method[] = ["mpesa", "cod", "flutterwave"];

/** The texts where a way to pay is not offered. */
export const MISSING = {
  cod: "Not offered in this shop.",
  mpesa: "M-Pesa prompts are not available in this shop yet. Please choose cash on order.",
  flutterwave: "Card payments are not available in this shop yet. Please choose cash on order.",
} as const satisfies Record<Method, Sentence>;
