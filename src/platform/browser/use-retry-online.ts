import { useEffect, useEffectEvent } from "react";
import { lineBack } from "./line-back.ts";

/**
 * Does once more what the connection broke under, as soon as there is one again. `lost`: what was lost, a new object for
 * each try; undefined for nothing.
 */
export function useRetryOnline(lost: object | undefined, retry: () => void): void {
  const retryNow = useEffectEvent(retry);
  useEffect(() => {
    if (!lost) return;
    let current = true;
    void lineBack().then(() => current && retryNow());
    return () => {
      current = false;
    };
  }, [lost]);
}
