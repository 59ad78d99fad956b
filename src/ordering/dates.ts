// East Africa Time whatever the phone's own setting: an order has one date for buyer and shop
const zone = { timeZone: "Africa/Nairobi" } as const;
const day = new Intl.DateTimeFormat("en-KE", { ...zone, dateStyle: "long" });
const weekday = new Intl.DateTimeFormat("en-KE", { ...zone, weekday: "long", day: "numeric", month: "long" });
const moment = new Intl.DateTimeFormat("en-KE", { ...zone, dateStyle: "medium", timeStyle: "short" });

/** "Thursday 20 November"; of days that are near. */
export function formatWeekday(date: number): string {
  return weekday.format(new Date(date)).replace(",", "");
}

/** "20 November 2025". */
export function formatDay(date: number | string): string {
  return day.format(new Date(date));
}

/** "20 Nov 2025, 21:06". */
export function formatMoment(date: number | string): string {
  return moment.format(new Date(date));
}
