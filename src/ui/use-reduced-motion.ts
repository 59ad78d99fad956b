import { useSyncExternalStore } from "react";
import { savesData } from "../platform/browser/when-idle.ts";

const REDUCED = "(prefers-reduced-motion: reduce)";

/** True when the person prefers reduced motion or saves data: nothing moves by itself then. True until hydration. */
export function useReducedMotion(): boolean {
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
