import { CLOCK_LOCALE, dateLocale, EAST_AFRICA } from "../language/locale.ts";

/** "Friday 27 November, 18:00", in East Africa; of days that are near. */
export function formatStart(date: number): string {
  const day = new Intl.DateTimeFormat(dateLocale(), {
    ...EAST_AFRICA,
    weekday: "long",
    day: "numeric",
    month: "long",
  });
  const time = new Intl.DateTimeFormat(CLOCK_LOCALE, {
    ...EAST_AFRICA,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return `${day.format(date).replace(",", "")}, ${time.format(date)}`;
}
