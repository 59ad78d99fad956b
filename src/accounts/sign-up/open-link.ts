import { CallError, call, messageOf } from "../../platform/browser/call.ts";
import { toast } from "../../ui/toast.ts";
import type { verificationOwner, verifyEmail } from "../contract.ts";
import { thisDevice } from "../profile/this-device.ts";
import { ACCOUNT_TEXTS } from "../rules.ts";
import { isGuest, token } from "../sign-in/sign-in.ts";
import { signedUpHere } from "./sign-up-origin.ts";

/** What is asked before a link is used: only to continue, the password of the sign-up, or a new one. */
export type LinkQuestionKind = "nothing" | "password" | "new password";

/** The state of a verification link: a question comes first, it is verified, or it failed. */
export type Outcome =
  | { is: "asking"; email: string; asked: LinkQuestionKind }
  | { is: "verified"; text: string; signedIn: boolean }
  | { is: "failed"; retry: boolean };

/** Stores the token of a sign-in. */
type SignIn = (token: string) => void;

/** Links opened since this page was loaded: effects may run twice, but a link can be used only once. */
const opened = new Map<string, Promise<Outcome>>();

/**
 * Verifies immediately in the browser that signed up. Any other browser shows the link's e-mail and asks for a password: the
 * person who opens the mail may not have signed up, and a stranger's password must not become the account's.
 */
export function openLink(link: string, signIn: SignIn): Promise<Outcome> {
  const outcome = opened.get(link) ?? askOrVerify(link, signIn);
  if (link) opened.set(link, outcome);
  return outcome;
}

/** Tries again after a failure that may be temporary. */
export function reopenLink(link: string, signIn: SignIn): Promise<Outcome> {
  opened.delete(link);
  return openLink(link, signIn);
}

async function askOrVerify(link: string, signIn: SignIn): Promise<Outcome> {
  if (!link) {
    toast("error", ACCOUNT_TEXTS.linkMissing);
    return { is: "failed", retry: false };
  }
  try {
    const owner = await call<typeof verificationOwner>("/api/user/verification-owner", { token: link });
    const { email, contested } = owner;
    if (contested) return { is: "asking", email, asked: "new password" };
    if (signedUpHere.read() !== email.toLowerCase()) return { is: "asking", email, asked: "password" };
    if (token.read() && !isGuest()) return { is: "asking", email, asked: "nothing" };
  } catch (error) {
    // `verify` itself answers for a link that was used before
    if (!(error instanceof CallError) || error.status !== 400) return failed(error);
  }
  return verify(link, signIn).catch(failed);
}

/**
 * Uses the link, with the password typed or chosen where one was asked.
 * @throws CallError when the shop was not reached, or the password cannot be taken
 */
export async function verify(
  link: string,
  signIn: SignIn,
  typed: { password?: string; newPassword?: string } = {},
): Promise<Outcome> {
  try {
    const answer = await call<typeof verifyEmail>("/api/user/verify-email", {
      token: link,
      device: thisDevice(),
      ...typed,
    });
    // somebody who is signed in to an account here stays so; a guest with this e-mail has become the account
    if (answer.token && (!token.read() || isGuest())) signIn(answer.token);
    signedUpHere.write(null);
    return { is: "verified", text: answer.message, signedIn: token.read() !== null && !isGuest() };
  } catch (error) {
    if (messageOf(error) === ACCOUNT_TEXTS.linkExpired) return failed(error);
    throw error;
  }
}

function failed(error: unknown): Outcome {
  toast("error", ACCOUNT_TEXTS.verificationFailed);
  const answered = error instanceof CallError && error.status > 0;
  return { is: "failed", retry: !answered || error.status >= 429 };
}
