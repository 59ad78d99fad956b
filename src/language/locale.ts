import { currentLanguage } from "./t.ts";

/** The locale of dates in the current language. */
export function dateLocale(): string {
  return currentLanguage() ? "sw-KE" : CLOCK_LOCALE;
}

/** That of times of day: the same digits in both languages. */
export const CLOCK_LOCALE = "en-KE";

/** East Africa Time whatever the phone's own setting: an order has one date for buyer and shop. */
export const EAST_AFRICA = { timeZone: "Africa/Nairobi" } as const;
