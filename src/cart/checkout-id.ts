import { newId } from "../platform/browser/new-id.ts";
import { type CheckoutEnd, currentCheckout, endedCheckouts } from "./checkout-storage.ts";

/** The checkout under way, begun now when there is none. */
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
