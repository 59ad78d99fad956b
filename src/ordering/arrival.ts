import { arrivesBetween, type Days } from "../delivery/rules.ts";
import { t } from "../language/t.ts";
import { formatWeekday } from "./dates.ts";
import type { Status } from "./rules.ts";

type Awaited = {
  status: Status;
  date: number;
  /** What was promised when it was placed; undefined where it is not known where it goes. */
  days: Days | undefined;
  pickUp: { name: string } | undefined;
  isCodeAsked: boolean;
};

/**
 * When an order's parcel comes, in a sentence; the same on its pages and in its mail. Undefined where nothing comes, while
 * its payment could not be found, and once the days are over: nothing is promised then. `date` is when it was placed, and
 * `now` the present, in milliseconds since 1970.
 */
export function arrivalOf(
  { status, date, days, pickUp, isCodeAsked }: Awaited,
  now = Date.now(),
): string | undefined {
  if (status === "Delivered" || status === "Cancelled" || isCodeAsked || !days) return undefined;
  const { from, to } = arrivesBetween(date, days);
  if (now > to) return undefined;
  const [first, last] = [formatWeekday(from), formatWeekday(to)];
  if (pickUp) return readyOn({ status, name: pickUp.name, first, last });
  if (first === last) return t("We expect your parcel on {day}.", { day: last });
  return t("We expect your parcel between {first} and {last}. Weekends are not counted.", {
    first,
    last,
  });
}

type Ready = { status: Status; name: string; first: string; last: string };

function readyOn({ status, name, first, last }: Ready): string | undefined {
  // it is there already
  if (status === "Shipped" || status === "Out for delivery") return undefined;
  if (first === last) return t("We expect it at {name} on {day}.", { name, day: last });
  return t("We expect it at {name} between {first} and {last}. Weekends are not counted.", {
    name,
    first,
    last,
  });
}
