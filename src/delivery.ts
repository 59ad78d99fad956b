import { shop } from "./shop.ts";

/** Days from order to parcel, Saturdays and Sundays not counted. */
type DeliveryDays = { readonly from: number; readonly to: number };

/** How long a parcel to this county takes, however it is typed. */
export function deliveryDays(county: string): DeliveryDays {
  const { near, elsewhere } = shop.delivery;
  const wanted = plainCounty(county);
  return near.find(({ counties }) => counties.some((each) => plainCounty(each) === wanted)) ?? elsewhere;
}

/** "1 to 2 days". */
export function daysText({ from, to }: DeliveryDays): string {
  if (from < to) return `${from} to ${to} days`;
  return to === 1 ? "1 day" : `${to} days`;
}

/** The days on which an order of this moment may arrive, as moments at the same hour; all in milliseconds since 1970. */
export function arrivesBetween(placedAt: number, county: string): { from: number; to: number } {
  const { from, to } = deliveryDays(county);
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

function plainCounty(typed: string): string {
  return typed
    .trim()
    .toLowerCase()
    .replace(/ (county|city)$/, "");
}
