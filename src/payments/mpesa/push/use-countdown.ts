import { useEffect, useState } from "react";
import { secondsLeft } from "./countdown.ts";

/** Whole seconds left of a push's time; `onOver` is called once when none is. */
export function useCountdown(startedAt: number, onOver: () => void): number {
  const left = secondsLeft(startedAt, useNow(true));
  const over = left === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the time is over
  useEffect(() => {
    if (over) onOver();
  }, [over]);
  return left;
}

/** Whole seconds until a moment of performance.now(); 0 when it has passed, or there is none. */
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
