import { useEffect, useEffectEvent } from "react";
import { onWake } from "./line-back.ts";

/** Calls back whenever the device is online again or the page is looked at again, back from sleep or another app, while `active`. */
export function useWake(active: boolean, wake: () => void): void {
  const wakeNow = useEffectEvent(wake);
  useEffect(() => (active ? onWake(() => wakeNow()) : undefined), [active]);
}
