import { useState } from "react";
import { useLocation } from "react-router";
import { token } from "../accounts/sign-in.ts";
import { checkoutId, endOf } from "../cart/checkout-id.ts";
import type { PricedLine } from "../cart/priced-line.ts";
import type { Line } from "../cart/rules.ts";
import type { Product } from "../catalogue/contract.ts";
import { useAlive } from "../ui/alive.ts";
import type { Address } from "./contract.ts";

/** Order data as it is sent (specification §3); `amount` is the total shown, in KES. */
export type OrderToPlace = { address: Address; items: ProductCopy[]; amount: number };
type ProductCopy = Omit<Product, "description" | "stock"> & { size: string; quantity: number };

/** What checkout pages find in navigation state (specification §4). `checkoutId` names the checkout to the server. */
export type Carried = { order: OrderToPlace; checkoutId?: string };

/** Product copies with chosen size and quantity; without the long texts, so that a full cart fits into one request. */
export function carry(order: { address: Address; lines: PricedLine[]; amount: number }): Carried {
  const { address, lines, amount } = order;
  const items = lines.flatMap(({ product, size, quantity }) => {
    if (!product) return [];
    const { description: _, stock: __, ...copy } = product;
    return [{ ...copy, size, quantity }];
  });
  return { order: { address, items, amount }, checkoutId: checkoutId() };
}

/** What is wanted, as the calls name it. */
export function itemsOf({ items }: OrderToPlace) {
  return items.map(({ _id, size, quantity }) => ({ _id, size, quantity }));
}

/** What the order takes out of the cart. */
export function orderedLines({ items }: OrderToPlace): Line[] {
  return items.map(({ _id: productId, size, quantity }) => ({ productId, size, quantity }));
}

/**
 * The order this page was given. `waiting` until the page is alive; without order data, `elsewhere` says where to go:
 * the orders when this one has been placed already, as the checkout `placed`, otherwise the cart; `left` when a logout has
 * ended it.
 */
export function useCarriedOrder():
  | { is: "waiting" }
  | { is: "elsewhere"; to: "/cart" | "/orders"; left: boolean; placed?: string | undefined }
  | { is: "here"; carried: Carried } {
  const alive = useAlive();
  const { state } = useLocation();
  // asked once: placing the order must not turn this page away while it is still saying so
  const [over] = useState(() =>
    typeof window !== "undefined" && isCarried(state) ? endOf(state.checkoutId) : undefined,
  );
  if (!alive) return { is: "waiting" };
  if (!isCarried(state)) return { is: "elsewhere", to: "/cart", left: false };
  if (over === "placed" && token.read())
    return { is: "elsewhere", to: "/orders", left: false, placed: state.checkoutId };
  if (over) return { is: "elsewhere", to: "/cart", left: over === "left" };
  return { is: "here", carried: state };
}

/** History may hold anything, also from an older release of the shop. */
function isCarried(state: unknown): state is Carried {
  const { order } = (state ?? {}) as Partial<Carried>;
  return (
    typeof order?.amount === "number" &&
    typeof order.address === "object" &&
    order.address !== null &&
    Array.isArray(order.items)
  );
}
