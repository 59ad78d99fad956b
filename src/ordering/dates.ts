// East Africa Time whatever the phone's own setting: an order has one date for buyer and shop
const zone = { timeZone: "Africa/Nairobi" } as const;
const day = new Intl.DateTimeFormat("en-KE", { ...zone, dateStyle: "long" });
const moment = new Intl.DateTimeFormat("en-KE", { ...zone, dateStyle: "medium", timeStyle: "short" });

/** "20 November 2025". */
export function formatDay(date: number | string): string {
  return day.format(new Date(date));
}

/** "20 Nov 2025, 21:06". */
export function formatMoment(date: number | string): string {
  return moment.format(new Date(date));
}
