import { outcomeText, PAYMENT_TEXTS } from "../rules.ts";

/** What a failed push means for the shopper's money, and the next step. */
export type Advice = { message: string; next: string };

/** The specification's text for how a push failed (§8), and what to do about it; null when M-Pesa gave no code. */
export function adviceFor(code: string | null): Advice {
  if (code === null)
    return { message: PAYMENT_TEXTS.failed, next: `${UNTOUCHED} You can try again, or pay by till.` };
  return { message: outcomeText(code), next: NEXT.get(code) ?? UNKNOWN };
}

/** Codes after which money may still come: the prompt was perhaps answered, and M-Pesa did not hear of it in time. */
export function mayStillBePaid(code: string | null): boolean {
  return code === null || !NEXT.has(code) || LATE.includes(code);
}

const LATE = ["1019", "1036", "1037"];
const UNTOUCHED = "No money was taken.";
const WATCHED =
  "If you did enter your PIN, do not pay again: we keep checking, and your order will appear in My orders.";
const OUR_FAULT = `This is our mistake, not yours. ${UNTOUCHED} Please pay by till, or call us.`;
const NO_PROMPT = `M-Pesa could not show the prompt on this phone. ${UNTOUCHED} Check that the phone is on and has network, then try again, or pay by till.`;
const CANCELLED = `The prompt was closed without a PIN. ${UNTOUCHED} Try again when you are ready.`;
const UNKNOWN =
  "We do not know this answer of M-Pesa. If money was deducted, do not pay again: we keep checking, and your order will appear in My orders.";

/** By ResultCode (docs/payments.md, "Result codes"). */
const NEXT = new Map(
  Object.entries({
    "0": "Your money has arrived. There is nothing more to do.",
    "1": `There is not enough money in this M-Pesa account. ${UNTOUCHED} Top up, or pay from another phone.`,
    "2": `The amount is less than M-Pesa sends. ${UNTOUCHED} Please choose another way to pay.`,
    "3": `The amount is more than M-Pesa sends at once. ${UNTOUCHED} Order in parts, or choose another way to pay.`,
    "4": `This would pass the daily M-Pesa limit of Ksh 500,000. ${UNTOUCHED} Try tomorrow, or pay from another phone.`,
    "8": `Our M-Pesa account cannot take more right now. ${UNTOUCHED} Please try again later, or call us.`,
    "17": `M-Pesa does not take the same amount from one phone twice in a row. ${UNTOUCHED} Wait two minutes, then try again.`,
    "26": `M-Pesa is busy. ${UNTOUCHED} Wait a few minutes, then try again.`,
    "1001": `Another M-Pesa request is open on this phone. ${UNTOUCHED} Finish it or wait three minutes, then try again.`,
    "1019": `The prompt was not answered in time. ${WATCHED} If not, try again.`,
    "1025": NO_PROMPT,
    "1031": CANCELLED,
    "1032": CANCELLED,
    "1036": `M-Pesa could not reach this phone. ${WATCHED} If not, check the phone's network and try again.`,
    "1037": `The phone could not be reached, or the prompt was not answered. ${WATCHED} If no prompt came, check that the phone is on and the number is right.`,
    "2001": `The PIN was not right. ${UNTOUCHED} Try again with your M-Pesa PIN.`,
    "2028": OUR_FAULT,
    SFC_IC0003: OUR_FAULT,
    "8006": `M-Pesa has locked this PIN. ${UNTOUCHED} Call Safaricom on 100, or 200 on a contract, or pay from another phone.`,
    "9999": NO_PROMPT,
  }),
);
