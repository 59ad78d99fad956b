import { guestToken, token } from "../sign-in/sign-in.ts";

/** True while this browser is signed in as a guest. */
export function isGuest(): boolean {
  return token.read() !== null && token.read() === guestToken.read();
}
