import { useSyncExternalStore } from "react";
import { token } from "../accounts/sign-in.ts";
import { readCart } from "./cart-kept.ts";
import { linesOf } from "./rules.ts";

/** Milliseconds for which a page waits for the account's cart before it shows what is here. */
const COMING_MAX = 8_000;
const listeners = new Set<() => void>();
let arrived = false;

/** True while the account's cart is on its way, and nothing is known of it here. */
export function useCartComing(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => !arrived && token.read() !== null && linesOf(readCart()).length === 0,
    () => false,
  );
}

/** Until the cart has come, or for as long as a page waits for it. */
export async function whileComing(cart: Promise<unknown>): Promise<void> {
  arrived = false;
  await Promise.race([cart, new Promise((late) => setTimeout(late, COMING_MAX))]);
  arrived = true;
  for (const listener of listeners) listener();
}
