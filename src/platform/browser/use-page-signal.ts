import { useEffect, useRef } from "react";

/** Returns a function for the signal of the component that calls it, which is aborted when that unmounts. */
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
