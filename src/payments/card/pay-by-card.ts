import { dropSignIn, token } from "../../accounts/sign-in/sign-in.ts";
import { type CheckoutState, forgetRefused, goodsOf, keyOf } from "../../ordering/checkout/checkout-state.ts";
import { askCheckout, notePayment } from "../../ordering/checkout/checkout-status.ts";
import { normalisePhone } from "../../phone-rules.ts";
import { call } from "../../platform/browser/call.ts";
import { toast } from "../../ui/toast.ts";
import type { cardIntent } from "../contract.ts";
import { type Failure, readCardFailure, SAID_BY_PANEL } from "../failure.ts";
import type { Payment, Step } from "../payment.ts";
import { PAYMENT_TEXTS } from "../rules.ts";
import { askCard, finishCard, placeCardOrder, readStarted, saveStarted, sendOrder } from "./card-order.ts";
import { type Ended, type Intent, loadCheckout, openCheckout } from "./open-checkout.ts";

export type Details = { name: string; email: string; phone: string };
/** What Pay sends; `again`: the shopper confirmed that the same items are wanted once more. */
export type CardRequest = { details: Details; again: boolean };
type Way = CardRequest & { scriptUrl: string; onStep: (step: Step) => void };

/** Opens the checkout page for the order, and follows it to its end. Never throws. */
export async function payByCard(order: CheckoutState, way: Way): Promise<Payment> {
  const signedIn = token.read();
  try {
    // the checkout was opened before: it may be paid although its page did not say so
    const before = readStarted(order.checkoutId);
    if (before && (await isOrdered(before.txRef, order))) return await placeCardOrder(before, order);
    const { shut } = (await askCheckout(order)) ?? {};
    if (shut) return { type: "shut", shut };
    return await afterCheckout(await chargeCard(order, way), order, way);
  } catch (error) {
    forgetRefused(error);
    const failure = readCardFailure(error);
    if (failure.next === "log-in") dropSignIn(signedIn);
    if (failure.next === "orders") finishCard(order);
    if (!SAID_BY_PANEL.includes(failure.next)) toast("error", failure.message, { once: failure.offline });
    return notPaid(order, failure);
  }
}

async function chargeCard(order: CheckoutState, { scriptUrl, onStep, ...asked }: Way): Promise<Ended> {
  // the script comes first: an intent holds stock, so it is asked for only once the page can open
  const checkout = await loadCheckout(scriptUrl);
  const intent = await askIntent(order, asked);
  saveStarted(order, intent.tx_ref);
  notePayment(order.checkoutId);
  onStep("open");
  return openCheckout(checkout, intent, () => isPaid(intent.tx_ref));
}

/** Creates the payment and holds its goods; returns what the checkout is opened with. @throws CallError */
async function askIntent(
  { order, checkoutId }: CheckoutState,
  { details, again }: CardRequest,
): Promise<Intent> {
  const { data } = await call<typeof cardIntent>(
    "/api/payment/flutterwave/intent",
    {
      ...goodsOf(order),
      amount: order.amount,
      name: details.name.trim(),
      email: details.email.trim(),
      phone: normalisePhone(details.phone),
      ...(again && { again: true }),
    },
    keyOf(checkoutId),
  );
  return data;
}

async function afterCheckout(ended: Ended, order: CheckoutState, { onStep }: Way): Promise<Payment> {
  const started = readStarted(order.checkoutId);
  if (ended.type === "paid") {
    // details of the card or payer are sent once, and not stored in this browser
    const paid = { ...ended.paid, paidWith: undefined };
    saveStarted(order, paid.txRef, paid);
    onStep("placing");
    return placeCardOrder(ended.paid, order);
  }
  if (ended.type === "failed") {
    toast("error", PAYMENT_TEXTS.failed);
    return notPaid(order, { next: "again", message: PAYMENT_TEXTS.failed });
  }
  onStep("checking");
  if (started && (ended.finished || (await isOrdered(started.txRef, order))))
    return placeCardOrder(started, order);
  toast("info", PAYMENT_TEXTS.cardCancelled);
  return notPaid(order, { next: "cancelled", message: PAYMENT_TEXTS.cardCancelled });
}

function notPaid(order: CheckoutState, failure: Failure): Payment {
  return { type: "idle", failure, started: readStarted(order.checkoutId) !== undefined };
}

/** Whether our server, which asks the provider, has an order for this payment; no answer counts as no. */
async function isOrdered(txRef: string, order: CheckoutState): Promise<boolean> {
  const answer = await sendOrder({ txRef }, order).catch(() => undefined);
  return answer !== undefined && answer.pending !== true;
}

/** Whether our server knows already that it is paid; the provider is not asked. */
async function isPaid(txRef: string): Promise<boolean> {
  const payment = await askCard();
  return payment?.tx_ref === txRef && payment.status === "paid";
}
