import { useSyncExternalStore } from "react";
import { dropSignIn, onSignIn, onSignOut, onSignOutElsewhere, token } from "../accounts/sign-in/sign-in.ts";
import { call, isSignedOut, messageOf, withTimeout } from "../platform/browser/call.ts";
import { persisted } from "../platform/browser/persisted.ts";
import { toast } from "../ui/toast.ts";
import { currentCheckout, dropOldDraft, endCheckout, forgetPrices } from "./checkout-storage.ts";
import type * as contract from "./contract.ts";
import {
  CART_TEXTS,
  type Cart,
  isSameItem,
  LINE_MAX,
  LINES_MAX,
  type Line,
  linesOf,
  quantityIn,
  readCartText,
  readLinesText,
  withLine,
} from "./rules.ts";

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
async function untilCartLoaded(cart: Promise<unknown>): Promise<void> {
  loaded = false;
  await withTimeout(cart, LOADING_MAX);
  loaded = true;
  for (const listener of listeners) listener();
}

const store = persisted("cart");
const EMPTY: Cart = {};

/** This browser's cart: a visitor's own, or a copy of the account's, replaced with each answer of the server. */
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
function writeCart(cart: Cart | null): void {
  store.write(cart && JSON.stringify(cart));
}

/** Repairs a stored cart that cannot be read in full, and says so once. */
function repairCart(): void {
  const { cart, notice } = readCartText(store.read());
  if (!notice) return;
  writeCart(cart);
  toast("error", notice);
}

/** Set while a visitor's lines are not merged into the account yet, so that no answer overwrites them. */
const unmerged = persisted("cart-unmerged");
/** Changes without an answer yet: the next page sends them again when this one is left meanwhile. */
const unsent = persisted("cart-unsent", { area: () => sessionStorage });

// not awaited: a slow merge does not delay the login
onSignIn(() => void mergeCart());
onSignOut(clearCart);
// this tab's unsent changes must not reach the next person's cart either
onSignOutElsewhere(clearPending);

/** Adds one of a size; false when it was refused. Optimistic for signed-in shoppers: the server's answer then replaces it. */
export async function addToCart(item: { productId: string; size: string }): Promise<boolean> {
  const cart = readCart();
  const quantity = quantityIn(cart, item) + 1;
  const refused =
    quantity > LINE_MAX
      ? CART_TEXTS.lineFull
      : quantity === 1 && linesOf(cart).length >= LINES_MAX
        ? CART_TEXTS.cartFull
        : "";
  if (refused) {
    toast("error", refused);
    return false;
  }
  const { productId: itemId, size } = item;
  return changeOptimistically({ ...item, quantity }, () =>
    call<typeof contract.addToCart>("/api/cart/add", { itemId, size }),
  );
}

/** Sets a line's quantity, optimistically; 0 removes it. False when the server refused it. */
export async function setQuantity(line: Line): Promise<boolean> {
  const { productId: itemId, size, quantity } = line;
  return changeOptimistically(line, () =>
    call<typeof contract.updateCart>("/api/cart/update", { itemId, size, quantity }),
  );
}

/** On page load: repairs the stored cart, then, when signed in, loads the account's. A failed call changes nothing. */
export async function refreshCart(): Promise<void> {
  repairCart();
  dropOldDraft();
  if (pending.length === 0) void resendUnsent();
  await untilCartLoaded(enqueue(loadAccountCart));
}

/** After login: merges the visitor's lines into the account's cart and says what came out different. Idempotent. */
async function mergeCart(): Promise<void> {
  if (linesOf(readCart()).length > 0) unmerged.write("yes");
  await untilCartLoaded(enqueue(loadAccountCart));
}

/** Deletes this browser's cart and checkout; the account's cart is loaded again at the next login. */
function clearCart(): void {
  clearPending();
  writeCart(null);
  unmerged.write(null);
  forgetPrices();
  endCheckout("left");
}

/**
 * After an order: removes the ordered quantities from this browser's cart in every tab; what was added since stays. Then
 * the account's cart is loaded.
 */
export function removeOrdered(ordered: Line[]): void {
  for (const line of ordered) {
    for (const other of [...pending])
      if (isSameItem(other, line) && other.quantity <= line.quantity) removePending(other);
    writeCart(withLine(readCart(), { ...line, quantity: quantityIn(readCart(), line) - line.quantity }));
  }
  confirmed = readCart();
  forgetPrices();
  void refreshCart();
}

let leaving = false;
if (typeof window !== "undefined") {
  window.addEventListener("pagehide", () => {
    leaving = true;
  });
  window.addEventListener("pageshow", () => {
    leaving = false;
  });
  // the shopper may be back from the phone's M-Pesa prompt or another tab: there may be an order by now
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void enqueue(() => loadAccountCart(true));
  });
}

