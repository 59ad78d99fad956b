import { t } from "../language/t.ts";
import { foldLetters, foldText } from "../platform/fold-text.ts";
import { shop } from "../shop.ts";

/** Days from order to parcel, weekends not counted. */
export type Days = { readonly from: number; readonly to: number };

/** "1 to 2 days". */
export function daysText({ from, to }: Days): string {
  if (from < to) return t("{from} to {to} days", { from, to });
  return to === 1 ? t("1 day") : t("{days} days", { days: to });
}

/** The first and last day on which an order placed at this moment may arrive, at the same hour; in milliseconds since 1970. */
export function arrivesBetween(placedAt: number, { from, to }: Days): { from: number; to: number } {
  return { from: weekdayAfter(placedAt, from), to: weekdayAfter(placedAt, to) };
}

const DAY = 86_400_000;
/** Nairobi is three hours ahead of UTC all year. */
const AHEAD = 10_800_000;

function weekdayAfter(moment: number, days: number): number {
  let at = moment;
  for (let left = days; left > 0; ) {
    at += DAY;
    const weekday = new Date(at + AHEAD).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return at;
}

/** A county, or one of its towns, with its own days and, where set, its own fee in KES. */
type DeliveryArea = Days & { readonly county: string; readonly town?: string; readonly fee?: number };

/** A place where shoppers may pick up their order. `fee` in KES; without one it is free. */
export type PickUpPoint = {
  readonly name: string;
  readonly address: {
    readonly street: string;
    readonly city: string;
    readonly state: string;
    readonly zipCode: string;
  };
  readonly hours: string;
  readonly fee?: number;
};

/** What delivery costs and how long it takes. Fees in KES. */
export type DeliverySettings = {
  /** The fee of every place that no area names. */
  readonly fee: number;
  /** Items that cost more than this in all are delivered free; null: delivery is never free. */
  readonly freeOver: number | null;
  readonly days: Days;
  readonly areas: readonly DeliveryArea[];
  readonly points: readonly PickUpPoint[];
  /** Only in a summary, which leaves the areas out: the lowest and highest fee and days of all places. */
  readonly range?: { readonly fees: { readonly from: number; readonly to: number }; readonly days: Days };
};

/** How many areas are named one by one while no place is known; more than these are given as one range. */
export const AREAS_NAMED = 6;

/** The delivery of src/shop.ts, until the owner changes it: one flat fee, days by county. */
export const USUAL_DELIVERY: DeliverySettings = {
  fee: shop.deliveryFee,
  freeOver: null,
  days: shop.delivery.elsewhere,
  areas: shop.delivery.near.flatMap(({ counties, from, to }) =>
    counties.map((county) => ({ county, from, to })),
  ),
  points: [],
};

/** A place by its address; parts not known yet are missing. `pickUp`: the order is picked up there instead. */
export type Place = {
  readonly state?: string | undefined;
  readonly city?: string | undefined;
  readonly pickUp?: PickUpPoint | undefined;
};

/** The fee and days of delivering items for `subtotal` KES there. While the place is not fully known, the highest fee. */
export function deliveryOf(
  settings: DeliverySettings,
  place: Place,
  subtotal: number,
): { fee: number; free: boolean; days: Days } {
  const free = isFree(settings, subtotal);
  return { fee: feesOf(settings, place, subtotal).to, free, days: daysTo(settings, place) };
}

/** The lowest and the highest fee that delivery may cost, in KES, by what is known of the place. */
export function feesOf(
  settings: DeliverySettings,
  place: Place,
  subtotal: number,
): { from: number; to: number } {
  const fees = isFree(settings, subtotal) ? [0] : possibleFees(settings, place);
  return { from: Math.min(...fees), to: Math.max(...fees) };
}

/** Whether the fee is the same everywhere. */
export function isFlat({ fee, areas, range }: DeliverySettings): boolean {
  if (range) return range.fees.from === range.fees.to;
  return areas.every((area) => (area.fee ?? fee) === fee);
}

/** The days a parcel takes, for any spelling of county and town. */
export function daysTo(settings: DeliverySettings, { pickUp, ...place }: Place): Days {
  const { from, to } = settings.range?.days ?? areaOf(settings, pickUp?.address ?? place) ?? settings.days;
  return { from, to };
}

/** The fewest and the most days that a parcel takes anywhere. */
export function rangeOfDays({ days, areas, range }: DeliverySettings): Days {
  const all = [range?.days ?? days, ...areas];
  return { from: Math.min(...all.map(({ from }) => from)), to: Math.max(...all.map(({ to }) => to)) };
}

/** The pick-up point of this name; undefined when it no longer exists. */
export function findPoint({ points }: DeliverySettings, name: string): PickUpPoint | undefined {
  return points.find((point) => point.name === name);
}

/** Whether two addresses are the same place for delivery. */
export function isSamePlace(one: Place, other: Place): boolean {
  return isSameCounty(one.state ?? "", other.state) && isSameTown(one.city, other.city);
}

function isFree({ freeOver }: DeliverySettings, subtotal: number): boolean {
  return freeOver !== null && subtotal > freeOver;
}

function possibleFees(settings: DeliverySettings, place: Place): number[] {
  const { fee, areas, range } = settings;
  if (place.pickUp) return [place.pickUp.fee ?? 0];
  if (range) return [range.fees.from, range.fees.to];
  if (!place.state?.trim()) return [fee, ...areas.map((area) => area.fee ?? fee)];
  const own = areaOf(settings, place)?.fee ?? fee;
  if (place.city?.trim()) return [own];
  const towns = areas.filter(({ county, town }) => town && isSameCounty(county, place.state));
  return [own, ...towns.map((area) => area.fee ?? fee)];
}

/** The area of its town, else that of its county. */
function areaOf({ areas }: DeliverySettings, { state, city }: Place): DeliveryArea | undefined {
  const inCounty = areas.filter(({ county }) => isSameCounty(county, state));
  return inCounty.find(({ town }) => town && isSameTown(town, city)) ?? inCounty.find(({ town }) => !town);
}

/** Compares in any spelling: "NAIROBI City County" is Nairobi. */
export function isSameCounty(county: string, typed: string | undefined): boolean {
  return plainCounty(county) === plainCounty(typed);
}

function plainCounty(typed = ""): string {
  return foldLetters(foldText(typed).replace(/( county| city)+$/, ""));
}

export function isSameTown(one: string | undefined, other: string | undefined): boolean {
  return foldLetters(one ?? "") === foldLetters(other ?? "");
}
