import { t, tMessage } from "../../language/t.ts";
import "../accounts.css";
import { useState } from "react";
import { call } from "../../platform/browser/call.ts";
import { privateMeta } from "../../site/document/page-meta.ts";
import { Field } from "../../ui/field.tsx";
import { Link } from "../../ui/link.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SHORT_PAGE } from "../../ui/short-page.ts";
import { SubmitButton, useAccountForm } from "../account-form.tsx";
import type { forgotPassword } from "../contract.ts";
import { emailFault } from "../form-rules.ts";

export const handle = SHORT_PAGE;

export function meta() {
  return privateMeta(t("Forgot your password?"));
}

/** Asks for a link to set a new password; the answer is the same whether the e-mail has an account or not. */
export default function ForgotPasswordPage() {
  const [sent, setSent] = useState<string>();
  const { faults, failure, busy, submit } = useAccountForm({
    check: ({ email }) => ({ email: emailFault(email) }),
    async send({ email = "" }) {
      const body = { email: email.trim() };
      const answer = await call<typeof forgotPassword>("/api/user/forgot-password", body);
      setSent(answer.message);
    },
  });

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
          fault={faults.email ?? failure}
        />
        <SubmitButton busy={busy}>
          {busy ? t("Sending…") : sent ? t("Send it again") : t("Send me a link")}
        </SubmitButton>
        <Link className="link-button" to="/login">
          {t("Back to Login")}
        </Link>
      </form>
    </div>
  );
}
