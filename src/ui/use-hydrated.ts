import { useSyncExternalStore } from "react";

/** False on the server and until the page has come alive in the browser; buttons that need scripts wait for it. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

const never = () => () => {};
