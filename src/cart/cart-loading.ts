import { useSyncExternalStore } from "react";
import { token } from "../accounts/sign-in/sign-in.ts";
import { withTimeout } from "../platform/browser/call.ts";
import { readCart } from "./cart-storage.ts";
import { linesOf } from "./rules.ts";

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
