import { useSyncExternalStore } from "react";
import { useRouteLoaderData } from "react-router";
import { freshDelivery } from "./fresh-delivery.ts";
import { type DeliverySettings, USUAL_DELIVERY } from "./rules.ts";

/**
 * What delivery costs, as the server said it last: to the cart or the checkout, or in this document; where it said nothing, as
 * src/shop.ts says.
 */
export function useDeliverySettings(): DeliverySettings {
  const fresh = useSyncExternalStore(freshDelivery.subscribe, freshDelivery.read, () => undefined);
  const told = useRouteLoaderData<{ delivery?: DeliverySettings }>("root")?.delivery;
  return fresh ?? told ?? USUAL_DELIVERY;
}
