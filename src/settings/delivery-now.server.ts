import { type DeliverySettings, USUAL_DELIVERY } from "../delivery/rules.ts";
import { currentSettings } from "./current-settings.server.ts";

/** What delivery costs, as the request or job at work began with it; outside of both as src/shop.ts says. */
export function deliveryNow(): DeliverySettings {
  return currentSettings()?.values.delivery ?? USUAL_DELIVERY;
}
