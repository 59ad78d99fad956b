import { persisted } from "../../platform/browser/persisted.ts";
import { token } from "../sign-in/sign-in.ts";

/** The token of this browser's guest: whoever has it as the sign-in orders without an account. */
export const guestToken = persisted("guest-token");

/** True while this browser is signed in as a guest. */
export function isGuest(): boolean {
  return token.read() !== null && token.read() === guestToken.read();
}
