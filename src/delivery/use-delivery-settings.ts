import { useSyncExternalStore } from "react";
import { useRouteLoaderData } from "react-router";
import { fetchFrom } from "../platform/browser/call.ts";
import type { showDelivery } from "./contract.ts";
import { type DeliverySettings, USUAL_DELIVERY } from "./rules.ts";

let settings: DeliverySettings | undefined;
const listeners = new Set<() => void>();

/** What the server has said of delivery since this document came; undefined until it was asked. */
const freshDelivery = {
  read: () => settings,
  write(said: DeliverySettings): void {
    // the same stays the same object: nothing is rendered again for it
    if (JSON.stringify(said) === JSON.stringify(settings)) return;
    settings = said;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/**
 * What delivery costs, as the server said it last: to the cart or the checkout, or in this document; where it said nothing, as
 * src/shop.ts says.
 */
export function useDeliverySettings(): DeliverySettings {
  const fresh = useSyncExternalStore(freshDelivery.subscribe, freshDelivery.read, () => undefined);
  const sent = useRouteLoaderData<{ delivery?: DeliverySettings }>("root")?.delivery;
  return fresh ?? sent ?? USUAL_DELIVERY;
}

/** Asks what delivery costs now; without an answer it stays as the server sent it last, and an order at another fee is refused. */
export async function fetchDelivery(): Promise<void> {
  try {
    const { delivery } = await fetchFrom<typeof showDelivery>("/api/delivery", new URLSearchParams());
    freshDelivery.write(delivery ?? USUAL_DELIVERY);
  } catch {
    // the prices of the cart fail of the same, and say so
  }
}
