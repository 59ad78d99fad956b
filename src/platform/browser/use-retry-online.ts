import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type LineWatch, TRIES_LAST, watchLine } from "./line-back.ts";

/**
 * Does once more what the connection broke under, as soon as there is one again, for 15 minutes after somebody's own try; true
 * once it has stopped. `lost`: what was lost, a new object for each try; undefined for nothing.
 */
export function useRetryOnline(lost: object | undefined, retry: () => void): boolean {
  const retryNow = useEffectEvent(retry);
  const line = useRef<LineWatch>(undefined);
  const byItself = useRef(false);
  const [stopped, setStopped] = useState<object>();
  useEffect(() => {
    if (!lost) return;
    if (!byItself.current) {
      line.current?.end();
      line.current = watchLine({ lasts: TRIES_LAST });
    }
    byItself.current = false;
    let current = true;
    void line.current?.back().then((isBack) => {
      if (!current) return;
      byItself.current = isBack;
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
