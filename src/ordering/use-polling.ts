import { useEffect, useEffectEvent } from "react";

/** Milliseconds until the first question, the factor by which each pause grows, and the longest pause. */
const FIRST = 2_000;
const GROWTH = 1.5;
const LONGEST = 30_000;

/**
 * Asks again and again while `active`, the page is visible and the device is online; each pause is longer than the last. A
 * page looked at again asks at once, and begins with short pauses.
 */
export function usePolling(active: boolean, ask: () => Promise<void>): void {
  const askNow = useEffectEvent(ask);
  useEffect(() => (active ? poll(() => askNow()) : undefined), [active]);
}

/** Gives what ends it. */
function poll(ask: () => Promise<void>): () => void {
  let pause = FIRST;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let ended = false;
  const rest = () => {
    clearTimeout(timer);
    if (ended || document.visibilityState !== "visible") return;
    timer = setTimeout(turn, pause);
    pause = Math.min(pause * GROWTH, LONGEST);
  };
  const turn = async () => {
    if (asking || ended) return;
    asking = true;
    clearTimeout(timer);
    if (navigator.onLine) await ask();
    asking = false;
    rest();
  };
  const wake = () => {
    clearTimeout(timer);
    pause = FIRST;
    if (document.visibilityState === "visible") void turn();
  };
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  rest();
  return () => {
    ended = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", wake);
    window.removeEventListener("online", wake);
  };
}
