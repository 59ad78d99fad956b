import { t, tMessage } from "../../language/t.ts";
import "../accounts.css";
import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { NeedsScript } from "../../cart/needs-script.tsx";
import { privateMeta } from "../../site/document/page-meta.ts";
import { Field } from "../../ui/field.tsx";
import { Link } from "../../ui/link.tsx";
import { SHORT_PAGE } from "../../ui/short-page.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { SubmitButton } from "../account-form.tsx";
import type { Faults } from "../form-rules.ts";
import { NewPasswordFields, PasswordField } from "../password/password-field.tsx";
import { ResendPrompt } from "../sign-up/resend-prompt.tsx";
import type { KnownPerson } from "./login-link.tsx";
import { emailOfLink } from "./login-link.tsx";
import { useLoginForm } from "./use-login-form.ts";

export const handle = SHORT_PAGE;

export function meta() {
  return privateMeta(t("Login"));
}

/** Login and Sign Up in one form (specification §2, §4, §5). */
export default function LoginPage() {
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const { signingUp, unverified, resend, faults, message, busy, submit, switchMode } = useLoginForm(form);
  useSignUpLink(form, () => signingUp || switchMode());
  useKnownPerson(form, signingUp);

  return (
    <div className="page-narrow stack">
      <h1>{signingUp ? t("Sign Up") : t("Login")}</h1>
      <NeedsScript />
      {unverified && <ResendPrompt {...resend} />}
      <form className="form panel" ref={form} onSubmit={submit} noValidate>
        <LoginFields signingUp={signingUp} faults={faults} />
        {message && <p className={`form-message form-message-${message.kind}`}>{tMessage(message.text)}</p>}
        <SubmitButton busy={busy}>{labelOf(signingUp, busy)}</SubmitButton>
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
      {signingUp ? (
        <NewPasswordFields label={t("Password")} faults={faults} />
      ) : (
        <PasswordField
          label={t("Password")}
          name="password"
          autoComplete="current-password"
          fault={faults.password}
        />
      )}
    </>
  );
}

function labelOf(signingUp: boolean, busy: boolean): string {
  if (signingUp) return busy ? t("Signing up…") : t("Sign Up");
  return busy ? t("Logging in…") : t("Login");
}

type Form = RefObject<HTMLFormElement | null>;

/** Puts what a LoginLink brought along into the fields that are still empty; signing up has one more. */
function useKnownPerson(form: Form, signingUp: boolean): void {
  const { state } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each mode; what was emptied since stays so
  useEffect(() => fillEmpty(form, (state as { person?: KnownPerson } | null)?.person ?? {}), [signingUp]);
}

/** On a page reached by a signUpLink: `start` opens the sign-up form, and the link's e-mail stands in it. */
function useSignUpLink(form: Form, start: () => void): void {
  const { hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address alone asks for it
  useEffect(() => {
    const email = emailOfLink(hash);
    if (!email) return;
    start();
    fillEmpty(form, { email });
  }, [hash]);
}

function fillEmpty(form: Form, values: KnownPerson): void {
  for (const [name, value] of Object.entries(values)) {
    const field = form.current?.elements.namedItem(name);
    if (field instanceof HTMLInputElement && !field.value) field.value = value;
  }
}
