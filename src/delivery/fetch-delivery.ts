import { fetchFrom } from "../platform/browser/call.ts";
import type { showDelivery } from "./contract.ts";
import { freshDelivery } from "./fresh-delivery.ts";
import { USUAL_DELIVERY } from "./rules.ts";

/** Asks what delivery costs now; without an answer it stays as it was told last, and an order at another fee is refused. */
export async function fetchDelivery(): Promise<void> {
  try {
    const { delivery } = await fetchFrom<typeof showDelivery>("/api/delivery", new URLSearchParams());
    freshDelivery.write(delivery ?? USUAL_DELIVERY);
  } catch {
    // the prices of the cart fail of the same, and say so
  }
}
