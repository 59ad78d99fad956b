import { type FormEvent, type RefObject, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Sentence } from "../../language/t.ts";
import { CallError, call, isSignedOut, messageOf } from "../../platform/browser/call.ts";
import { toast } from "../../ui/toast.ts";
import { useAccountForm } from "../account-form.tsx";
import type * as contract from "../contract.ts";
import { focusFault, readForm } from "../form-focus.ts";
import { emailFault, localPath, nameFault, newPasswordFaults, PASSWORD_MISSING } from "../form-rules.ts";
import { thisDevice } from "../profile/this-device.ts";
import { ACCOUNT_TEXTS } from "../rules.ts";
import { keepOrigin, signedUpHere } from "../sign-up/sign-up-origin.ts";
import { signIn, useGuest, useSignedIn } from "./sign-in.ts";

/** The state of the form in either mode, and the actions of its two buttons. */
export function useLoginForm(form: RefObject<HTMLFormElement | null>) {
  const [signingUp, setSigningUp] = useState(false);
  const [unverified, setUnverified] = useState(false);
  const { pathname, state } = useLocation();
  const [message, setMessage] = useState<Message | undefined>(() => broughtBy(state));

  const logIn = async (email: string, password: string) => {
    const body = { email, password, device: thisDevice() };
    const answer = await call<typeof contract.login>("/api/user/login", body);
    signIn(answer.token);
    // still busy, so that a held Enter does not log in again before the next page is shown
    await goOn();
  };

  const signUp = async (name: string, email: string, password: string) => {
    const answer = await call<typeof contract.register>("/api/user/register", { name, email, password });
    signedUpHere.write(email.toLowerCase());
    keepOrigin(state?.from);
    toast("success", answer.message);
    setSigningUp(false);
    setUnverified(true);
  };

  const { faults, busy, submit, show, clear } = useAccountForm({
    check: ({ name, email, ...passwords }) =>
      signingUp
        ? { name: nameFault(name), email: emailFault(email), ...newPasswordFaults(passwords) }
        : { email: emailFault(email), password: passwords.password ? undefined : PASSWORD_MISSING },
    async send({ name = "", email = "", password = "" }) {
      try {
        await (signingUp ? signUp(name.trim(), email.trim(), password) : logIn(email.trim(), password));
      } catch (error) {
        toast("error", messageOf(error));
        if (error instanceof CallError && error.answer.needsVerification) setUnverified(true);
        else setMessage({ kind: "error", text: whatToDo(error) });
      }
    },
  });
  const goOn = useLeaving(busy);

  return {
    signingUp,
    unverified,
    /** Asks for another verification mail, to the e-mail that is typed now. */
    resend: {
      readEmail: () => (form.current ? (readForm(form.current).email ?? "") : ""),
      onMissing() {
        show({ email: ACCOUNT_TEXTS.emailMissing });
        if (form.current) focusFault(form.current);
      },
    },
    faults,
    message,
    busy,
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      // the next page is about to be shown, with Enter still held down
      if (window.location.pathname !== pathname) return;
      setMessage(undefined);
      submit(event);
    },
    switchMode() {
      setSigningUp(!signingUp);
      setMessage(undefined);
      clear();
    },
  };
}

type Message = { kind: "error" | "success"; text: string };

/** Sentences on what to do after a failure; a toast says why it failed (specification §8). */
const CHECK_BOTH = "Check your email and password, or choose “Forgot your password?”." satisfies Sentence;
const STILL_HERE = "What you typed is still here. Please try again." satisfies Sentence;
const CHANGE_IT =
  "What you typed is still here. Change what we can't accept, then try again." satisfies Sentence;
const WAIT = "What you typed is still here. Wait a little, then try again." satisfies Sentence;

function whatToDo(error: unknown): Sentence {
  if (isSignedOut(error)) return CHECK_BOTH;
  const status = error instanceof CallError ? error.status : 0;
  return status === 429 ? WAIT : status === 400 ? CHANGE_IT : STILL_HERE;
}

/** A message carried from the page before, such as that the e-mail is verified. */
function broughtBy(state: unknown): Message | undefined {
  const said = (state as { said?: unknown } | null)?.said;
  return typeof said === "string" ? { kind: "success", text: said } : undefined;
}

/** Returns the function that leaves after login; a person signed in to an account leaves immediately (specification §4). */
function useLeaving(busy: boolean) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const signedIn = useSignedIn();
  const guest = useGuest();
  const goOn = () => {
    const from = localPath(state?.from);
    return navigate(from ?? "/", { replace: true, state: from ? state.carried : null });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a sign-in that is not this page's own work
  useEffect(() => {
    if (signedIn && !guest && !busy) void goOn();
  }, [signedIn, guest]);
  return goOn;
}
