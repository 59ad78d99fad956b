import { useEffect, useEffectEvent, useRef, useState } from "react";

/** Milliseconds until the first try, the factor by which pauses grow, and the longest. */
const FIRST = 2_000;
const GROWTH = 1.5;
const LONGEST = 30_000;
/** Growing pauses are lengthened at random by up to this share, so that clients cut off together do not all return together. */
const SPREAD = 0.2;

/** Milliseconds for which work is retried automatically: a request for money later than that would surprise people. */
export const TRIES_LAST = 15 * 60_000;
export const STOPPED_TRYING =
  "We stopped trying after 15 minutes without a connection. Nothing is lost: tap the button to try again.";

type Pauses = { first?: number; growth?: number };
type WatchOptions = Pauses & { lasts?: number; signal?: AbortSignal | undefined };

/** Waits for the connection for one piece of work, as often as it asks. */
export type LineWatch = {
  /** Resolves to true when another try is worth it; to false when the time is over, or the watch has ended. */
  back: () => Promise<boolean>;
  end: () => void;
};

/**
 * The one rule for when to retry: immediately when the device is online again or the page is visible again, which also starts
 * over with short pauses; otherwise after growing pauses. Offline or hidden it waits. After `lasts`, or with `signal`, it ends.
 */
export function watchLine({ first = FIRST, growth = GROWTH, lasts, signal }: WatchOptions = {}): LineWatch {
  // the wall clock, as monotonic clocks stand still while a phone sleeps
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

/** Calls `ask` again and again, with the pauses of `watchLine`, until the function that it returns is called. */
export function poll(ask: () => Promise<void>, pauses: Pauses = {}): () => void {
  const line = watchLine(pauses);
  void (async () => {
    while (await line.back()) await ask();
  })();
  return line.end;
}

/** Calls back whenever the device is online again or the page is visible again; returns a function that stops it. */
export function onWake(listener: () => void): () => void {
  return onEither(() => document.visibilityState === "visible" && listener());
}

/** Calls `then` once the device says it is online: immediately, or when it is back. Returns a function that cancels it. */
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
 * Repeats what failed because the connection broke, as soon as there is one again, for 15 minutes after the person's own try;
 * returns true once it has given up. `lost`: what failed, a new object for each try; undefined for nothing.
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
