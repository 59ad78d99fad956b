import { t } from "../../../language/t.ts";
import { asksAgain } from "../../../ordering/checkout/again-question.tsx";
import { isElsewhere } from "../../../ordering/checkout/order-elsewhere.tsx";
import { MISSING } from "../../../ordering/methods.ts";
import { friendlyPhone } from "../../../phone-rules.ts";
import { CallError } from "../../../platform/browser/call.ts";
import { PAYMENT_TEXTS, RETRY_AFTER, RETRY_UNSURE, SEEN_BARS } from "../../rules.ts";
import { isUnsure, type Running } from "./push-state.ts";

/** Why no prompt was sent, and the one thing to do next; `unheard` and `busy` when nobody knows whether it was. */
export type PushFailure = {
  next:
    | "log-in"
    | "cart"
    | "orders"
    | "other-payment"
    | "other-phone"
    | "card-held"
    | "till"
    | "busy"
    | "pause"
    | "phone-busy"
    | "elsewhere"
    | "ordered-lately"
    | "unheard";
  message: string;
  newAmount?: number;
  /** How long no prompt is sent to this phone. */
  seconds?: number;
  /** After how many seconds at most the payment in the way lets another one pass. */
  within?: number;
  /** The request never arrived, or its answer did not. */
  offline?: true;
};

/** 'M-Pesa Error: …' with what the server said, or the plain text when it said nothing; a 401 asks to log in (specification §8). */
export function readPushFailure(error: unknown): PushFailure {
  if (!(error instanceof CallError)) return { next: "unheard", message: PAYMENT_TEXTS.failed };
  const { status, answer } = error;
  const text = [answer.error, answer.message].find((one) => typeof one === "string" && one !== "");
  if (status === 401) return { next: "log-in", message: text ? String(text) : PAYMENT_TEXTS.signedOut };
  const message = text === undefined ? PAYMENT_TEXTS.failed : `M-Pesa Error: ${text}`;
  // without a readable no, the prompt may well be on its way
  if (status === 0) return { next: "unheard", message, offline: true };
  if (status < 400 || status === 500 || status === 504 || text === undefined)
    return { next: "unheard", message };
  if (asksAgain(status, answer)) return { next: "ordered-lately", message: String(text) };
  if (isElsewhere(status, text)) return { next: "elsewhere", message: String(text) };
  return { ...wayOn(status, String(text), answer), message };
}

function wayOn(status: number, text: string, answer: CallError["answer"]): Omit<PushFailure, "message"> {
  if (status === 503) return { next: "busy" };
  // the order goes on without its coupon
  if (status === 429 && typeof answer.amount === "number") return { next: "cart", newAmount: answer.amount };
  if (text === PAYMENT_TEXTS.manyPhones) return { next: "till" };
  if (status === 429 && typeof answer.retryAfter === "number")
    return { next: "pause", seconds: answer.retryAfter };
  // a prompt of another order may be paid just now
  if (OF_ANOTHER_PROMPT.includes(text)) return { next: "phone-busy" };
  if (status !== 409) return { next: "till" };
  if (typeof answer.amount === "number") return { next: "cart", newAmount: answer.amount };
  if (answer.orderId) return { next: "orders" };
  // this page can show a push, and no card
  if (text === PAYMENT_TEXTS.stillChecking && answer.method === "flutterwave") return { next: "card-held" };
  if (text === PAYMENT_TEXTS.inProgress) return { next: "other-payment", within: RETRY_AFTER };
  if (text === PAYMENT_TEXTS.stillChecking) return { next: "other-payment", within: SEEN_BARS };
  return { next: text === MISSING.mpesa ? "till" : "cart" };
}

/** The shop knew of an earlier prompt for this order, whose money may still come, and sent no second one. */
export function stillChecking(earlier: Running): PushFailure {
  return {
    next: "other-payment",
    message: `M-Pesa Error: ${PAYMENT_TEXTS.stillChecking}`,
    within: barsFor(earlier),
  };
}

/** The prompt is an earlier one for the same cart, on this phone, and not on the one named now. */
export function otherPhone(earlier: Running): PushFailure {
  return {
    next: "other-phone",
    message: t("The prompt went to {phone}.", { phone: friendlyPhone(earlier.phone ?? "") }),
    within: barsFor(earlier),
  };
}

function barsFor(prompt: Running): number {
  return isUnsure(prompt) ? RETRY_UNSURE : RETRY_AFTER;
}

/** What is said where this phone has, or just had, another prompt. */
const OF_ANOTHER_PROMPT: readonly string[] = [PAYMENT_TEXTS.phoneBusy, PAYMENT_TEXTS.phoneInUse];
