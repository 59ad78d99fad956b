import { CallError, call, messageOf } from "../../platform/browser/call.ts";
import { toast } from "../../ui/toast.ts";
import type { verificationOwner, verifyEmail } from "../contract.ts";
import { thisDevice } from "../profile/this-device.ts";
import { ACCOUNT_TEXTS } from "../rules.ts";
import { isGuest, token } from "../sign-in/sign-in.ts";
import { signedUpHere } from "./sign-up-origin.ts";

/** What is asked before a link is used: only that the person goes on, the password of the sign-up, or a new one. */
export type LinkQuestionKind = "nothing" | "password" | "new password";

/** What has become of a verification link: something has to be asked first, it is verified, or it failed. */
export type Outcome =
  | { is: "asking"; email: string; asked: LinkQuestionKind }
  | { is: "verified"; text: string; signedIn: boolean }
  | { is: "failed"; retry: boolean };

/** Takes the token of a sign-in. */
type SignIn = (token: string) => void;

/** Links opened in this page's life: effects may run twice, the link is good only once. */
const opened = new Map<string, Promise<Outcome>>();

/**
 * Verifies immediately in the browser that signed up. In any other it shows whose link it is and asks for a password: the
 * person who opens the mail need not be the one who signed up, and a stranger's password must not come to open the account.
 */
export function openLink(link: string, signIn: SignIn): Promise<Outcome> {
  const outcome = opened.get(link) ?? askOrVerify(link, signIn);
  if (link) opened.set(link, outcome);
  return outcome;
}

/** Tries again after a failure that may pass. */
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
    // a link used before is answered by the verification itself
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
    // never swaps the account of somebody who is signed in here already; a guest with this e-mail is the account now
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
