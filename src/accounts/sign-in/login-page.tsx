import { type Sentence, t, tMessage } from "../../language/t.ts";
import "../accounts.css";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { NeedsScript } from "../../cart/needs-script.tsx";
import { CallError, call, isSignedOut, messageOf } from "../../platform/browser/call.ts";
import { useBusy } from "../../platform/browser/use-busy.ts";
import { privateMeta } from "../../site/document/page-meta.ts";
import { Field } from "../../ui/field.tsx";
import { Link } from "../../ui/link.tsx";
import { SHORT_PAGE } from "../../ui/short-page.ts";
import { toast } from "../../ui/toast.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type * as contract from "../contract.ts";
import { focusFault, readForm } from "../form-focus.ts";
import {
  emailFault,
  type Faults,
  localPath,
  nameFault,
  newPasswordFaults,
  PASSWORD_MISSING,
} from "../form-rules.ts";
import { useGuest } from "../guest/guest-token.ts";
import { useSignUpLink } from "../guest/use-sign-up-link.ts";
import { PasswordField } from "../password/password-field.tsx";
import { thisDevice } from "../profile/this-device.ts";
import { ACCOUNT_TEXTS } from "../rules.ts";
import { ResendPrompt } from "../sign-up/resend-prompt.tsx";
import { keepOrigin, signedUpHere } from "../sign-up/sign-up-origin.ts";
import { useSignedIn } from "../use-account.ts";
import { useKnownPerson } from "./known-person.ts";
import { signIn } from "./sign-in.ts";

export const handle = SHORT_PAGE;

export function meta() {
  return privateMeta(t("Login"));
}

type Message = { kind: "error" | "success"; text: string };

/** What to do after a failure; why it failed is a toast (specification §8). */
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

/** Login and Sign Up in one form (specification §2, §4, §5). */
export default function LoginPage() {
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const { signingUp, unverified, faults, setFaults, message, busy, submit, switchMode } = useLoginForm();
  useSignUpLink(form, () => signingUp || switchMode());
  useKnownPerson(form, signingUp);

  return (
    <div className="page-narrow stack">
      <h1>{signingUp ? t("Sign Up") : t("Login")}</h1>
      <NeedsScript />
      {unverified && (
        <ResendPrompt
          readEmail={() => (form.current ? (readForm(form.current).email ?? "") : "")}
          onMissing={() => {
            setFaults({ email: ACCOUNT_TEXTS.emailMissing });
            if (form.current) focusFault(form.current);
          }}
        />
      )}
      <form className="form panel" ref={form} onSubmit={submit} noValidate>
        <LoginFields signingUp={signingUp} faults={faults} />
        {message && <p className={`form-message form-message-${message.kind}`}>{tMessage(message.text)}</p>}
        <button
          type="submit"
          className="button button-primary"
          disabled={!hydrated}
          aria-disabled={busy || undefined}
        >
          {labelOf(signingUp, busy)}
        </button>
        <div className="mode-switch">
          {!signingUp && (
            <Link className="link-button" to="/forgot-password">
              {t("Forgot your password?")}
            </Link>
          )}
          <button type="button" className="link-button" disabled={!hydrated} onClick={switchMode}>
            {signingUp ? t("Login here") : t("Create account")}
          </button>
        </div>
      </form>
    </div>
  );
}

/** What the form holds, in either mode, and what its two buttons do. */
function useLoginForm() {
  const [signingUp, setSigningUp] = useState(false);
  const [unverified, setUnverified] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const { pathname, state } = useLocation();
  const [message, setMessage] = useState<Message | undefined>(() => broughtBy(state));
  const [busy, run] = useBusy();
  const goOn = useLeaving(busy);

  const logIn = async (email: string, password: string) => {
    const answer = await call<typeof contract.login>("/api/user/login", {
      email,
      password,
      device: thisDevice(),
    });
    signIn(answer.token);
    // a held Enter must not log in again before the next page is here
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

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // on the way to the next page already, with Enter held down
    if (window.location.pathname !== pathname) return;
    const { name = "", email = "", password = "", confirmation = "" } = readForm(event.currentTarget);
    const found = signingUp
      ? signUpFaults(name, email, password, confirmation)
      : { email: emailFault(email), password: password ? undefined : PASSWORD_MISSING };
    setFaults(found);
    setMessage(undefined);
    if (Object.values(found).some(Boolean)) return focusFault(event.currentTarget);
    run(async () => {
      try {
        await (signingUp ? signUp(name.trim(), email.trim(), password) : logIn(email.trim(), password));
      } catch (error) {
        toast("error", messageOf(error));
        if (error instanceof CallError && error.answer.needsVerification) setUnverified(true);
        else setMessage({ kind: "error", text: whatToDo(error) });
      }
    });
  };

  const switchMode = () => {
    setSigningUp(!signingUp);
    setFaults({});
    setMessage(undefined);
  };

  return { signingUp, unverified, faults, setFaults, message, busy, submit, switchMode };
}

function LoginFields({ signingUp, faults }: { signingUp: boolean; faults: Faults }) {
  return (
    <>
      {signingUp && (
        <Field
          label={t("Name")}
          name="name"
          autoComplete="name"
          maxLength={100}
          required
          fault={faults.name}
        />
      )}
      <Field
        label={t("Email")}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        fault={faults.email}
      />
      <PasswordField
        key={signingUp ? "new" : "current"}
        label={t("Password")}
        name="password"
        autoComplete={signingUp ? "new-password" : "current-password"}
        required
        hint={signingUp ? t("At least 8 characters. A few words are easy to remember.") : undefined}
        fault={faults.password}
      />
      {signingUp && (
        <PasswordField
          label={t("Confirm password")}
          name="confirmation"
          autoComplete="new-password"
          required
          fault={faults.confirmation}
        />
      )}
    </>
  );
}

/** What the page before has to say, such as that the e-mail is verified. */
function broughtBy(state: unknown): Message | undefined {
  const said = (state as { said?: unknown } | null)?.said;
  return typeof said === "string" ? { kind: "success", text: said } : undefined;
}

function labelOf(signingUp: boolean, busy: boolean): string {
  if (signingUp) return busy ? t("Signing up…") : t("Sign Up");
  return busy ? t("Logging in…") : t("Login");
}

function signUpFaults(name: string, email: string, password: string, confirmation: string): Faults {
  return {
    name: nameFault(name),
    email: emailFault(email),
    ...newPasswordFaults(password, confirmation),
  };
}

/** Gives the way on after login; who is signed in to an account already takes it at once (specification §4). */
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
