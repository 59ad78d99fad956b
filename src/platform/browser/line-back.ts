import { useEffect, useEffectEvent, useRef, useState } from "react";

/** Milliseconds until the first try, the factor by which pauses grow, and the longest. */
const FIRST = 2_000;
const GROWTH = 1.5;
const LONGEST = 30_000;
/** Pauses that grow are up to so much longer, each by chance: what a fault cut off together does not come back together. */
const SPREAD = 0.2;

/** For how many milliseconds work is retried automatically: later, a request for money would be a surprise. */
export const TRIES_LAST = 15 * 60_000;
export const STOPPED_TRYING =
  "We stopped trying after 15 minutes without a connection. Nothing is lost: tap the button to try again.";

type Pauses = { first?: number; growth?: number };
type WatchOptions = Pauses & { lasts?: number; signal?: AbortSignal | undefined };

/** One piece of work that waits for the line, time and again. */
export type LineWatch = {
  /** True once another try is worth it; false when the time is over, or the watch has ended. */
  back: () => Promise<boolean>;
  end: () => void;
};

/**
 * The one rule for when to ask again: immediately when the device is online again or the page is looked at again, which starts
 * over with short pauses; otherwise after pauses that grow. Offline or hidden it rests. After `lasts`, or with `signal`, it ends.
 */
export function watchLine({ first = FIRST, growth = GROWTH, lasts, signal }: WatchOptions = {}): LineWatch {
  // the device's own clock: others stand still while a phone sleeps
  const until = Date.now() + (lasts ?? Number.POSITIVE_INFINITY);
  let pause = first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let resolveBack: ((isBack: boolean) => void) | undefined;
  let ended = false;

  const settle = (isBack: boolean) => {
    clearTimeout(timer);
    resolveBack?.(isBack);
    resolveBack = undefined;
  };
  const rest = () => {
    clearTimeout(timer);
    if (!resolveBack || document.visibilityState !== "visible") return;
    const spread = growth > 1 ? 1 + SPREAD * Math.random() : 1;
    timer = setTimeout(look, Math.min(pause * spread, until - Date.now()));
    pause = Math.min(pause * growth, Math.max(first, LONGEST));
  };
  const look = () => {
    if (!resolveBack || document.visibilityState !== "visible") return rest();
    if (Date.now() >= until) return settle(false);
    if (navigator.onLine) settle(true);
    else rest();
  };
  const wake = () => {
    pause = first;
    look();
  };
  const removeListeners = onEither(wake);
  const end = () => {
    ended = true;
    removeListeners();
    signal?.removeEventListener("abort", end);
    settle(false);
  };
  signal?.addEventListener("abort", end);
  return {
    end,
    back: () =>
      new Promise((resolve) => {
        if (ended || signal?.aborted) return resolve(false);
        resolveBack = resolve;
        rest();
      }),
  };
}

/** Asks again and again, by the pauses of `watchLine`, until what it gives is called. */
export function poll(ask: () => Promise<void>, pauses: Pauses = {}): () => void {
  const line = watchLine(pauses);
  void (async () => {
    while (await line.back()) await ask();
  })();
  return line.end;
}

/** Calls back whenever the device is online again or the page is looked at again; gives what ends that. */
export function onWake(listener: () => void): () => void {
  return onEither(() => document.visibilityState === "visible" && listener());
}

/** Once there is a connection, as far as the device says: immediately, or when it is back. Gives what calls it off. */
export function whenOnline(then: () => void): () => void {
  const back = () => then();
  if (navigator.onLine) then();
  else window.addEventListener("online", back, { once: true });
  return () => window.removeEventListener("online", back);
}

function onEither(listener: () => void): () => void {
  window.addEventListener("online", listener);
  document.addEventListener("visibilitychange", listener);
  return () => {
    window.removeEventListener("online", listener);
    document.removeEventListener("visibilitychange", listener);
  };
}

/**
 * Does once more what the connection broke under, as soon as there is one again, for 15 minutes after somebody's own try; true
 * once it has stopped. `lost`: what was lost, a new object for each try; undefined for nothing.
 */
export function useRetryOnline(lost: object | undefined, retry: () => void): boolean {
  const retryNow = useEffectEvent(retry);
  const line = useRef<LineWatch>(undefined);
  const isAutomatic = useRef(false);
  const [stopped, setStopped] = useState<object>();
  useEffect(() => {
    if (!lost) return;
    if (!isAutomatic.current) {
      line.current?.end();
      line.current = watchLine({ lasts: TRIES_LAST });
    }
    isAutomatic.current = false;
    let current = true;
    void line.current?.back().then((isBack) => {
      if (!current) return;
      isAutomatic.current = isBack;
      if (isBack) retryNow();
      else setStopped(lost);
    });
    return () => {
      current = false;
    };
  }, [lost]);
  useEffect(() => () => line.current?.end(), []);
  return lost !== undefined && stopped === lost;
}
