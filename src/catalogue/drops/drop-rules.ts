import { CLOCK_LOCALE, dateLocale, EAST_AFRICA } from "../../language/moments.ts";
import { t } from "../../language/t.ts";

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

/** "In 2 days 03:14:05": begun seconds count, so that it never says that nothing is left while something is. */
export function countdown(left: number): string {
  const seconds = Math.ceil(left / 1_000);
  const days = Math.floor(seconds / 86_400);
  const clock = [seconds / 3_600, seconds / 60, seconds].map(
    (each, at) => Math.floor(each) % (at > 0 ? 60 : 24),
  );
  const time = clock.map((part) => String(part).padStart(2, "0")).join(":");
  if (days > 1) return t("In {days} days {time}", { days, time });
  return days === 1 ? t("In 1 day {time}", { time }) : t("In {time}", { time });
}
