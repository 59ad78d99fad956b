import { currentSettings } from "./current-settings.server.ts";
import type { Snapshot } from "./live-settings.server.ts";

/** Whether products without a review show sample ratings; by default as when the request or job at work began. */
export function showsSamples(settings: Snapshot | undefined = currentSettings()): boolean {
  return settings?.values.reviews.ratings.includes("samples") ?? true;
}
