import { useEffect, useRef } from "react";

/** Gives the signal of the page, or the part of it, that asks: aborted once that is gone. */
export function usePageSignal(): () => AbortSignal {
  const page = useRef<AbortController>(undefined);
  useEffect(
    () => () => {
      page.current?.abort();
      page.current = undefined;
    },
    [],
  );
  return () => {
    page.current ??= new AbortController();
    return page.current.signal;
  };
}
