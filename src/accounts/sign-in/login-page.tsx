import { t, tMessage } from "../../language/t.ts";
import "../accounts.css";
import { useRef } from "react";
import { NeedsScript } from "../../cart/needs-script.tsx";
import { privateMeta } from "../../site/document/page-meta.ts";
import { Field } from "../../ui/field.tsx";
import { Link } from "../../ui/link.tsx";
import { SHORT_PAGE } from "../../ui/short-page.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { SubmitButton } from "../account-form.tsx";
import type { Faults } from "../form-rules.ts";
import { PasswordField } from "../password/password-field.tsx";
import { ResendPrompt } from "../sign-up/resend-prompt.tsx";
import { useKnownPerson, useSignUpLink } from "./fill-form.ts";
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

function labelOf(signingUp: boolean, busy: boolean): string {
  if (signingUp) return busy ? t("Signing up…") : t("Sign Up");
  return busy ? t("Logging in…") : t("Login");
}
