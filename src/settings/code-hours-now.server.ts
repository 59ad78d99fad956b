import { currentSettings } from "./current-settings.server.ts";
import { CODE_HOURS } from "./rules.ts";

/** Waking hours after which an order on a code ends that nobody has found, as the request or job at work began with it. */
export function codeHoursNow(): number {
  return currentSettings()?.values.payments.codeHours ?? CODE_HOURS.usual;
}
