import { useEffect, useEffectEvent } from "react";

/** Calls back whenever the page is looked at again, back from sleep or another app, while `active`. */
export function usePageVisible(active: boolean, onVisible: () => void): void {
  const onVisibleNow = useEffectEvent(onVisible);
  useEffect(() => {
    if (!active) return;
    const wake = () => document.visibilityState === "visible" && onVisibleNow();
    document.addEventListener("visibilitychange", wake);
    return () => document.removeEventListener("visibilitychange", wake);
  }, [active]);
}
