import { currentLanguage } from "./t.ts";

/** The locale of dates in the current language. */
export function dateLocale(): string {
  return currentLanguage() ? "sw-KE" : CLOCK_LOCALE;
}

/** The locale of times of day, which are written alike in both languages. */
export const CLOCK_LOCALE = "en-KE";

/** East Africa Time whatever the phone's own setting, so that buyer and shop see the same date. */
export const EAST_AFRICA = { timeZone: "Africa/Nairobi" } as const;

/** Milliseconds by which East Africa Time is ahead of UTC all year round. */
const AHEAD = 3 * 3_600_000;

/** A moment in the form of a form field, in East Africa Time: "2026-11-27T18:00", with seconds unless they are 00. */
export function writeMoment(date: number): string {
  const written = new Date(date + AHEAD).toISOString();
  return written.slice(0, written.slice(17, 19) === "00" ? 16 : 19);
}

/** Reads a moment in that form, or in that of a file of products: "2026-11-27 18:00 EAT"; NaN where there is none. */
export function readMoment(written: string): number {
  const [, day, hour, rest] =
    /^(\d{4}-\d\d-\d\d)[T ]+(\d\d?)(:\d\d(?::\d\d)?)(?: *EAT)?$/i.exec(written.trim()) ?? [];
  if (!day || !hour || !rest) return Number.NaN;
  const date = Date.parse(`${day}T${hour.padStart(2, "0")}${rest}+03:00`);
  // 30 February does not exist, though it can be read as a day of March
  return !Number.isNaN(date) && writeMoment(date).startsWith(day) ? date : Number.NaN;
}
