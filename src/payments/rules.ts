import { looksLikeEmail } from "../accounts/form-rules.ts";
import { PHONE_INVALID } from "../phone-rules.ts";
import type { State } from "./core/state.ts";

/** The texts of the payment pages and of the calls behind them (specification §5, §8). */
export const PAYMENT_TEXTS = {
  detailsMissing: "Please fill in all payment details",
  emailInvalid: "Please enter a valid email address",
  phoneInvalid: PHONE_INVALID,
  failed: "Payment failed. Please try again.",
  confirmed: "Payment confirmed!",
  timeout: "Payment timeout. Please try again.",
  timeoutAtPhone: "Payment timeout. Please try again or contact support if money was deducted.",
  cancelled: "Payment cancelled by user.",
  unverifiable: "Unable to verify payment. Please contact support if money was deducted.",
  orderFailed: "Failed to place order. Please contact support.",
  cardCancelled: "Payment cancelled",
  cardSignedOut: "Authentication failed. Please log in again.",
  cardOrderFailed: "Payment successful but failed to place order. Please contact support.",
  scriptFailed: "Failed to load payment modal. Check your internet connection and retry later.",
  signedOut: "Please log in to pay with M-Pesa",
  amountInvalid: "The amount must be whole shillings, from 1 to 250,000.",
  inProgress: "You have another payment in progress. Please finish it or wait a moment.",
  phoneBusy: "We just sent a prompt to this phone. Please wait a minute.",
  tooManyPrompts: "Too many payment prompts. Please wait ten minutes, or pay by till.",
  manyPhones:
    "Many prompts were sent from your network lately. Please pay our till instead, or try again later.",
  orderedAlready: "This order is already paid. Please see My orders.",
  stillChecking: "We're still checking your last payment.",
  notPaidYet: "This payment is not confirmed yet.",
  unknownPayment: "We can't find that payment.",
  severalPayments: "You have several payments of this amount. Please see My orders.",
  otherOrder: "This payment is for an order with another total.",
  beingConfirmed: "Payment is being confirmed",
  busy: "M-Pesa is busy. Please try again in a few minutes.",
  refused: "M-Pesa couldn't take this payment. Please try again or pay by till.",
  away: "We can't reach M-Pesa right now. Please try again, or pay by till.",
  phoneInUse: "Another M-Pesa request is open on this phone. Please wait a minute, then try again.",
  cardNotPaid: "We couldn't find a successful payment for this order.",
  held: "This payment doesn't match the order. We're looking into it; please contact support.",
  cardAway: "We can't reach the card provider right now.",
  soldOut: "Your payment arrived, but the items had sold out. We're refunding you.",
  paidTwice: "You paid twice. We're refunding this payment.",
  moneyBack: "We're refunding this payment.",
} as const;

/** Most one M-Pesa payment may be, in KES (docs/payments.md, "Push"). */
const PUSH_MAX = 250_000;

/** The page's clock (specification §9), in seconds; and how many polls in a row may fail. */
export const COUNTDOWN = 120;
export const POLL_EVERY = 3;
export const POLL_ERRORS_MAX = 15;

/** Seconds after which a push nobody answered may be asked for again; and where nobody knows whether M-Pesa took it. */
export const RETRY_AFTER = 180;
export const RETRY_UNSURE = 60;
/** Seconds for which money that was seen, and is not proven, blocks another payment of its own checkout. */
export const SEEN_BARS = 600;

/** A payment's state as shoppers see it. */
export type PublicStatus = "pending" | "paid" | "failed";

export function publicStatus(state: State): PublicStatus {
  if (state === "rejected" || state === "failed") return "failed";
  if (state === "paid") return "paid";
  return "pending";
}

/** Why a payment's money goes back when its goods could not be had any more. */
export const SOLD_OUT = "the goods were sold out meanwhile";
/** Why money goes back that would pay a checkout a second time. */
export const ORDERED = "this checkout has its order already";
/** Why money is held that does not cover what it was to pay. */
export const TOO_LITTLE = "paid less than the total";
/** Why money goes back of an order that was cancelled, or that costs something else. */
export const CANCELLED = "the order was cancelled";
export const OTHER_TOTAL = "its order has another total";

/** The text for a payment whose money is being refunded, or was. `isBeside`: its checkout has an order by another payment. */
export function refundMessage(reason: string | null, isBeside: boolean): string {
  const isUnpaid = reason === CANCELLED || reason === OTHER_TOTAL;
  if (isBeside && !isUnpaid) return PAYMENT_TEXTS.paidTwice;
  return reason === SOLD_OUT ? PAYMENT_TEXTS.soldOut : PAYMENT_TEXTS.moneyBack;
}

/** A typed amount as whole KES; undefined when it is none, or more than M-Pesa takes at once. */
export function readAmount(typed: string | number): number | undefined {
  if (!/^[1-9]\d*$/.test(String(typed))) return undefined;
  const amount = Number(typed);
  return amount <= PUSH_MAX ? amount : undefined;
}

/** A shown total as whole KES; 0, which no order costs, when it is none. */
export function readShown(typed: string | number): number {
  return /^\d{1,9}$/.test(String(typed)) ? Number(typed) : 0;
}

/** What is wrong with the details of a card payment (specification §5). */
export function cardFault(details: { name: string; email: string; phone: string }): string | undefined {
  if (Object.values(details).some((detail) => !detail.trim())) return PAYMENT_TEXTS.detailsMissing;
  return looksLikeEmail(details.email) ? undefined : PAYMENT_TEXTS.emailInvalid;
}

/** The specification's text for how a push ended (§8). */
export function outcomeText(code: string): string {
  if (code === "0") return PAYMENT_TEXTS.confirmed;
  if (code === "1037") return PAYMENT_TEXTS.timeoutAtPhone;
  if (code === "1032") return PAYMENT_TEXTS.cancelled;
  return `Payment failed (Code: ${code}). Please try again.`;
}

/** Whether this is the one page on which the card provider's script may run: capitals and a last slash make no other page. */
export function isCardPage(pathname: string): boolean {
  return pathname.toLowerCase().replace(/\/+$/, "") === "/flutterwave";
}
