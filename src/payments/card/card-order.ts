import { dropSignIn, token } from "../../accounts/sign-in/sign-in.ts";
import { type CheckoutState, itemsOf, keyOf } from "../../ordering/checkout/checkout-state.ts";
import { askCheckout, fetchCheckoutStatus } from "../../ordering/checkout/checkout-status.ts";
import { CallError, call, messageOf, withTimeout } from "../../platform/browser/call.ts";
import { persisted } from "../../platform/browser/persisted.ts";
import { parseJson } from "../../platform/json.ts";
import { toast } from "../../ui/toast.ts";
import type { cardOrder } from "../contract.ts";
import type { CurrentPayment, Known, PaidByCard, Payment, PaymentEvent } from "../payment.ts";
import { PAYMENT_TEXTS } from "../rules.ts";
import { ANSWER_MAX, askCurrent, finishOrder } from "../use-payment.ts";

/** The card payment started in this tab, for which goods; `paid`: the checkout page says that it is paid. */
type StartedPayment = { checkout?: string | undefined; goods: string; txRef: string; paid?: PaidByCard };

const store = persisted("card-payment", { area: () => sessionStorage });

/** What this tab has started for a checkout, or, without one, for any; it survives a reload. */
export function readStarted(checkout?: string): StartedPayment | undefined {
  const started = parseJson(store.read() ?? "") as StartedPayment | null | undefined;
  if (typeof started?.txRef !== "string") return undefined;
  return checkout === undefined || started.checkout === checkout ? started : undefined;
}

/** Stores what was started for this order. */
export function saveStarted(carried: CheckoutState, txRef: string, paid?: PaidByCard): void {
  const { checkoutId: checkout } = carried;
  store.write(JSON.stringify({ checkout, goods: goodsText(carried), txRef, paid } satisfies StartedPayment));
}

/** Deletes it. Returns whether it was for exactly these goods, as the cart may have changed in the same checkout since. */
export function clearStarted(carried?: CheckoutState): boolean {
  const started = readStarted();
  store.write(null);
  return started === undefined || (carried !== undefined && started.goods === goodsText(carried));
}

/** What is bought, as text that does not depend on the order of the items. */
function goodsText({ order }: CheckoutState): string {
  return itemsOf(order)
    .map((item) => JSON.stringify(item))
    .sort()
    .join();
}

/** The order that the page was given; `placed`: the checkout id, where it has its order already. */
export type Given = { carried: CheckoutState | undefined; placed: string | undefined };

/**
 * What is known of a card payment for the order in this tab, or, while the form is open, whether another payment for it
 * has begun, or has ended, since. Never throws.
 */
export async function lookForCard(given: Given, during: Payment["type"]): Promise<PaymentEvent | undefined> {
  const found = (known: Known): PaymentEvent => ({ type: "found", during, known, now: 0 });
  if (given.carried && (during === "idle" || during === "shut")) {
    const { shut } = (await askCheckout(given.carried)) ?? {};
    if (shut || during === "idle") return shut && found({ shut });
  }
  return found(await findCard(given));
}

async function findCard({ carried, placed }: Given): Promise<Known> {
  if (placed) return findPlaced(placed);
  const [payment, checkout] = await Promise.all([askCard(), carried && askCheckout(carried)]);
  const started = readStarted(carried?.checkoutId);
  const isOurs = payment !== undefined && started?.txRef === payment.tx_ref;
  const isOwn = isOurs && endIfPaid(payment, carried);
  const amount = carried?.order.amount;
  // a paid one is for this page if this tab began it, it has the same total, or this tab has no order
  const counts = payment?.status !== "paid" || isOurs || amount === undefined || amount === payment.amount;
  const paid = token.read() ? started?.paid : undefined;
  const { shut, late = false } = checkout ?? {};
  return { current: counts ? payment : undefined, amount, isOwn, shut, late, paid };
}

/** The order of a checkout that ended in another tab, or before the shopper came back: confirmed when it is paid. */
async function findPlaced(checkout: string): Promise<Known> {
  const [standing, payment] = await Promise.all([fetchCheckoutStatus(checkout), askCard()]);
  const placed = standing?.status === "ordered" && standing.paid ? standing.orderId : undefined;
  return { current: payment?.refund ? payment : undefined, placed: { orderId: placed } };
}

