import { dropSignIn, onSignIn, onSignOut, onSignOutElsewhere, token } from "../accounts/sign-in.ts";
import { CallError, call, messageOf } from "../platform/browser/call.ts";
import { persisted } from "../platform/browser/persisted.ts";
import { toast } from "../ui/toast.ts";
import { untilCartLoaded } from "./cart-loading.ts";
import { EMPTY, readCart, repairCart, writeCart } from "./cart-storage.ts";
import { currentCheckout, dropOldDraft, endCheckout } from "./checkout-storage.ts";
import type * as contract from "./contract.ts";
import {
  type Cart,
  LINE_MAX,
  LINES_MAX,
  type Line,
  linesOf,
  quantityIn,
  readLinesText,
  TEXTS,
  withLine,
} from "./rules.ts";
import { forgetPrices } from "./seen-prices.ts";

/** Set while lines of a visitor have not reached the account they logged in to, so that no answer overwrites them. */
const unmerged = persisted("cart-unmerged");
/** Changes the server has not answered yet: a page left in the middle of one sends it again when it is back. */
const unsent = persisted("cart-unsent", () => sessionStorage);

// the carts merge while the page goes on: a slow cart does not hold up who is logging in
onSignIn(() => void mergeCart());
onSignOut(clearCart);
// this tab's unsent changes are not for the next person either
onSignOutElsewhere(forgetWaiting);

/** Adds one of a size; gives whether it is in. A signed-in shopper's cart answers at once and the server has the last word. */
export async function addToCart(item: { productId: string; size: string }): Promise<boolean> {
  const cart = readCart();
  const quantity = quantityIn(cart, item) + 1;
  const refused = quantity > LINE_MAX ? TEXTS.lineFull : quantity === 1 && isFull(cart) ? TEXTS.cartFull : "";
  if (refused) {
    toast("error", refused);
    return false;
  }
  const { productId: itemId, size } = item;
  return change({ ...item, quantity }, () =>
    call<typeof contract.addToCart>("/api/cart/add", { itemId, size }),
  );
}

/** Sets a line's quantity; 0 removes it. Gives whether the server, if asked, agreed. */
export async function setQuantity(line: Line): Promise<boolean> {
  const { productId: itemId, size, quantity } = line;
  return change(line, () => call<typeof contract.updateCart>("/api/cart/update", { itemId, size, quantity }));
}

/** At the start of a page: mends what was kept, then, with a stored token, takes the account's cart. A failed call keeps what is here. */
export async function refreshCart(): Promise<void> {
  repairCart();
  dropOldDraft();
  if (waiting.length === 0) sendAgain();
  await untilCartLoaded(inTurn(takeAccountCart));
}

/** After login: the visitor's lines join the account's, and what came out different is said. Sending them again changes nothing. */
async function mergeCart(): Promise<void> {
  if (linesOf(readCart()).length > 0) unmerged.write("yes");
  await untilCartLoaded(inTurn(takeAccountCart));
}

/** Forgets this browser's cart and what was typed at checkout; the account's cart comes back at the next login. */
function clearCart(): void {
  forgetWaiting();
  writeCart(null);
  unmerged.write(null);
  forgetPrices();
  endCheckout("left");
}

/**
 * An order is placed: what it took leaves this browser's cart in every tab, piece by piece, and what has been added since
 * stays. Then the server's word is taken.
 */
export function takeOutOrdered(ordered: Line[]): void {
  for (const line of ordered) {
    for (const other of [...waiting]) if (isSame(other, line) && other.quantity <= line.quantity) drop(other);
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
}

if (typeof window !== "undefined") {
  // back from the phone's M-Pesa prompt, or another tab: the server may have ordered meanwhile
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void inTurn(() => takeAccountCart(true));
  });
}

// one call after the other, so that answers cannot overtake each other
let queue: Promise<unknown> = Promise.resolve();

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  // work takes nothing from the work before it
  const done = queue.then(() => work());
  queue = done.catch(() => {});
  return done;
}

function sendAgain(): void {
  const lines = token.read() ? readLinesText(unsent.read()) : [];
  unsent.write(null);
  for (const line of lines) void setQuantity(line);
}

