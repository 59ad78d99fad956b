const DAY = 86_400_000;
const zone = { timeZone: "Africa/Nairobi" } as const;
const date = new Intl.DateTimeFormat("en-KE", { ...zone, dateStyle: "long" });
const time = new Intl.DateTimeFormat("en-KE", { ...zone, timeStyle: "short" });

/** "today, about 14:06", "yesterday, about 09:30" or "on 12 November 2026", in East Africa Time. */
export function lastUsed(at: string, now = Date.now()): string {
  const day = date.format(new Date(at));
  const clock = `about ${time.format(new Date(at))}`;
  if (day === date.format(now)) return `today, ${clock}`;
  // no summer time in East Africa: a day has 24 hours
  if (day === date.format(now - DAY)) return `yesterday, ${clock}`;
  return `on ${day}`;
}
