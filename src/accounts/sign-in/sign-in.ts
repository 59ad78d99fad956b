import { useSyncExternalStore } from "react";
import { carryToken, isSignedOut } from "../../platform/browser/call.ts";
import { persisted } from "../../platform/browser/persisted.ts";
import { toast } from "../../ui/toast.ts";

/** The sign-in token (specification §4: in local storage), sent with every call. */
export const token = persisted("token");
carryToken(token.read);

// in this module, which every page loads: both are cleared with the sign-in, however it ends
/** The token of this browser's guest; when it equals the sign-in token, the browser orders without an account. */
export const guestToken = persisted("guest-token");
/** The page that somebody was on when they went to sign up; shared by all tabs. */
export const signUpOrigin = persisted("signed-up-from", { days: 30 });

const SESSION_ONLY =
  "This browser doesn't save our data, so you stay logged in only until you close or reload this page.";

type Listener = () => void;
const signedIn = new Set<Listener>();
const signedOut = new Set<Listener>();

/** Stores the sign-in, then calls the listeners of `onSignIn`. */
export function signIn(fresh: string): void {
  token.write(fresh);
  if (guestToken.read() !== fresh) guestToken.write(null);
  if (token.isInMemory()) toast("info", SESSION_ONLY);
  for (const listener of signedIn) listener();
}

/** Removes the sign-in, then calls the listeners of `onSignOut`, so that no personal data stays here. */
export function signOut(): void {
  forgetSession();
  for (const listener of signedOut) listener();
}

/**
 * Removes the expired sign-in `ofToken`: cart and checkout stay, so that the person continues here after logging in again.
 * A late answer about an earlier sign-in does not remove the current one.
 */
export function dropSignIn(ofToken: string | null): void {
  if (token.read() === ofToken) forgetSession();
}

function forgetSession(): void {
  for (const kept of [token, guestToken, signUpOrigin]) kept.write(null);
}

/** Calls `listener` when somebody signs in on this page. */
export function onSignIn(listener: Listener): void {
  signedIn.add(listener);
}

/** Calls `listener` when somebody signs out on this page. */
export function onSignOut(listener: Listener): void {
  signedOut.add(listener);
}

/** Calls `listener` when the sign-in is removed in another tab. */
export function onSignOutElsewhere(listener: Listener): void {
  if (typeof window === "undefined") return;
  window.addEventListener("storage", (event) => {
    if (event.key === null || (event.key === "token" && event.newValue === null)) listener();
  });
}

/**
 * Whether a call failed because the sign-in it was made with has ended. It is then dropped, and the page redirects to the
 * login; cart and checkout stay. After a login made meanwhile it is false: trying again is enough.
 */
export function endsSignIn(error: unknown, signedIn: string | null): boolean {
  const ended = isSignedOut(error) && token.read() === signedIn;
  if (ended) dropSignIn(signedIn);
  return ended;
}

/** True while this browser is signed in as a guest. */
export function isGuest(): boolean {
  return token.read() !== null && token.read() === guestToken.read();
}

/** True while this browser is signed in as a guest; false until the page is hydrated. */
export function useGuest(): boolean {
  return useSyncExternalStore(token.subscribe, isGuest, () => false);
}

/** True when this browser holds a sign-in; undefined until the page is hydrated. */
export function useSignedIn(): boolean | undefined {
  return useSyncExternalStore(
    token.subscribe,
    () => token.read() !== null,
    () => undefined,
  );
}
