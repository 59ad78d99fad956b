import { useSyncExternalStore } from "react";
import { savesData } from "../platform/browser/saves-data.ts";

const REDUCED = "(prefers-reduced-motion: reduce)";

/** True when nothing should move by itself: the person asked for less motion or for less data; true until the page is alive. */
export function useCalm(): boolean {
  return useSyncExternalStore(
    listen,
    () => matchMedia(REDUCED).matches || savesData(),
    () => true,
  );
}

function listen(changed: () => void) {
  const query = matchMedia(REDUCED);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}
