import { t } from "../language/t.ts";

/** Days from order to parcel, weekends not counted. */
export type Days = { readonly from: number; readonly to: number };

/** "1 to 2 days". */
export function daysText({ from, to }: Days): string {
  if (from < to) return t("{from} to {to} days", { from, to });
  return to === 1 ? t("1 day") : t("{days} days", { days: to });
}

/** The days on which an order of this moment may arrive, as moments at the same hour; all in milliseconds since 1970. */
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
