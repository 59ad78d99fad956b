import { isSignedOut } from "../../platform/browser/call.ts";
import { dropSignIn, token } from "./sign-in.ts";

/**
 * Whether a call failed because the sign-in it was made with has ended. It is then dropped, and the page redirects to the
 * login; cart and checkout stay. After a login made meanwhile it is false: trying again is enough.
 */
export function endsSignIn(error: unknown, signedIn: string | null): boolean {
  const ended = isSignedOut(error) && token.read() === signedIn;
  if (ended) dropSignIn(signedIn);
  return ended;
}
