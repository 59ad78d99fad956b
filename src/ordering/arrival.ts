import { arrivesBetween } from "../delivery.ts";
import { formatWeekday } from "./dates.ts";
import type { Status } from "./rules.ts";

type Awaited = { status: Status; date: number; county: string | undefined; isCodeAsked: boolean };

/**
 * When an order's parcel comes, in a sentence; the same on its pages and in its mail. Undefined where nothing comes, while
 * its payment could not be found, and once the days are over: nothing is promised then. `date` is when it was placed, and
 * `now` the present, in milliseconds since 1970.
 */
export function arrivalOf(
  { status, date, county, isCodeAsked }: Awaited,
  now = Date.now(),
): string | undefined {
  if (status === "Delivered" || status === "Cancelled" || isCodeAsked || !county) return undefined;
  const { from, to } = arrivesBetween(date, county);
  if (now > to) return undefined;
  const [first, last] = [formatWeekday(from), formatWeekday(to)];
  if (first === last) return `We expect your parcel on ${last}.`;
  return `We expect your parcel between ${first} and ${last}. Saturdays and Sundays are not counted.`;
}
