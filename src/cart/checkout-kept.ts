import { kept } from "../platform/kept.ts";

const session = () => sessionStorage;

/** The delivery form as typed so far, as JSON; it survives a reload and ends with the sign-in or the order. */
export const addressDraft = kept("checkout-address", session);

/** Names this tab's checkout: sent as the order's Idempotency-Key, so that a retry cannot order twice. */
const current = kept("checkout-id", session);
const ended = kept("checkouts-ended", session);

/** The checkout under way, begun now when there is none. */
export function checkoutId(): string {
  const known = current.read();
  if (known) return known;
  const id = newId();
  current.write(id);
  return id;
}

export type CheckoutEnd = "placed" | "left";

/** Its order is placed, or its shopper has left: the pages that carry it in their history show it no more. */
export function endCheckout(how: CheckoutEnd): void {
  const id = current.read();
  if (id) ended.write(`${how}:${id} ${ended.read() ?? ""}`.slice(0, 2000));
  current.write(null);
  addressDraft.write(null);
}

/** How a checkout ended; undefined while it is under way. */
export function endOf(id: string | undefined): CheckoutEnd | undefined {
  const found = (ended.read() ?? "").split(" ");
  return (["placed", "left"] as const).find((how) => found.includes(`${how}:${id}`));
}

/** A uuid; randomUUID itself is missing on plain http, where a shop on a local network may be tried. */
export function newId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
