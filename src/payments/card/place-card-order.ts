import { dropSignIn, token } from "../../accounts/sign-in/sign-in.ts";
import { refreshCart, removeOrdered } from "../../cart/cart-store.ts";
import { endCheckout } from "../../cart/checkout-storage.ts";
import { type CheckoutState, orderedLines } from "../../ordering/checkout/checkout-state.ts";
import { forgetPayment } from "../../ordering/checkout/payment-begun.ts";
import { CallError, messageOf, withTimeout } from "../../platform/browser/call.ts";
import { toast } from "../../ui/toast.ts";
import { PAYMENT_TEXTS } from "../rules.ts";
import { ANSWER_MAX, askCardPayment, sendOrder } from "./card-calls.ts";
import type { CardOutcome } from "./card-state.ts";
import type { Paid } from "./open-checkout.ts";
import { clearStarted } from "./started-payment.ts";

/**
 * Asks for the order of what is paid (specification §8). `quiet`: it is asked for again and again, and one question
 * without an answer is no news. Never throws.
 */
export async function placeCardOrder(
  paid: Paid,
  carried: CheckoutState | undefined,
  { quiet = false } = {},
): Promise<CardOutcome> {
  const signedIn = token.read();
  try {
    const sent = sendOrder(paid, carried);
    const answer = quiet ? await withTimeout(sent, ANSWER_MAX) : await sent;
    if (!answer) return stillConfirming(paid, carried);
    const { pending, refund, message, orderId } = answer;
    if (pending) return { type: "confirming", paid };
    if (refund) return returned(message);
    finishCheckout(carried);
    toast("success", message);
    return { type: "placed", orderId };
  } catch (error) {
    const { status, message } = readRefusal(error);
    if (quiet && status !== 400 && status !== 401) return stillConfirming(paid, carried);
    if (status === 401) dropSignIn(signedIn);
    toast("error", message, { silent: true });
    if (status === 400 && carried && (await forgetFailed(paid, carried))) {
      clearStarted();
      return { type: "not-paid", fault: { next: "again", message }, started: false };
    }
    return { type: "unplaced", paid, message, signedOut: status === 401 };
  }
}

/** The order is there, and this tab's checkout is over; gives whether it is of the goods carried here. */
export function finishCheckout(carried: CheckoutState | undefined): boolean {
  const isOwn = clearStarted(carried);
  if (carried) endCheckout("placed", carried.checkoutId);
  if (carried && isOwn) removeOrdered(orderedLines(carried.order));
  else void refreshCart();
  return isOwn;
}

/** The provider could not be asked, or too often; our own tables may know of the order all the same. */
async function stillConfirming(paid: Paid, carried: CheckoutState | undefined): Promise<CardOutcome> {
  const payment = await askCardPayment();
  if (payment?.tx_ref !== paid.txRef || payment.status !== "paid") return { type: "confirming", paid };
  if (payment.refund) return returned(payment.resultDesc);
  finishCheckout(carried);
  return { type: "placed", orderId: payment.orderId };
}

/** This tab's payment is over, and no order of its own. */
function returned(message: string | undefined): CardOutcome {
  clearStarted();
  return { type: "returned", message };
}

function readRefusal(error: unknown): { status: number; message: string } {
  const status = error instanceof CallError ? error.status : 0;
  if (status === 401) return { status, message: PAYMENT_TEXTS.cardSignedOut };
  if (status === 400) return { status, message: `Bad request: ${messageOf(error)}` };
  return { status, message: PAYMENT_TEXTS.cardOrderFailed };
}

/**
 * Where our server has it from the provider that nothing was charged, another try is no second charge, whoever makes it; gives
 * whether it is so.
 */
export async function forgetFailed({ txRef }: Paid, { checkoutId }: CheckoutState): Promise<boolean> {
  const payment = await askCardPayment();
  const isFailed = payment?.tx_ref === txRef && payment.status === "failed";
  if (isFailed) forgetPayment(checkoutId, "flutterwave");
  return isFailed;
}
