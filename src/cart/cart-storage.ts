import { useSyncExternalStore } from "react";
import { kept } from "../platform/browser/persisted.ts";
import { toast } from "../ui/toast.ts";
import { type Cart, readCartText } from "./rules.ts";

const store = kept("cart");
export const EMPTY: Cart = {};

/** This browser's cart: a visitor's own, or a copy of the account's, renewed with each answer of the server. */
export function useCart(): Cart {
  return useSyncExternalStore(store.subscribe, readCart, () => EMPTY);
}

let seenText: string | null = null;
let seenCart: Cart = EMPTY;

export function readCart(): Cart {
  const text = store.read();
  if (text !== seenText) {
    seenText = text;
    seenCart = readCartText(text).cart;
  }
  return seenCart;
}

/** Null forgets the cart. */
export function writeCart(cart: Cart | null): void {
  store.write(cart && JSON.stringify(cart));
}

/** Says once what was wrong with a kept cart, and keeps what could be read of it. */
export function mendCart(): void {
  const { cart, notice } = readCartText(store.read());
  if (!notice) return;
  writeCart(cart);
  toast("error", notice);
}
