import { t } from "../../../language/t.ts";
import { COUNTDOWN } from "../../rules.ts";

/** Whole seconds left of a push's time; both moments in milliseconds of performance.now(), which no clock setting moves. */
export function secondsLeft(startedAt: number, now: number): number {
  return Math.min(COUNTDOWN, Math.max(0, Math.ceil(COUNTDOWN - (now - startedAt) / 1000)));
}

/** Seconds as "01:05". */
export function clockText(seconds: number): string {
  const pad = (part: number) => String(part).padStart(2, "0");
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`;
}

/** What a screen reader hears of the time: at 60, 30 and 10 seconds, and nothing in between. */
export function spokenTime(seconds: number): string {
  const mark = [10, 30, 60].find((each) => seconds <= each);
  if (mark === undefined || seconds === 0) return "";
  return mark === 60 ? t("1 minute left") : t("{seconds} seconds left", { seconds: mark });
}

/** Whole minutes, given in seconds, as "1 minute" or "3 minutes". */
export function minutesText(seconds: number): string {
  return seconds === 60 ? t("1 minute") : t("{minutes} minutes", { minutes: seconds / 60 });
}

/** How long no prompt is sent, as "01:05", from an hour on as "2 h 05 min"; a part of a minute counts as one then. */
export function pauseText(seconds: number): string {
  if (seconds < 3_600) return clockText(seconds);
  const minutes = Math.ceil(seconds / 60);
  return t("{hours} h {minutes} min", {
    hours: Math.floor(minutes / 60),
    minutes: String(minutes % 60).padStart(2, "0"),
  });
}
