import { AsyncLocalStorage } from "node:async_hooks";
import { type DeliverySettings, USUAL_DELIVERY } from "../delivery/rules.ts";
import type { Snapshot } from "./live-settings.server.ts";
import { ALERTS, type Alert, CODE_HOURS } from "./rules.ts";
import { type Shop, shopWith } from "./shop-with.ts";

const settings = new AsyncLocalStorage<Snapshot>();

/** `work`, and whatever it starts, uses these settings, even if the owner changes them meanwhile. */
export function withSettings<T>(snapshot: Snapshot, work: () => T): T {
  return settings.run(snapshot, work);
}

/** The settings that the current request or job began with; undefined outside of both. */
export function currentSettings(): Snapshot | undefined {
  return settings.getStore();
}

/** The shop's facts as they were when the current request or job began; outside of both those of shop.ts. */
export function currentShop(): Shop {
  return currentSettings()?.shop ?? shopWith(undefined);
}

/** The e-mail for the shop's own mails, and which of the optional ones it sends. */
export function alertsNow(): { to: string; wanted: (alert: Alert) => boolean } {
  const { email, mails } = currentSettings()?.values.alerts ?? { email: "", mails: ALERTS };
  return { to: email || currentShop().email, wanted: (alert) => mails.includes(alert) };
}

/** Waking hours after which an order ends whose code nobody has found. */
export function codeHoursNow(): number {
  return currentSettings()?.values.payments.codeHours ?? CODE_HOURS.usual;
}

/** The delivery settings; outside of requests and jobs those of src/shop.ts. */
export function deliveryNow(): DeliverySettings {
  return currentSettings()?.values.delivery ?? USUAL_DELIVERY;
}

/** Whether products without a review show sample ratings. */
export function showsSamples(snapshot: Snapshot | undefined = currentSettings()): boolean {
  return snapshot?.values.reviews.ratings.includes("samples") ?? true;
}

/**
 * The numbers whose money may match a code typed now: the till, those it replaced in the last 30 days, and others of the
 * environment. Outside of requests and jobs the environment's till.
 */
export function tillsNow(environment: { till: string | undefined; besides: readonly string[] }): string[] {
  const { till, formerTills } = currentSettings()?.payments ?? { till: environment.till, formerTills: [] };
  const former = formerTills.filter(({ until }) => Date.now() < until).map(({ number }) => number);
  const numbers = [till, ...former, ...environment.besides].filter((number) => number !== undefined);
  return [...new Set(numbers)];
}
