import { dateLocale, EAST_AFRICA } from "../language/moments.ts";

/** "Thursday 20 November", "Alhamisi 20 Novemba"; for days close to today, so without the year. */
export function formatWeekday(date: number): string {
  return formats().weekday.format(new Date(date)).replace(",", "");
}

/** "20 November 2025". */
export function formatDay(date: number | string): string {
  return formats().day.format(new Date(date));
}

/** "20 Nov 2025, 21:06". */
export function formatMoment(date: number | string): string {
  return formats().moment.format(new Date(date));
}

const made = new Map<string, ReturnType<typeof formatsIn>>();

/** Formats in the language of the page or mail; kept, as they are slow to make. */
function formats() {
  const locale = dateLocale();
  const found = made.get(locale) ?? formatsIn(locale);
  made.set(locale, found);
  return found;
}

function formatsIn(locale: string) {
  return {
    day: new Intl.DateTimeFormat(locale, { ...EAST_AFRICA, dateStyle: "long" }),
    weekday: new Intl.DateTimeFormat(locale, {
      ...EAST_AFRICA,
      weekday: "long",
      day: "numeric",
      month: "long",
    }),
    moment: new Intl.DateTimeFormat(locale, { ...EAST_AFRICA, dateStyle: "medium", timeStyle: "short" }),
  };
}
