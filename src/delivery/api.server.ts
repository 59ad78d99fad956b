import type { Http } from "../platform/http/http.server.ts";
import { route } from "../platform/http/route.server.ts";
import { deliveryNow } from "../settings/current-settings.server.ts";
import * as contract from "./contract.ts";
import { type DeliverySettings, USUAL_DELIVERY } from "./rules.ts";

/** GET /api/delivery: what delivery costs everywhere, and where orders may be fetched. */
export function deliveryApi(http: Http): void {
  route(http, contract.showDelivery, { tag: "orders" }, async () => ({
    message: "Delivery found",
    delivery: shown(deliveryNow()),
  }));
}

function shown(settings: DeliverySettings) {
  if (settings === USUAL_DELIVERY) return null;
  return { ...settings, areas: [...settings.areas], points: [...settings.points] };
}
