import { newId } from "../platform/browser/new-id.ts";
import { persisted } from "../platform/browser/persisted.ts";

/**
 * What was typed at checkout, as JSON, read and written by checkout-draft.ts. It stays on this device through
 * log-in, sign-up, a reload and a closed tab, and ends with the order or the sign-in.
 */
export const checkoutDraft = persisted("checkout-draft", { days: 30 });

/** The code of a coupon as it was typed, or came with a link; deleted with the order. */
export const typedCoupon = persisted("coupon", { days: 30 });

/** Stores the code of a link such as /collection?code=SAUTI33, from the notes of an episode, for the checkout. */
export function keepLinkedCoupon(search: string): void {
  const code = new URLSearchParams(search).get("code");
  // as much of it as the server reads
  if (code) typedCoupon.write(code.slice(0, 60));
}

/**
 * The id of this device's checkout: sent as the order's Idempotency-Key, so that neither a retry nor a second tab with the same
 * cart orders twice.
 */
export const currentCheckout = persisted("checkout-id");
/** "<id>:<who>" of the last checkout in which money was asked for. Two days, as the shop waits 25 hours for unsettled payments. */
export const paymentBegun = persisted("payment-begun", { days: 2 });
/**
 * The last checkout in which money was asked for, while goods may be held for it: at most the 35 minutes of a card. Lists of
 * products do not count these goods as in stock.
 */
export const goodsHeld = persisted("goods-held", { days: 35 / 1_440 });
/** The way to pay of the last order begun here, preselected for the next one; a logout deletes it. */
export const lastMethod = persisted("last-method");
/** "placed:<id>" and "left:<id>", newest first. */
const endedCheckouts = persisted("checkouts-ended");

type CheckoutEnd = "placed" | "left";

/**
 * Ends a checkout whose order is placed or whose shopper logged out: pages with it in their history do not show it again, in any
 * tab. A checkout started since goes on.
 */
export function endCheckout(how: CheckoutEnd, id: string | null = currentCheckout.read()): void {
  if (id) endedCheckouts.write(`${how}:${id} ${endedCheckouts.read() ?? ""}`.slice(0, 2000));
  if (how === "left") lastMethod.write(null);
  if (id !== currentCheckout.read()) return;
  currentCheckout.write(null);
  checkoutDraft.write(null);
  typedCoupon.write(null);
}

/** Deletes a draft older than 30 days, also where no checkout is opened. */
export function dropOldDraft(): void {
  checkoutDraft.read();
}

/** The id of the checkout under way; a new one where there is none. */
export function checkoutId(): string {
  const known = currentCheckout.read();
  if (known) return known;
  const id = newId();
  currentCheckout.write(id);
  return id;
}

/** How a checkout ended; undefined while it is under way. */
export function endOf(id: string | undefined): CheckoutEnd | undefined {
  const found = (endedCheckouts.read() ?? "").split(" ");
  return (["placed", "left"] as const).find((how) => found.includes(`${how}:${id}`));
}

/** product id → the price, in KES, at which the shopper last agreed to see it in the cart. */
export const seenPrices = persisted("cart-prices");
/** The cart's products as the shop last returned them, as JSON: for a cart opened without a connection, never for a checkout. */
export const lastProducts = persisted("cart-products");

/** Deletes the seen prices, with the order or the sign-in: the next person has not seen them. */
export function forgetPrices(): void {
  seenPrices.write(null);
  lastProducts.write(null);
}
