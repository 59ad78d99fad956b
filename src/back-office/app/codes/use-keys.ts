import { useEffect, useRef } from "react";

/** Runs what stands for a key, unless somebody types, holds a control key, or is asked something in a dialog. */
export function useKeys(keys: Record<string, () => void>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key, repeat } = event;
      if (repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target instanceof Element && target.closest("input, textarea, select, dialog")) return;
      const work = latest.current[key.toLowerCase()];
      if (!work) return;
      event.preventDefault();
      work();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
