import { useState } from "react";
import { useLocation } from "react-router";
import { token } from "../../accounts/sign-in/sign-in.ts";
import { checkoutId, endOf, goodsHeld, typedCoupon } from "../../cart/checkout-storage.ts";
import type { PricedLine } from "../../cart/use-priced-cart.ts";
import type { Product } from "../../catalogue/contract.ts";
import { CallError } from "../../platform/browser/call.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { Address } from "../contract.ts";

/** Order data as sent (specification §3). `coupon`: a code; `amount`: the total shown with it taken off, in KES. */
export type OrderToPlace = {
  address: Address;
  /** The name of the pick-up point, whose place the address then has. */
  delivery?: string;
  items: ProductCopy[];
  amount: number;
  coupon?: string;
};
type ProductCopy = Omit<Product, "description" | "stock"> & { size: string; quantity: number };

/**
 * The navigation state of the checkout pages (specification §4). `checkoutId` names the checkout to the server; `deliveryFee`,
 * in KES, is the one shown.
 */
export type CheckoutState = { order: OrderToPlace; checkoutId?: string; deliveryFee?: number };

/** The state for an order: product copies with size and quantity, without descriptions so that a full cart fits. */
export function toCheckoutState(order: {
  address: Address;
  delivery: string | undefined;
  lines: PricedLine[];
  amount: number;
  coupon?: string | undefined;
  deliveryFee: number;
}): CheckoutState {
  const { address, delivery, lines, amount, coupon, deliveryFee } = order;
  const items = lines.flatMap(({ product, size, quantity }) => {
    if (!product) return [];
    const { description: _, stock: __, ...copy } = product;
    return [{ ...copy, size, quantity }];
  });
  const chosen = { ...(delivery && { delivery }), ...(coupon && { coupon }) };
  return { order: { address, items, amount, ...chosen }, checkoutId: checkoutId(), deliveryFee };
}

/** After a refusal: the next try goes without a refused coupon, and sold-out goods count as not held, so that the cart marks them. */
export function forgetRefused(error: unknown): void {
  if (!(error instanceof CallError)) return;
  if (typeof error.answer.coupon === "string") typedCoupon.write(null);
  if (/: just sold out\.$/.test(String(error.answer.message))) goodsHeld.write(null);
}

/** The items as the calls send them. */
export function itemsOf({ items }: OrderToPlace) {
  return items.map(({ _id, size, quantity }) => ({ _id, size, quantity }));
}

/** What is bought and where it goes, as the calls that ask for money send it. */
export function goodsOf(order: OrderToPlace) {
  const { address, delivery, coupon } = order;
  return { items: itemsOf(order), address, delivery, ...(coupon && { coupon }) };
}

/** The header that names a checkout to the server. */
export function keyOf(checkoutId: string | undefined): Record<string, string> {
  return checkoutId ? { "idempotency-key": checkoutId } : {};
}

/**
 * The checkout state of this page: `loading` until hydration, `redirect` where there is none. It redirects to the orders
 * when this checkout has been placed (`placed`: its id), otherwise to the cart; `loggedOut` when a logout ended it.
 */
export function useCheckoutState():
  | { type: "loading" }
  | { type: "redirect"; to: "/cart" | "/orders"; loggedOut: boolean; placed?: string | undefined }
  | { type: "ready"; state: CheckoutState } {
  const hydrated = useHydrated();
  const { state } = useLocation();
  // read once: placing the order must not redirect this page while it shows the result
  const [ended] = useState(() =>
    typeof window !== "undefined" && isCheckoutState(state) ? endOf(state.checkoutId) : undefined,
  );
  if (!hydrated) return { type: "loading" };
  if (!isCheckoutState(state)) return { type: "redirect", to: "/cart", loggedOut: false };
  if (ended === "placed" && token.read())
    return { type: "redirect", to: "/orders", loggedOut: false, placed: state.checkoutId };
  if (ended) return { type: "redirect", to: "/cart", loggedOut: ended === "left" };
  return { type: "ready", state };
}

/** The history may hold anything, also the state of an older release. */
function isCheckoutState(state: unknown): state is CheckoutState {
  const { order } = (state ?? {}) as Partial<CheckoutState>;
  return (
    typeof order?.amount === "number" &&
    typeof order.address === "object" &&
    order.address !== null &&
    Array.isArray(order.items)
  );
}
