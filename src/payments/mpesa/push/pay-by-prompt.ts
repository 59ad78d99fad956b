import { dropSignIn, token } from "../../../accounts/sign-in/sign-in.ts";
import { t } from "../../../language/t.ts";
import {
  type CheckoutState,
  forgetRefused,
  goodsOf,
  keyOf,
} from "../../../ordering/checkout/checkout-state.ts";
import { notePayment } from "../../../ordering/checkout/checkout-status.ts";
import { friendlyPhone } from "../../../phone-rules.ts";
import { CallError, call, isSignedOut } from "../../../platform/browser/call.ts";
import { newId } from "../../../platform/browser/new-id.ts";
import { toast } from "../../../ui/toast.ts";
import type { stkPush } from "../../contract.ts";
import { type Failure, readPromptFailure, SAID_BY_PANEL } from "../../failure.ts";
import { countsHere, isOwn, isUnsure, type Payment, type PaymentEvent, type Prompt } from "../../payment.ts";
import { PAYMENT_TEXTS, RETRY_AFTER, RETRY_UNSURE } from "../../rules.ts";
import { askCurrent } from "../../use-payment.ts";

/** Milliseconds that the form waits for this answer. */
const LOOK_MAX = 5_000;

/** The server's prompt that is under way or just ended, if it counts for the order carried here. Never throws. */
export async function lookForPrompt(
  carried: CheckoutState | undefined,
  during: Payment["type"],
): Promise<PaymentEvent | undefined> {
  const amount = carried?.order.amount;
  const nothing: PaymentEvent = { type: "found", during, known: { amount }, now: 0 };
  const signedIn = token.read();
  if (!signedIn) return nothing;
  try {
    const current = await askCurrent(LOOK_MAX, carried);
    if (current === undefined) return { type: "unasked" };
    if (current?.method !== "mpesa" || (carried && !countsHere(current))) return nothing;
    const known = { current, amount, isOwn: isOwn(current) };
    return { type: "found", during, known, now: performance.now() };
  } catch (error) {
    if (!isSignedOut(error)) return { type: "unasked" };
    dropSignIn(signedIn);
    return nothing;
  }
}

/** One attempt to pay, by the id the server knows it by; `again`: the same items are wanted once more. */
export type Attempt = { id: string; phoneNumber: string; again: boolean; signedIn: string | null };

/** A new attempt; or, for the same phone, `lost` again, an attempt whose answer did not arrive. */
export function attemptFor(phoneNumber: string, again: boolean, lost: Attempt | undefined): Attempt {
  const attempt = lost?.phoneNumber === phoneNumber ? lost : { id: newId(), phoneNumber, again };
  return { ...attempt, signedIn: token.read() };
}

/**
 * Asks for a prompt. An attempt whose answer was lost is repeated under the same id, so that it sends no second prompt.
 * `earlier`: a prompt that is still being checked. Never throws.
 */
export async function payByPrompt(
  carried: CheckoutState,
  attempt: Attempt,
  earlier: Prompt | undefined,
): Promise<Payment> {
  const { checkoutId } = carried;
  try {
    const { isOnOtherPhone, ...sent } = await askForPrompt(carried, attempt);
    notePayment(checkoutId, attempt.signedIn);
    const startedAt = performance.now();
    const amount = carried.order.amount;
    const prompt: Prompt = { ...sent, startedAt, amount, sameCheckout: true, sameGoods: true };
    if (isOnOtherPhone) return { ...notSent(otherPhone(prompt)), earlier: prompt };
    if (prompt.id === earlier?.id) return notSent(stillChecking(prompt));
    return { type: "pending", prompt, errors: 0 };
  } catch (error) {
    forgetRefused(error);
    const failure = readPromptFailure(error);
    if (failure.next === "log-in") dropSignIn(attempt.signedIn);
    // a prompt may have been sent all the same
    if (failure.next === "unheard" || failure.next === "busy") notePayment(checkoutId, attempt.signedIn);
    return notSent(failure);
  }
}

function notSent(failure: Failure): Payment & { type: "idle" } {
  const { seconds, next, message, offline } = failure;
  const until = seconds === undefined ? undefined : performance.now() + seconds * 1000;
  if (!SAID_BY_PANEL.includes(next)) toast("error", message, { once: offline });
  return { type: "idle", failure: { ...failure, until } };
}

/** The server knew of an earlier prompt for this order, whose money may still come, and sent no second one. */
export function stillChecking(earlier: Prompt): Failure {
  return {
    next: "other-payment",
    message: `M-Pesa Error: ${PAYMENT_TEXTS.stillChecking}`,
    within: barsFor(earlier),
  };
}

/** The prompt is an earlier one for the same cart, and went to another phone than the one named now. */
export function otherPhone(earlier: Prompt): Failure {
  return {
    next: "other-phone",
    message: t("The prompt went to {phone}.", { phone: friendlyPhone(earlier.phone ?? "") }),
    within: barsFor(earlier),
  };
}

function barsFor(prompt: Prompt): number {
  return isUnsure(prompt) ? RETRY_UNSURE : RETRY_AFTER;
}

type Sent = { id: string; phone: string; isOnOtherPhone: boolean };

/** The prompt that this attempt has sent, or found. @throws CallError also when the answer names none */
async function askForPrompt({ order, checkoutId }: CheckoutState, attempt: Attempt): Promise<Sent> {
  const answer = await call<typeof stkPush>(
    "/token/stkpush",
    {
      ...goodsOf(order),
      amount: String(order.amount),
      phoneNumber: attempt.phoneNumber,
      clientAttemptId: attempt.id,
      ...(attempt.again && { again: true }),
    },
    keyOf(checkoutId),
  );
  const id = answer.data?.CheckoutRequestID || answer.CheckoutRequestID;
  if (!id) throw new CallError(200, PAYMENT_TEXTS.failed);
  if (answer.otherPhone && answer.phone) return { id, phone: answer.phone, isOnOtherPhone: true };
  return { id, phone: attempt.phoneNumber, isOnOtherPhone: false };
}
