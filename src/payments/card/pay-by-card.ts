import { dropSignIn, token } from "../../accounts/sign-in/sign-in.ts";
import { type CheckoutState, forgetRefusedCoupon } from "../../ordering/checkout/checkout-state.ts";
import { SAID_BY_PANEL } from "../../ordering/checkout/order-elsewhere.tsx";
import { notePayment } from "../../ordering/checkout/payment-begun.ts";
import { toast } from "../../ui/toast.ts";
import { PAYMENT_TEXTS } from "../rules.ts";
import { type Asked, askCardPayment, askIntent, sendOrder } from "./card-calls.ts";
import { type CardFault, readCardFault } from "./card-fault.tsx";
import type { CardOutcome, Step } from "./card-state.ts";
import { askCheckout } from "./find-card-payment.ts";
import { loadCheckout } from "./load-checkout.ts";
import { type Ended, openCheckout } from "./open-checkout.ts";
import { finishCheckout, forgetFailed, placeCardOrder } from "./place-card-order.ts";
import { readStarted, saveStarted } from "./started-payment.ts";

type Way = Asked & { scriptUrl: string; onStep: (step: Step) => void };

/** Opens the checkout page for the order, and follows it to its end. Never throws. */
export async function payByCard(order: CheckoutState, way: Way): Promise<CardOutcome> {
  const signedIn = token.read();
  try {
    // opened before: it may be paid although its page did not say so
    const before = readStarted(order.checkoutId);
    if (before && (await isOrdered(before.txRef, order))) return await placeCardOrder(before, order);
    const { shut } = await askCheckout(order);
    if (shut) return { type: "barred", shut };
    return await afterCheckout(await chargeCard(order, way), order, way);
  } catch (error) {
    forgetRefusedCoupon(error);
    const fault = readCardFault(error);
    if (fault.next === "log-in") dropSignIn(signedIn);
    if (fault.next === "orders") finishCheckout(order);
    if (!SAID_BY_PANEL.includes(fault.next)) toast("error", fault.message, { once: fault.offline });
    return notPaid(order, fault);
  }
}

async function chargeCard(order: CheckoutState, { scriptUrl, onStep, ...asked }: Way): Promise<Ended> {
  // first: an intent keeps goods from others
  const checkout = await loadCheckout(scriptUrl);
  const intent = await askIntent(order, asked);
  saveStarted(order, intent.tx_ref);
  notePayment(order.checkoutId, "flutterwave");
  onStep("open");
  return openCheckout(checkout, intent, () => isPaid(intent.tx_ref));
}

async function afterCheckout(ended: Ended, order: CheckoutState, { onStep }: Way): Promise<CardOutcome> {
  const started = readStarted(order.checkoutId);
  if (ended.type === "paid") {
    // what it says of card or payer is sent once, and not kept in this browser
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
  // where the shop has heard by now that nothing was charged
  if (started) void forgetFailed(started, order);
  return notPaid(order, { next: "cancelled", message: PAYMENT_TEXTS.cardCancelled });
}

function notPaid(order: CheckoutState, fault: CardFault): CardOutcome {
  return { type: "not-paid", fault, started: readStarted(order.checkoutId) !== undefined };
}

/** Has our server ask the provider; no answer counts as no. */
async function isOrdered(txRef: string, order: CheckoutState): Promise<boolean> {
  try {
    return (await sendOrder({ txRef }, order)).pending !== true;
  } catch {
    return false;
  }
}

/** What our server knows already; it asks nobody. */
async function isPaid(txRef: string): Promise<boolean> {
  const payment = await askCardPayment();
  return payment?.tx_ref === txRef && payment.status === "paid";
}
