import { useSyncExternalStore } from "react";

/** False on the server and until hydration; buttons that need scripts are disabled until then. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

const never = () => () => {};
