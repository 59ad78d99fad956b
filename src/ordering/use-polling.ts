import { useEffect, useEffectEvent } from "react";

/** Milliseconds until the first poll, the backoff factor, and the longest pause. */
const FIRST = 2_000;
const GROWTH = 1.5;
const LONGEST = 30_000;

/**
 * Polls with backoff while `active`, the page is visible and the device is online. A page that becomes visible again polls
 * at once and starts over with short pauses.
 */
export function usePolling(active: boolean, ask: () => Promise<void>): void {
  const askNow = useEffectEvent(ask);
  useEffect(() => (active ? poll(() => askNow()) : undefined), [active]);
}

/** Returns a function that stops it. */
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
