import { AsyncLocalStorage } from "node:async_hooks";
import { type DeliverySettings, USUAL_DELIVERY } from "../delivery/rules.ts";
import type { Snapshot } from "./live-settings.server.ts";
import { ALERTS, type Alert, CODE_HOURS } from "./rules.ts";
import { type Shop, shopWith } from "./shop-with.ts";

const settings = new AsyncLocalStorage<Snapshot>();

/** What `work` does, and whatever it starts, goes by these settings, also when the owner changes them meanwhile. */
export function withSettings<T>(snapshot: Snapshot, work: () => T): T {
  return settings.run(snapshot, work);
}

/** The settings that the request or job at work began with; undefined outside of both. */
export function currentSettings(): Snapshot | undefined {
  return settings.getStore();
}

/** The shop's facts as they were when the request or job at work began; outside of both those of shop.ts. */
export function currentShop(): Shop {
  return currentSettings()?.shop ?? shopWith(undefined);
}

/** Where the shop's own mails go to, and which of those that can be switched off it sends. */
export function alertsNow(): { to: string; wanted: (alert: Alert) => boolean } {
  const { email, mails } = currentSettings()?.values.alerts ?? { email: "", mails: ALERTS };
  return { to: email || currentShop().email, wanted: (alert) => mails.includes(alert) };
}

/** Waking hours after which an order on a code ends that nobody has found. */
export function codeHoursNow(): number {
  return currentSettings()?.values.payments.codeHours ?? CODE_HOURS.usual;
}

/** What delivery costs; outside of requests and jobs as src/shop.ts says. */
export function deliveryNow(): DeliverySettings {
  return currentSettings()?.values.delivery ?? USUAL_DELIVERY;
}

/** Whether products without a review show sample ratings. */
export function showsSamples(snapshot: Snapshot | undefined = currentSettings()): boolean {
  return snapshot?.values.reviews.ratings.includes("samples") ?? true;
}

/**
 * The numbers at whose money the shop looks for a code that was typed now: the till, those before it for 30 days, and what the
 * environment says besides. Outside of requests and jobs the environment's till.
 */
export function tillsNow(environment: { till: string | undefined; besides: readonly string[] }): string[] {
  const { till, formerTills } = currentSettings()?.payments ?? { till: environment.till, formerTills: [] };
  const former = formerTills.filter(({ until }) => Date.now() < until).map(({ number }) => number);
  const numbers = [till, ...former, ...environment.besides].filter((number) => number !== undefined);
  return [...new Set(numbers)];
}
