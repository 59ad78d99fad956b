import { useSyncExternalStore } from "react";
import { token } from "../accounts/sign-in/sign-in.ts";
import { withTimeout } from "../platform/browser/call.ts";
import { persisted } from "../platform/browser/persisted.ts";
import { toast } from "../ui/toast.ts";
import { type Cart, linesOf, readCartText } from "./rules.ts";

/** Milliseconds a page waits for the account's cart before it shows this browser's. */
const LOADING_MAX = 8_000;
const listeners = new Set<() => void>();
let loaded = false;

/** True while the account's cart is loading and this browser has no copy of it. */
export function useCartLoading(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => !loaded && token.read() !== null && linesOf(readCart()).length === 0,
    () => false,
  );
}

/** Resolves when the cart has loaded, or after the longest wait. */
export async function untilCartLoaded(cart: Promise<unknown>): Promise<void> {
  loaded = false;
  await withTimeout(cart, LOADING_MAX);
  loaded = true;
  for (const listener of listeners) listener();
}

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
