import { useSyncExternalStore } from "react";
import { guestToken, token } from "../sign-in/sign-in.ts";

/** True while this browser is signed in as a guest. */
export function isGuest(): boolean {
  return token.read() !== null && token.read() === guestToken.read();
}

/** True while this browser is signed in as a guest; false until the page is hydrated. */
export function useGuest(): boolean {
  return useSyncExternalStore(token.subscribe, isGuest, () => false);
}
