import { token } from "../accounts/sign-in.ts";
import { call } from "../platform/browser/call.ts";
import { itemsOf, type OrderToPlace } from "./checkout-state.ts";
import type { CheckoutStanding, checkoutStanding } from "./contract.ts";

/** Milliseconds a page waits for the answer before it goes on without. */
const PATIENCE = 4_000;

/** How our server says that this checkout, and its goods, stand; undefined when nobody could say in time. Never throws. */
export async function askStanding(
  checkout: string,
  order?: OrderToPlace,
): Promise<CheckoutStanding | undefined> {
  if (!token.read()) return undefined;
  const items = order && itemsOf(order);
  const answer = call<typeof checkoutStanding>("/api/payment/checkout", { checkout, items }).then(
    ({ standing }) => standing,
    () => undefined,
  );
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE, undefined));
  return Promise.race([answer, late]);
}