// calls are serialized, so that answers cannot overtake each other
let queue: Promise<unknown> = Promise.resolve();

function enqueue<T>(work: () => Promise<T>): Promise<T> {
  // runs whether the call before succeeded or failed, and does not get its result
  const done = queue.then(() => work());
  queue = done.catch(() => {});
  return done;
}

/** Sends changes that an earlier page, or a tap before hydration, has left unsent; false when the server refused any of them. */
export async function resendUnsent(): Promise<boolean> {
  const lines = token.read() ? readLinesText(unsent.read()) : [];
  unsent.write(null);
  return (await Promise.all(lines.map(setQuantity))).every(Boolean);
}

async function loadAccountCart(quiet = false): Promise<void> {
  const signedIn = token.read();
  if (!signedIn) return;
  try {
    await fetchCart();
  } catch (error) {
    // this browser's cart stays, and is sent with the next change
    if (leaving || token.read() !== signedIn || hasSignedOut(error, signedIn)) return;
    if (!quiet) toast("error", messageOf(error), { once: true });
  }
}

/** Fetches the account's cart, merging a visitor's lines first. Items that this browser's checkout has ordered are left out. */
async function fetchCart(): Promise<void> {
  const signedIn = token.read();
  const checkout = currentCheckout.read() ?? undefined;
  const merging = unmerged.read();
  const cart = pending.length > 0 ? confirmed : readCart();
  const lines = linesOf(cart).map(({ productId: itemId, size, quantity }) => ({ itemId, size, quantity }));
  const answer: Awaited<ReturnType<typeof getCart>> & { changes?: string[] } = await (merging
    ? call<typeof contract.mergeCart>("/api/cart/merge", { lines, checkout })
    : getCart(checkout));
  if (token.read() !== signedIn) return;
  if (merging) unmerged.write(null);
  if (answer.ordered) endCheckout("placed", checkout);
  applyServerCart(answer.cartData);
  for (const text of answer.changes ?? []) toast("info", text);
}

const getCart = (checkout: string | undefined) =>
  call<typeof contract.getCart>("/api/cart/get", { checkout });

/** Optimistic changes without an answer, and the cart before the first of them. */
const pending: Line[] = [];
let confirmed: Cart = EMPTY;

async function changeOptimistically(line: Line, send: () => Promise<{ cartData: Cart }>): Promise<boolean> {
  if (pending.length === 0) confirmed = readCart();
  writeCart(withLine(readCart(), line));
  const signedIn = token.read();
  if (!signedIn) return true;
  pending.push(line);
  saveUnsent();
  // false after a logout or an order: then the change must not reach the next person's cart
  const stands = () => token.read() === signedIn && pending.includes(line);
  return enqueue(async () => {
    try {
      if (stands() && unmerged.read()) await fetchCart();
      if (!stands()) {
        removePending(line);
        return true;
      }
      const { cartData } = await send();
      removePending(line);
      if (token.read() === signedIn) applyServerCart(cartData);
      return true;
    } catch (error) {
      // the request was aborted by leaving the page, not refused: the next page sends it again
      if (leaving) return true;
      removePending(line);
      // after a logout the answer is about another person's cart
      return token.read() === signedIn ? rollBack(line, error, signedIn) : true;
    }
  });
}

/** The server's cart with the pending changes on top. */
function applyServerCart(cart: Cart): void {
  confirmed = cart;
  writeCart(pending.reduce(withLine, cart));
}

function rollBack(line: Line, error: unknown, signedIn: string): boolean {
  if (hasSignedOut(error, signedIn)) return true;
  if (!pending.some((other) => isSameItem(other, line)))
    writeCart(withLine(readCart(), { ...line, quantity: quantityIn(confirmed, line) }));
  toast("error", messageOf(error), { once: true });
  return false;
}

/** Drops a sign-in that has ended, and says so; the cart stays on this device. */
function hasSignedOut(error: unknown, signedIn: string): boolean {
  if (!isSignedOut(error)) return false;
  dropSignIn(signedIn);
  toast("info", CART_TEXTS.signedOut);
  return true;
}

function removePending(line: Line): void {
  const at = pending.indexOf(line);
  // removed already when the cart was cleared meanwhile
  if (at < 0) return;
  pending.splice(at, 1);
  saveUnsent();
}

function clearPending(): void {
  pending.length = 0;
  confirmed = EMPTY;
  saveUnsent();
}

function saveUnsent(): void {
  unsent.write(pending.length > 0 ? JSON.stringify(pending) : null);
}
