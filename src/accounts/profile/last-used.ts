import { CLOCK_LOCALE, dateLocale, EAST_AFRICA } from "../../language/locale.ts";
import { t } from "../../language/t.ts";

const DAY = 86_400_000;
const dateIn = (locale: string) => new Intl.DateTimeFormat(locale, { ...EAST_AFRICA, dateStyle: "long" });
const time = new Intl.DateTimeFormat(CLOCK_LOCALE, { ...EAST_AFRICA, timeStyle: "short" });

/** When a device was last used: today, yesterday or on a day, in East Africa Time. */
export function lastUsed(at: string, now = Date.now()): string {
  const date = dateIn(dateLocale());
  const day = date.format(new Date(at));
  const clock = time.format(new Date(at));
  if (day === date.format(now)) return t("Last used today, about {clock}", { clock });
  // no summer time in East Africa: a day has 24 hours
  if (day === date.format(now - DAY)) return t("Last used yesterday, about {clock}", { clock });
  return t("Last used on {day}", { day });
}
