import { useCallback, useEffect, useState } from "react";
import { savesData } from "../../platform/browser/saves-data.ts";
import { loadTowns, type Towns } from "./towns.ts";

/** Kenya's towns, once they are here: fetched when the page has nothing else to do, with Save-Data only by `load`. */
export function useTowns(): { towns: Towns | undefined; load: () => void } {
  const [towns, setTowns] = useState<Towns>();
  // without them county and postal code are typed
  const load = useCallback(() => void loadTowns().then(setTowns, () => {}), []);
  useEffect(() => {
    if (savesData()) return;
    // Safari has no requestIdleCallback
    if (!("requestIdleCallback" in window)) {
      const timer = setTimeout(load, 1_000);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(load, { timeout: 2_000 });
    return () => cancelIdleCallback(idle);
  }, [load]);
  return { towns, load };
}
