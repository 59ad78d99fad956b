import { useSyncExternalStore } from "react";
import { CallError, call } from "../platform/call.ts";
import { kept, token } from "../platform/kept.ts";
import { toast } from "../ui/toast.ts";
import type * as contract from "./contract.ts";
import { type Cart, LINE_MAX, type Line, linesOf, readCartText, TEXTS, withLine } from "./rules.ts";

const store = kept("cart");
const EMPTY: Cart = {};

/** This browser's cart: a visitor's own, or a copy of the account's, renewed with each answer of the server. */
export function useCart(): Cart {
  return useSyncExternalStore(store.subscribe, readCart, () => EMPTY);
}

/** Adds one of a size; gives whether it is in. A signed-in shopper's cart answers at once and the server has the last word. */
export async function addToCart(item: { productId: string; size: string }): Promise<boolean> {
  const before = readCart();
  const quantity = (before[item.productId]?.[item.size] ?? 0) + 1;
  if (quantity > LINE_MAX) {
    toast("error", TEXTS.lineFull);
    return false;
  }
  return change({ ...item, quantity }, () =>
    call<typeof contract.addToCart>("/api/cart/add", { itemId: item.productId, size: item.size }),
  );
}

/** Sets a line's quantity; 0 removes it. */
export async function setQuantity(line: Line): Promise<boolean> {
  const { productId: itemId, size, quantity } = line;
  return change(line, () => call<typeof contract.updateCart>("/api/cart/update", { itemId, size, quantity }));
}

/** With a stored token: takes the account's cart. A failed call keeps what is here. */
export async function refreshCart(): Promise<void> {
  if (!token.read()) return;
  try {
    write((await call<typeof contract.getCart>("/api/cart/get")).cartData);
  } catch (error) {
    if (error instanceof CallError && error.status === 401) signOut();
  }
}

/** After login: the visitor's lines join the account's, and what came out different is said. */
export async function mergeCart(): Promise<void> {
  const lines = linesOf(readCart()).map(({ productId: itemId, size, quantity }) => ({
    itemId,
    size,
    quantity,
  }));
  if (lines.length === 0) return refreshCart();
  try {
    const { cartData, changes } = await call<typeof contract.mergeCart>("/api/cart/merge", { lines });
    write(cartData);
    for (const change of changes) toast("info", change);
  } catch {
    // the visitor's lines stay here and are sent with the next change
  }
}

/** Forgets the sign-in and this browser's cart; the account's own comes back at the next login. */
export function signOut(): void {
  token.write(null);
  clearCart();
}

export function clearCart(): void {
  store.write(null);
}

// one change after the other, so that answers cannot overtake each other
let queue: Promise<unknown> = Promise.resolve();

async function change(line: Line, send: () => Promise<{ cartData: Cart }>): Promise<boolean> {
  const before = readCart();
  write(withLine(before, line));
  if (!token.read()) return true;
  const sent = queue.then(send);
  queue = sent.catch(() => {});
  try {
    write((await sent).cartData);
    return true;
  } catch (error) {
    write(withLine(readCart(), { ...line, quantity: before[line.productId]?.[line.size] ?? 0 }));
    if (error instanceof Error) toast("error", error.message);
    return false;
  }
}

let seenText: string | null = null;
let seenCart: Cart = EMPTY;

function readCart(): Cart {
  const text = store.read();
  if (text !== seenText) {
    seenText = text;
    seenCart = readCartText(text);
  }
  return seenCart;
}

function write(cart: Cart): void {
  store.write(JSON.stringify(cart));
}
