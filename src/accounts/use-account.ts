import { useSyncExternalStore } from "react";
import { token } from "./sign-in/sign-in.ts";

/** True when this browser holds a sign-in; undefined until the page is hydrated. */
export function useSignedIn(): boolean | undefined {
  return useSyncExternalStore(
    token.subscribe,
    () => token.read() !== null,
    () => undefined,
  );
}
