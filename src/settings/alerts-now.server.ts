import { currentSettings, currentShop } from "./current-settings.server.ts";
import { ALERTS, type Alert } from "./rules.ts";

/** Where the shop's own mails go to, and which of those that can be switched off it sends. */
export function alertsNow(): { to: string; wanted: (alert: Alert) => boolean } {
  const { email, mails } = currentSettings()?.values.alerts ?? { email: "", mails: ALERTS };
  return { to: email || currentShop().email, wanted: (alert) => mails.includes(alert) };
}
