import { token } from "../../accounts/sign-in/sign-in.ts";
import { call } from "../../platform/browser/call.ts";
import { withTimeout } from "../../platform/browser/with-timeout.ts";
import type { CheckoutStatus, checkoutStanding } from "../contract.ts";
import { itemsOf, type OrderToPlace } from "./checkout-state.ts";

/** Milliseconds to wait for the answer. */
const TIMEOUT = 4_000;

/** The status of this checkout and its goods from our server; undefined when there is no answer in time. Never throws. */
export async function fetchCheckoutStatus(
  checkout: string,
  order?: OrderToPlace,
): Promise<CheckoutStatus | undefined> {
  if (!token.read()) return undefined;
  const about = order && {
    items: itemsOf(order),
    state: order.address.state,
    city: order.address.city,
    delivery: order.delivery,
  };
  const answer = call<typeof checkoutStanding>("/api/payment/checkout", { checkout, ...about }).then(
    ({ standing }) => standing,
    () => undefined,
  );
  return withTimeout(answer, TIMEOUT);
}
