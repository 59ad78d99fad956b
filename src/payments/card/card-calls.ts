import { token } from "../../accounts/sign-in/sign-in.ts";
import { type CheckoutState, itemsOf } from "../../ordering/checkout/checkout-state.ts";
import { normalisePhone } from "../../phone-rules.ts";
import { call, withTimeout } from "../../platform/browser/call.ts";
import { askCurrentPayment, type CurrentPayment } from "../ask-current-payment.ts";
import type { cardIntent, cardOrder } from "../contract.ts";
import type { Intent, Paid } from "./open-checkout.ts";

export type Details = { name: string; email: string; phone: string };
/** What Pay asks for; `again`: the same goods are wanted once more. */
export type Asked = { details: Details; again: boolean };

/** Milliseconds a question may take that is asked again anyway: one that hangs would keep the next from being asked. */
export const ANSWER_MAX = 10_000;

/** The shopper's card payment of the last half hour; undefined when there is none, the call failed or took too long. */
export async function askCardPayment(): Promise<CurrentPayment | undefined> {
  if (!token.read()) return undefined;
  try {
    const payment = await withTimeout(askCurrentPayment(), ANSWER_MAX);
    return payment?.method === "flutterwave" ? payment : undefined;
  } catch {
    return undefined;
  }
}

/** Commits what is bought, and gives what the checkout is opened with. @throws CallError */
export async function askIntent(
  { order, checkoutId }: CheckoutState,
  { details, again }: Asked,
): Promise<Intent> {
  const { data } = await call<typeof cardIntent>(
    "/api/payment/flutterwave/intent",
    {
      items: itemsOf(order),
      address: order.address,
      delivery: order.delivery,
      amount: order.amount,
      ...(order.coupon ? { coupon: order.coupon } : {}),
      name: details.name.trim(),
      email: details.email.trim(),
      phone: normalisePhone(details.phone),
      ...(again && { again: true }),
    },
    named(checkoutId),
  );
  return data;
}

/** The order with its payment fields (specification §3); the same call again gives the same order. @throws CallError */
export async function sendOrder(paid: Paid, carried: CheckoutState | undefined) {
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
  return call<typeof cardOrder>("/api/order/flutterwave", body, named(carried?.checkoutId));
}

function named(checkoutId: string | undefined): Record<string, string> {
  return checkoutId ? { "idempotency-key": checkoutId } : {};
}
