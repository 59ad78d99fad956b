import { useEffect, useState } from "react";
import { t } from "../language/t.ts";

/**
 * Whole seconds left of `seconds` that began at `startedAt`, a moment of performance.now(), which setting the clock does not
 * change; calls `onOver` once when none is left.
 */
export function useCountdown(startedAt: number, seconds: number, onOver: () => void): number {
  const left = secondsLeft(startedAt, seconds, useNow(true));
  const over = left === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the time is over
  useEffect(() => {
    if (over) onOver();
  }, [over]);
  return left;
}

/** Whole seconds until a moment of performance.now(); 0 when it has passed or is undefined. */
export function useSecondsUntil(moment: number | undefined): number {
  const now = useNow(moment !== undefined);
  return moment === undefined ? 0 : Math.max(0, Math.ceil((moment - now) / 1000));
}

/** Milliseconds of performance.now(), four times a second while it runs. */
function useNow(runs: boolean): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (!runs) return;
    const tick = () => setNow(performance.now());
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [runs]);
  return now;
}

export function secondsLeft(startedAt: number, seconds: number, now: number): number {
  return Math.min(seconds, Math.max(0, Math.ceil(seconds - (now - startedAt) / 1000)));
}

/** Seconds as "01:05". */
export function clockText(seconds: number): string {
  const pad = (part: number) => String(part).padStart(2, "0");
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`;
}

/** The time left as a screen reader says it: at 60, 30 and 10 seconds only. */
export function spokenTime(seconds: number): string {
  const mark = [10, 30, 60].find((each) => seconds <= each);
  if (mark === undefined || seconds === 0) return "";
  return mark === 60 ? t("1 minute left") : t("{seconds} seconds left", { seconds: mark });
}

/** Whole minutes, given in seconds, as "1 minute" or "3 minutes". */
export function minutesText(seconds: number): string {
  return seconds === 60 ? t("1 minute") : t("{minutes} minutes", { minutes: seconds / 60 });
}

/** The time until the next prompt may be sent, as "01:05"; from an hour on as "2 h 05 min", rounded up to whole minutes. */
export function pauseText(seconds: number): string {
  if (seconds < 3_600) return clockText(seconds);
  const minutes = Math.ceil(seconds / 60);
  return t("{hours} h {minutes} min", {
    hours: Math.floor(minutes / 60),
    minutes: String(minutes % 60).padStart(2, "0"),
  });
}