async function takeAccountCart(quiet = false): Promise<void> {
  const signedIn = token.read();
  if (!signedIn) return;
  try {
    await askForCart();
  } catch (error) {
    // what is here stays, and is sent with the next change
    if (leaving || token.read() !== signedIn) return;
    if (isSignedOut(error)) {
      dropSignIn(signedIn);
      toast("info", TEXTS.signedOut);
    } else if (!quiet) toast("error", messageOf(error), true);
  }
}

/** Sends the visitor's lines that have not reached the account, if any. What this browser's checkout has ordered stays away. */
async function askForCart(): Promise<void> {
  const signedIn = token.read();
  const checkout = currentCheckout.read() ?? undefined;
  const merging = unmerged.read();
  const cart = waiting.length > 0 ? confirmed : readCart();
  const lines = linesOf(cart).map(({ productId: itemId, size, quantity }) => ({ itemId, size, quantity }));
  const answer: Awaited<ReturnType<typeof getCart>> & { changes?: string[] } = await (merging
    ? call<typeof contract.mergeCart>("/api/cart/merge", { lines, checkout })
    : getCart(checkout));
  if (token.read() !== signedIn) return;
  if (merging) unmerged.write(null);
  if (answer.ordered) endCheckout("placed", checkout);
  answered(answer.cartData);
  for (const text of answer.changes ?? []) toast("info", text);
}

const getCart = (checkout: string | undefined) =>
  call<typeof contract.getCart>("/api/cart/get", { checkout });

/** Lines shown but not yet answered for, and the cart before the first of them. */
const waiting: Line[] = [];
let confirmed: Cart = EMPTY;

async function change(line: Line, send: () => Promise<{ cartData: Cart }>): Promise<boolean> {
  if (waiting.length === 0) confirmed = readCart();
  writeCart(withLine(readCart(), line));
  const signedIn = token.read();
  if (!signedIn) return true;
  waiting.push(line);
  keepUnsent();
  // after a logout, or an order, it is no longer about this cart: the next person's must not get it
  const stands = () => token.read() === signedIn && waiting.includes(line);
  return inTurn(async () => {
    try {
      if (stands() && unmerged.read()) await askForCart();
      if (!stands()) {
        drop(line);
        return true;
      }
      const { cartData } = await send();
      drop(line);
      if (token.read() === signedIn) answered(cartData);
      return true;
    } catch (error) {
      // cut off by leaving the page, which is no refusal: the next page sends it again
      if (leaving) return true;
      drop(line);
      // somebody left meanwhile: the answer is no longer about this cart
      return token.read() === signedIn ? failed(line, error, signedIn) : true;
    }
  });
}

/** The server's cart, with the changes it has not seen yet on top. */
function answered(cart: Cart): void {
  confirmed = cart;
  writeCart(waiting.reduce(withLine, cart));
}

function failed(line: Line, error: unknown, signedIn: string): boolean {
  if (isSignedOut(error)) {
    dropSignIn(signedIn);
    toast("info", TEXTS.signedOut);
    return true;
  }
  if (!waiting.some((other) => isSame(other, line)))
    writeCart(withLine(readCart(), { ...line, quantity: quantityIn(confirmed, line) }));
  toast("error", messageOf(error));
  return false;
}

function isSignedOut(error: unknown): boolean {
  return error instanceof CallError && error.status === 401;
}

function drop(line: Line): void {
  const at = waiting.indexOf(line);
  // gone already when the cart was cleared meanwhile
  if (at < 0) return;
  waiting.splice(at, 1);
  keepUnsent();
}

function forgetWaiting(): void {
  waiting.length = 0;
  confirmed = EMPTY;
  keepUnsent();
}

function keepUnsent(): void {
  unsent.write(waiting.length > 0 ? JSON.stringify(waiting) : null);
}

function isSame(one: Line, other: Line): boolean {
  return one.productId === other.productId && one.size === other.size;
}

function isFull(cart: Cart): boolean {
  return linesOf(cart).length >= LINES_MAX;
}
