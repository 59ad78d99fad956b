import { type CheckoutState, itemsOf } from "../../ordering/checkout/checkout-state.ts";
import { persisted } from "../../platform/browser/persisted.ts";
import type { Paid } from "./open-checkout.ts";

/** The card payment started in this tab, for which goods, and, once the checkout page has said so, that it is paid. */
type StartedPayment = { checkout?: string | undefined; goods: string; txRef: string; paid?: Paid };

const store = persisted("card-payment", { area: () => sessionStorage });

/** What this tab has started for a checkout, or, without one, for any; it survives a reload. */
export function readStarted(checkout?: string): StartedPayment | undefined {
  const started = parse(store.read());
  if (!started || (checkout !== undefined && started.checkout !== checkout)) return undefined;
  return started;
}

/** Stores what was started for this order. */
export function saveStarted(carried: CheckoutState, txRef: string, paid?: Paid): void {
  const started: StartedPayment = {
    checkout: carried.checkoutId,
    goods: goodsOf(carried),
    txRef,
    ...(paid && { paid }),
  };
  store.write(JSON.stringify(started));
}

/** Forgets it. Gives whether it was for just these goods: the cart may have changed in the same checkout since. */
export function clearStarted(carried?: CheckoutState): boolean {
  const started = parse(store.read());
  store.write(null);
  return started === undefined || (carried !== undefined && started.goods === goodsOf(carried));
}

/** What is bought, whatever its order. */
function goodsOf({ order }: CheckoutState): string {
  return itemsOf(order)
    .map((item) => JSON.stringify(item))
    .sort()
    .join();
}

function parse(text: string | null): StartedPayment | undefined {
  try {
    const started = JSON.parse(text ?? "null");
    return typeof started?.txRef === "string" ? started : undefined;
  } catch {
    return undefined;
  }
}
