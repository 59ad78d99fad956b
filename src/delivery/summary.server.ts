import { AREAS_NAMED, type DeliverySettings, feesOf, rangeOfDays } from "./rules.ts";

/**
 * What pages get that need no more than a sentence of it: without pick-up points, and where there are more areas than
 * are named in it, what these cost and take at least and at most in their place.
 */
export function summarizeDelivery(settings: DeliverySettings): DeliverySettings {
  const { areas } = settings;
  if (areas.length <= AREAS_NAMED) return { ...settings, points: [] };
  const range = { fees: feesOf({ ...settings, freeOver: null }, {}, 0), days: rangeOfDays(settings) };
  return { ...settings, areas: [], points: [], range };
}

const NEED_ALL = ["/cart", "/place-order"];

/** Whether a page reckons with all of the setting: it knows the place, or offers pick-up. */
export function needsAllDelivery(pathname: string): boolean {
  return NEED_ALL.includes(pathname.toLowerCase().replace(/\/+$/, ""));
}
