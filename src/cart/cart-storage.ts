import { useSyncExternalStore } from "react";
import { persisted } from "../platform/browser/persisted.ts";
import { toast } from "../ui/toast.ts";
import { type Cart, readCartText } from "./rules.ts";

const store = persisted("cart");
export const EMPTY: Cart = {};

/** This browser's cart: a visitor's own, or a copy of the account's, renewed with each answer of the server. */
export function useCart(): Cart {
  return useSyncExternalStore(store.subscribe, readCart, () => EMPTY);
}

let cachedText: string | null = null;
let cachedCart: Cart = EMPTY;

export function readCart(): Cart {
  const text = store.read();
  if (text !== cachedText) {
    cachedText = text;
    cachedCart = readCartText(text).cart;
  }
  return cachedCart;
}

/** Null forgets the cart. */
export function writeCart(cart: Cart | null): void {
  store.write(cart && JSON.stringify(cart));
}

/** Repairs a stored cart that cannot be read in full, and says so once. */
export function repairCart(): void {
  const { cart, notice } = readCartText(store.read());
  if (!notice) return;
  writeCart(cart);
  toast("error", notice);
}