/** Ends what this tab has started once it is paid; returns whether it was for exactly the order in this tab. */
function endIfPaid({ status, orderId, refund }: CurrentPayment, carried: CheckoutState | undefined): boolean {
  if (status !== "paid") return false;
  if (!refund) return orderId !== undefined && finishCard(carried);
  clearStarted();
  return true;
}

/** The shopper's card payment of the last half hour; undefined when there is none, the call failed or took too long. */
export async function askCard(): Promise<CurrentPayment | undefined> {
  if (!token.read()) return undefined;
  const payment = await askCurrent(ANSWER_MAX).catch(() => undefined);
  return payment?.method === "flutterwave" ? payment : undefined;
}

/** Sends the order with its payment fields (specification §3); the same call again returns the same order. @throws CallError */
export function sendOrder(paid: PaidByCard, carried: CheckoutState | undefined) {
  const { txRef, transactionId, flwRef, response, paidWith } = paid;
  const order = carried?.order;
  const body = {
    ...order,
    paymentMethod: "flutterwave",
    paymentProvider: "flutterwave",
    transactionId,
    flutterwaveRef: flwRef,
    paymentType: "card",
    paymentDetails: { amount: order?.amount, currency: "KES", processor_response: response, ...paidWith },
    tx_ref: txRef,
  };
  return call<typeof cardOrder>("/api/order/flutterwave", body, keyOf(carried?.checkoutId));
}

/**
 * Asks for the order of what is paid (specification §8). `quiet`: it is asked repeatedly, so that one question
 * without an answer changes nothing. Never throws.
 */
export async function placeCardOrder(
  paid: PaidByCard,
  carried: CheckoutState | undefined,
  { quiet = false } = {},
): Promise<Payment> {
  const signedIn = token.read();
  try {
    const sent = sendOrder(paid, carried);
    const answer = quiet ? await withTimeout(sent, ANSWER_MAX) : await sent;
    if (!answer) return stillConfirming(paid, carried);
    const { pending, refund, message, orderId } = answer;
    if (pending) return { type: "confirming", paid };
    if (refund) return returned(message);
    finishCard(carried);
    toast("success", message);
    return { type: "placed", orderId };
  } catch (error) {
    const { status, message } = readRefusal(error);
    if (quiet && status !== 400 && status !== 401) return stillConfirming(paid, carried);
    if (status === 401) dropSignIn(signedIn);
    toast("error", message, { silent: true });
    if (status === 400 && carried && (await hasFailed(paid))) {
      clearStarted();
      return { type: "idle", failure: { next: "again", message }, started: false };
    }
    return { type: "unplaced", paid, message, signedOut: status === 401 };
  }
}

/** The order is there, and this tab's checkout is over; gives whether it is of the goods carried here. */
export function finishCard(carried: CheckoutState | undefined): boolean {
  const isOwn = clearStarted(carried);
  finishOrder(carried?.checkoutId, isOwn ? carried?.order : undefined);
  return isOwn;
}

/** The provider could not be asked, or too often; our own tables may have the order all the same. */
async function stillConfirming(paid: PaidByCard, carried: CheckoutState | undefined): Promise<Payment> {
  const payment = await askCard();
  if (payment?.tx_ref !== paid.txRef || payment.status !== "paid") return { type: "confirming", paid };
  if (payment.refund) return returned(payment.resultDesc);
  finishCard(carried);
  return { type: "placed", orderId: payment.orderId };
}

/** This tab's payment is over, without an order of its own. */
function returned(message: string = PAYMENT_TEXTS.moneyBack): Payment {
  clearStarted();
  return { type: "returned", message, isOther: false };
}

function readRefusal(error: unknown): { status: number; message: string } {
  const status = error instanceof CallError ? error.status : 0;
  if (status === 401) return { status, message: PAYMENT_TEXTS.cardSignedOut };
  if (status === 400) return { status, message: `Bad request: ${messageOf(error)}` };
  return { status, message: PAYMENT_TEXTS.cardOrderFailed };
}

/** Whether our server knows from the provider that nothing was charged, so that another try is no second charge. */
async function hasFailed({ txRef }: PaidByCard): Promise<boolean> {
  const payment = await askCard();
  return payment?.tx_ref === txRef && payment.status === "failed";
}
