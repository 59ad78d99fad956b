/** Milliseconds. East Africa has no summer time. */
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const EAST_AFRICA = 3 * HOUR;

/** Between these hours (EAT) somebody may look at a code; the hours of the night do not count. */
const MORNING = 7;
const EVENING = 21;

/** The moment `hours` waking hours after `from`, both in milliseconds since 1970: 21:00 to 07:00 EAT does not count. */
export function addWakingHours(from: number, hours: number): number {
  let left = hours * HOUR;
  for (let at = from + EAST_AFRICA; ; ) {
    const midnight = Math.floor(at / DAY) * DAY;
    const begins = Math.max(at, midnight + MORNING * HOUR);
    const awake = Math.max(0, midnight + EVENING * HOUR - begins);
    if (left <= awake) return begins + left - EAST_AFRICA;
    left -= awake;
    at = midnight + DAY;
  }
}
