import { persisted } from "../platform/browser/persisted.ts";

/**
 * What was typed at checkout: "<milliseconds since 1970> <JSON>", read and written by ordering/checkout/checkout-draft.ts. It stays on
 * this device through log-in, sign-up, a reload and a closed tab, and ends with the order or the sign-in.
 */
export const checkoutDraft = persisted("checkout-draft");
const DRAFT_DAYS = 30 * 86_400_000;

/**
 * Names this device's checkout: sent as the order's Idempotency-Key, so that neither a retry nor a second tab with the same
 * cart orders twice.
 */
export const currentCheckout = persisted("checkout-id");
/** The way to pay of the last order begun here, chosen again by the next; a logout forgets it. */
export const lastMethod = persisted("last-method");
/** "placed:<id>" and "left:<id>", newest first. */
export const endedCheckouts = persisted("checkouts-ended");

export type CheckoutEnd = "placed" | "left";

/**
 * Ends a checkout whose order is placed or whose shopper logged out: in no tab do pages with it in their history show it
 * again. A checkout started since goes on.
 */
export function endCheckout(how: CheckoutEnd, id: string | null = currentCheckout.read()): void {
  if (id) endedCheckouts.write(`${how}:${id} ${endedCheckouts.read() ?? ""}`.slice(0, 2000));
  if (how === "left") lastMethod.write(null);
  if (id !== currentCheckout.read()) return;
  currentCheckout.write(null);
  checkoutDraft.write(null);
}

/** Deletes a draft older than 30 days by this device's clock. */
export function dropOldDraft(): void {
  if (Math.abs(Date.now() - Number.parseInt(checkoutDraft.read() ?? "", 10)) > DRAFT_DAYS)
    checkoutDraft.write(null);
}
