import { hasExistingOrder } from "../ordering/checkout/existing-order.tsx";
import { MISSING } from "../ordering/methods.ts";
import { ORDER_TEXTS } from "../ordering/rules.ts";
import { CallError } from "../platform/browser/call.ts";
import { PAYMENT_TEXTS, RETRY_AFTER, SEEN_BARS } from "./rules.ts";

/** Why a payment, or an order by a typed code, did not come about, and the one thing to do next (failure-notice.tsx). */
export type Failure = {
  next:
    | "log-in"
    | "existing-order"
    | "ordered-lately"
    | "cart"
    | "details"
    | "orders"
    | "again"
    | "cancelled"
    | "wait"
    /** `unheard`: nobody knows whether it was done; `busy`: the same for a prompt, as M-Pesa was too busy to answer. */
    | "unheard"
    | "busy"
    | "pause"
    | "phone-busy"
    | "other-phone"
    | "other-payment"
    | "still-checking"
    | "till";
  message: string;
  newAmount?: number;
  /** Seconds for which no prompt is sent to this phone, and when they end by performance.now(). */
  seconds?: number;
  until?: number;
  /** Seconds, at most, after which the payment that is in the way lets another one begin. */
  within?: number;
  /** The request never arrived, or its answer did not. */
  offline?: true;
};

type Answer = CallError["answer"];

/** 'M-Pesa Error: …' with what the server said, or the plain text when it said nothing; a 401 asks to log in (specification §8). */
export function readPromptFailure(error: unknown): Failure {
  if (!(error instanceof CallError)) return { next: "unheard", message: PAYMENT_TEXTS.failed };
  const { status, answer } = error;
  const text = [answer.error, answer.message].find((one) => typeof one === "string" && one !== "");
  if (status === 401) return { next: "log-in", message: text ? String(text) : PAYMENT_TEXTS.signedOut };
  const message = text === undefined ? PAYMENT_TEXTS.failed : `M-Pesa Error: ${text}`;
  // without a readable no, the prompt may well be on its way
  if (status === 0) return { next: "unheard", message, offline: true };
  if (status < 400 || status === 500 || status === 504 || text === undefined)
    return { next: "unheard", message };
  return (
    readCommon(status, String(text), answer) ?? { ...afterPrompt(status, String(text), answer), message }
  );
}

function afterPrompt(status: number, text: string, answer: Answer): Omit<Failure, "message"> {
  if (status === 503) return { next: "busy" };
  if (isOfTotal(status, answer)) return { next: "cart", newAmount: answer.amount };
  if (text === PAYMENT_TEXTS.manyPhones) return { next: "till" };
  if (status === 429 && typeof answer.retryAfter === "number")
    return { next: "pause", seconds: answer.retryAfter };
  // that prompt may be for another order, and be paid just now
  if (text === PAYMENT_TEXTS.phoneBusy || text === PAYMENT_TEXTS.phoneInUse) return { next: "phone-busy" };
  if (status !== 409) return { next: "till" };
  if (answer.orderId) return { next: "orders" };
  if (text === PAYMENT_TEXTS.inProgress) return { next: "other-payment", within: RETRY_AFTER };
  // this page can show a prompt, but no card payment
  if (text === PAYMENT_TEXTS.stillChecking)
    return answer.method === "flutterwave"
      ? { next: "still-checking" }
      : { next: "other-payment", within: SEEN_BARS };
  return { next: text === MISSING.mpesa ? "till" : "cart" };
}

/** Reads what stopped a payment before the card page was open: nothing can have been charged. */
export function readCardFailure(error: unknown): Failure {
  // the provider's script did not load, or threw
  if (!(error instanceof CallError))
    return navigator.onLine
      ? { next: "till", message: PAYMENT_TEXTS.scriptFailed }
      : { next: "again", message: PAYMENT_TEXTS.scriptFailed, offline: true };
  const { status, message, answer } = error;
  const common = readCommon(status, message, answer);
  if (common) return common;
  if (status === 0) return { next: "again", message, offline: true };
  if (status === 409 && answer.orderId) return { next: "orders", message };
  if (status === 409 && message === PAYMENT_TEXTS.inProgress) return { next: "other-payment", message };
  if (status === 409 && message === PAYMENT_TEXTS.stillChecking) return { next: "still-checking", message };
  if (isOfTotal(status, answer)) return { next: "cart", message, newAmount: answer.amount };
  if (status === 409) return { next: "cart", message };
  if (status === 400) return { next: "details", message };
  // asked too often: the same again
  return { next: status === 429 ? "again" : "till", message };
}

/** The server's message, or 'Failed to place order' where it gave none (specification §8). */
export function readOrderFailure(error: unknown): Failure {
  if (!(error instanceof CallError)) return { next: "again", message: ORDER_TEXTS.placeFailed };
  const { status, answer } = error;
  const message =
    typeof answer.message === "string" && answer.message ? answer.message : ORDER_TEXTS.placeFailed;
  if (status === 0) return { next: "unheard", message, offline: true };
  // also an answer nobody could read: the order may well be placed
  if (status < 400 || status >= 500) return { next: "unheard", message };
  const common = readCommon(status, message, answer);
  if (common) return common;
  if (status === 422) return { next: "orders", message };
  if (status === 400 && message !== ORDER_TEXTS.codeMissing && message !== ORDER_TEXTS.codeMalformed)
    return { next: "details", message };
  // the payment of the person who was signed in here before is under way
  if (status === 409 && answer.method) return { next: "wait", message };
  if (message === ORDER_TEXTS.codeUsed) return { next: "again", message };
  if (isOfTotal(status, answer)) return { next: "cart", message, newAmount: answer.amount };
  if (status === 409) return { next: "cart", message };
  return { next: status === 429 ? "wait" : "again", message };
}

/** The refusals that all ways to pay have in common. */
function readCommon(status: number, message: string, answer: Answer): Failure | undefined {
  if (status === 401) return { next: "log-in", message };
  // the same items were ordered a moment ago: are they wanted once more?
  if (status === 409 && answer.again === true) return { next: "ordered-lately", message };
  return hasExistingOrder(status, message) ? { next: "existing-order", message } : undefined;
}

/** Whether the refusal names the right total, or, with a 429, the total without the coupon. */
function isOfTotal(status: number, answer: Answer): answer is Answer & { amount: number } {
  return (status === 409 || status === 429) && typeof answer.amount === "number";
}

/** Refusals whose message is in their panel. That of any other is a toast, and its panel says what to do. */
export const SAID_BY_PANEL: readonly Failure["next"][] = ["ordered-lately", "existing-order", "other-phone"];
