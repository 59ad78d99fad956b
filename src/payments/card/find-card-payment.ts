import { token } from "../../accounts/sign-in/sign-in.ts";
import { endCheckout } from "../../cart/checkout-storage.ts";
import type { CheckoutState } from "../../ordering/checkout/checkout-state.ts";
import { fetchCheckoutStatus, type Shut, shutBy } from "../../ordering/checkout/use-checkout-status.ts";
import type { CurrentPayment } from "../ask-current-payment.ts";
import { askCardPayment } from "./card-calls.ts";
import type { CardFound } from "./card-state.ts";
import { finishCheckout } from "./place-card-order.ts";
import { clearStarted, readStarted } from "./started-payment.ts";

/** The order that the page was given; `placed`: the checkout carried here has its order already. */
export type Given = { carried: CheckoutState | undefined; placed: string | undefined };

/** What is known of a payment for the order carried here. Never throws. */
export async function findCardPayment({ carried, placed }: Given): Promise<CardFound> {
  if (placed) return findPlaced(placed);
  const [payment, checkout] = await Promise.all([askCardPayment(), carried && askCheckout(carried)]);
  const started = readStarted(carried?.checkoutId);
  const ours = payment && started?.txRef === payment.tx_ref ? payment : undefined;
  return {
    type: "found",
    payment,
    amount: carried?.order.amount,
    shut: checkout?.shut,
    late: checkout?.late ?? false,
    isOurs: ours !== undefined,
    isOwn: ours !== undefined && endIfPaid(ours, carried),
    paid: token.read() ? started?.paid : undefined,
  };
}

/** Whether the carried checkout may be asked for money, as far as anybody could say. */
export async function askCheckout({
  order,
  checkoutId,
}: CheckoutState): Promise<{ shut: Shut | undefined; late: boolean }> {
  const standing = checkoutId ? await fetchCheckoutStatus(checkoutId, order) : undefined;
  const shut = shutBy(standing);
  if (shut?.status === "ordered") endCheckout("placed", checkoutId);
  return { shut, late: standing?.status === "open" && standing.late === true };
}

/** The order of a checkout that ended in another tab, or before the shopper came back: confirmed when it is paid. */
async function findPlaced(checkout: string): Promise<CardFound> {
  const [standing, payment] = await Promise.all([fetchCheckoutStatus(checkout), askCardPayment()]);
  const orderId = standing?.status === "ordered" && standing.paid ? standing.orderId : undefined;
  return { type: "found-placed", orderId, payment };
}

/** What this tab has started is over once it is paid; gives whether it was for just the order carried here. */
function endIfPaid({ status, orderId, refund }: CurrentPayment, carried: CheckoutState | undefined): boolean {
  if (status !== "paid") return false;
  if (!refund) return orderId !== undefined && finishCheckout(carried);
  clearStarted();
  return true;
}
