import { t, tMessage } from "../../language/t.ts";
import "../accounts.css";
import { type FormEvent, useState } from "react";
import { call, messageOf } from "../../platform/browser/call.ts";
import { useBusy } from "../../platform/browser/use-busy.ts";
import { privateMeta } from "../../site/document/page-meta.ts";
import { Field } from "../../ui/field.tsx";
import { Link } from "../../ui/link.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SHORT_PAGE } from "../../ui/short-page.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { forgotPassword } from "../contract.ts";
import { focusFault, readForm } from "../form-focus.ts";
import { emailFault } from "../form-rules.ts";

export const handle = SHORT_PAGE;

export function meta() {
  return privateMeta(t("Forgot your password?"));
}

/** Asks for a link to set a new password; the answer is the same whether the e-mail has an account or not. */
export default function ForgotPasswordPage() {
  const hydrated = useHydrated();
  const [fault, setFault] = useState<string>();
  const [sent, setSent] = useState<string>();
  const [busy, run] = useBusy();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { email = "" } = readForm(event.currentTarget);
    setFault(emailFault(email));
    if (emailFault(email)) return focusFault(event.currentTarget);
    run(async () => {
      try {
        const answer = await call<typeof forgotPassword>("/api/user/forgot-password", {
          email: email.trim(),
        });
        setSent(answer.message);
      } catch (error) {
        setFault(messageOf(error));
      }
    });
  };

  return (
    <div className="page-narrow stack">
      <h1>{t("Forgot your password?")}</h1>
      {sent && (
        <Notice title={t("Check your email")}>
          <p>{tMessage(sent)}</p>
        </Notice>
      )}
      <form className="form panel" onSubmit={submit} noValidate>
        <p>{t("Enter your email and we'll send you a link to set a new password.")}</p>
        <Field
          label={t("Email")}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          fault={fault}
        />
        <button
          type="submit"
          className="button button-primary"
          disabled={!hydrated}
          aria-disabled={busy || undefined}
        >
          {busy ? t("Sending…") : sent ? t("Send it again") : t("Send me a link")}
        </button>
        <Link className="link-button" to="/login">
          {t("Back to Login")}
        </Link>
      </form>
    </div>
  );
}
