import { CallError, call } from "../platform/call.ts";
import { token } from "../platform/kept.ts";
import { toast } from "../ui/toast.ts";
import type { verificationOwner, verifyEmail } from "./contract.ts";
import { TEXTS } from "./rules.ts";
import { signedUpHere } from "./signed-up-here.ts";
import { thisDevice } from "./this-device.ts";

/** What has become of a verification link: whose it is has to be looked at first, it is verified, or it failed. */
export type Outcome =
  | { is: "asking"; email: string }
  | { is: "verified"; text: string; signedIn: boolean }
  | { is: "failed"; retry: boolean };

/** Takes the token of a sign-in. */
type SignIn = (token: string) => void;

/** Links opened in this page's life: effects may run twice, the link is good only once. */
const opened = new Map<string, Promise<Outcome>>();

/**
 * Goes on by itself in the browser that signed up. In any other, and where another account is signed in, it only tells
 * whose link it is: a link that somebody else sent would sign a shopper in to somebody else's account.
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
    toast("error", TEXTS.linkMissing);
    return { is: "failed", retry: false };
  }
  try {
    const { email } = await call<typeof verificationOwner>("/api/user/verification-owner", { token: link });
    if (token.read() || signedUpHere.read() !== email.toLowerCase()) return { is: "asking", email };
  } catch (error) {
    // a link used a moment ago is answered by the verification itself
    if (!(error instanceof CallError) || error.status !== 400) return failed(error);
  }
  return verify(link, signIn);
}

export async function verify(link: string, signIn: SignIn): Promise<Outcome> {
  try {
    const answer = await call<typeof verifyEmail>("/api/user/verify-email", {
      token: link,
      device: thisDevice(),
    });
    // never swaps the account of somebody who is signed in here already
    if (answer.token && !token.read()) signIn(answer.token);
    signedUpHere.write(null);
    toast("success", answer.message);
    return { is: "verified", text: answer.message, signedIn: token.read() !== null };
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): Outcome {
  toast("error", TEXTS.verificationFailed);
  const answered = error instanceof CallError && error.status > 0;
  return { is: "failed", retry: !answered || error.status >= 429 };
}
