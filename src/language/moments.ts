import { currentLanguage } from "./t.ts";

/** The locale of dates in the current language. */
export function dateLocale(): string {
  return currentLanguage() ? "sw-KE" : CLOCK_LOCALE;
}

/** That of times of day: the same digits in both languages. */
export const CLOCK_LOCALE = "en-KE";

/** East Africa Time whatever the phone's own setting: an order has one date for buyer and shop. */
export const EAST_AFRICA = { timeZone: "Africa/Nairobi" } as const;

/** East Africa Time is so far ahead of UTC all year round, in milliseconds. */
const AHEAD = 3 * 3_600_000;

/** A moment as a form's field has it, in East Africa: "2026-11-27T18:00", with seconds where there are any. */
export function writeMoment(date: number): string {
  const written = new Date(date + AHEAD).toISOString();
  return written.slice(0, written.slice(17, 19) === "00" ? 16 : 19);
}

/** The moment that is written so, or as a file of products has it: "2026-11-27 18:00 EAT"; NaN where there is none. */
export function readMoment(written: string): number {
  const [, day, hour, rest] =
    /^(\d{4}-\d\d-\d\d)[T ]+(\d\d?)(:\d\d(?::\d\d)?)(?: *EAT)?$/i.exec(written.trim()) ?? [];
  if (!day || !hour || !rest) return Number.NaN;
  const date = Date.parse(`${day}T${hour.padStart(2, "0")}${rest}+03:00`);
  // 30 February is no day, though it can be read as one of March
  return !Number.isNaN(date) && writeMoment(date).startsWith(day) ? date : Number.NaN;
}
