import { useSyncExternalStore } from "react";
import { token } from "../sign-in/sign-in.ts";
import { isGuest } from "./guest-token.ts";

/** True while this browser is signed in as a guest; false until the page is hydrated. */
export function useGuest(): boolean {
  return useSyncExternalStore(token.subscribe, isGuest, () => false);
}
