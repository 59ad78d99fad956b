import type { PlainSentence } from "../../language/t.ts";
import { outcomeText, PAYMENT_TEXTS } from "../rules.ts";

/** What a failed push means for the shopper's money, and the next step. */
export type Advice = { message: string; next: PlainSentence };

/** The specification's text for how a push failed (§8), and what to do about it; null when M-Pesa gave no code. */
export function adviceFor(code: string | null): Advice {
  if (code === null)
    return { message: PAYMENT_TEXTS.failed, next: "No money was taken. You can try again, or pay by till." };
  return { message: outcomeText(code), next: NEXT.get(code) ?? UNKNOWN };
}

/** Whether money may still come after a code: the prompt was perhaps answered too late for M-Pesa to say so. */
export function mayStillBePaid(code: string | null): boolean {
  return code === null || !NEXT.has(code) || LATE.includes(code);
}

const LATE = ["1019", "1036", "1037"];
const OUR_FAULT = "This is our mistake, not yours. No money was taken. Please pay by till, or call us.";
const NO_PROMPT =
  "M-Pesa couldn't show the prompt on this phone. No money was taken. Check that the phone is on and has network, then try again, or pay by till.";
const CANCELLED = "The prompt was closed without a PIN. No money was taken. Try again when you are ready.";
const UNKNOWN =
  "M-Pesa's answer is new to us. If you were charged, don't pay again: we keep checking, and your order will show in My orders.";

/** By ResultCode (docs/payments.md, "Result codes"). */
const NEXT = new Map<string, PlainSentence>(
  Object.entries({
    "0": "We have your money. You don't need to do anything more.",
    "1": "There is not enough money in this M-Pesa account. No money was taken. Top up, or pay from another phone.",
    "2": "This amount is too small for M-Pesa. No money was taken. Please choose another way to pay.",
    "3": "This amount is too large for one M-Pesa payment. No money was taken. Order in parts, or choose another way to pay.",
    "4": "This is over the daily M-Pesa limit of Ksh 500,000. No money was taken. Try tomorrow, or pay from another phone.",
    "8": "Our M-Pesa account can't take more right now. No money was taken. Please try again later, or call us.",
    "17": "M-Pesa doesn't take the same amount from one phone twice in a row. No money was taken. Wait two minutes, then try again.",
    "26": "M-Pesa is busy. No money was taken. Wait a few minutes, then try again.",
    "1001":
      "Another M-Pesa request is open on this phone. No money was taken. Finish it or wait three minutes, then try again.",
    "1019":
      "The prompt was not answered in time. If you did enter your PIN, don't pay again: we keep checking, and your order will show in My orders. If not, try again.",
    "1025": NO_PROMPT,
    "1031": CANCELLED,
    "1032": CANCELLED,
    "1036":
      "M-Pesa couldn't reach this phone. If you did enter your PIN, don't pay again: we keep checking, and your order will show in My orders. If not, check the phone's network and try again.",
    "1037":
      "The phone was off, or nobody answered the prompt. If you did enter your PIN, don't pay again: we keep checking, and your order will show in My orders. If no prompt came, check that the phone is on and the number is right.",
    "2001": "The PIN was wrong. No money was taken. Try again with your M-Pesa PIN.",
    "2028": OUR_FAULT,
    SFC_IC0003: OUR_FAULT,
    "8006":
      "M-Pesa has locked this PIN. No money was taken. Call Safaricom on 100, or 200 on a contract, or pay from another phone.",
    "9999": NO_PROMPT,
  } satisfies Record<string, PlainSentence>),
);
