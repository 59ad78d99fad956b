import { useEffect, useEffectEvent } from "react";
import { onWake, poll } from "./line-back.ts";

type Pauses = NonNullable<Parameters<typeof poll>[1]>;

/**
 * Calls `ask` again and again while `active`, the page is visible and the device is online, immediately when one of these becomes
 * true again; with growing pauses by default.
 */
export function usePolling(active: boolean, ask: () => Promise<void>, { first, growth }: Pauses = {}): void {
  const askNow = useEffectEvent(ask);
  useEffect(() => (active ? poll(() => askNow(), { first, growth }) : undefined), [active, first, growth]);
}

/** Calls `wake` whenever the device is online again or the page is visible again, as after sleep or another app, while `active`. */
export function useWake(active: boolean, wake: () => void): void {
  const wakeNow = useEffectEvent(wake);
  useEffect(() => (active ? onWake(() => wakeNow()) : undefined), [active]);
}
