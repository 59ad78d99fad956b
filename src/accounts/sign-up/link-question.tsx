import { useState } from "react";
import { Rich } from "../../language/rich.tsx";
import { type Sentence, t } from "../../language/t.ts";
import { Link } from "../../ui/link.tsx";
import { Notice } from "../../ui/notice.tsx";
import { FormFailure, useAccountForm } from "../account-form.tsx";
import { type Faults, newPasswordFaults, PASSWORD_MISSING } from "../form-rules.ts";
import { NewPasswordFields, PasswordField } from "../password/password-field.tsx";
import { ACCOUNT_TEXTS } from "../rules.ts";
import { isGuest, token } from "../sign-in/sign-in.ts";
import type { LinkQuestionKind } from "./open-link.ts";

type Typed = { password?: string | undefined; newPassword?: string };
type LinkQuestionProps = {
  email: string;
  asked: LinkQuestionKind;
  onAnswer: (typed: Typed) => Promise<void>;
};

/** Whose e-mail a link verifies, and what is asked before it does: the password of the sign-up, or a new one instead. */
export function LinkQuestion({ email, asked: first, onAnswer }: LinkQuestionProps) {
  const [asked, setAsked] = useState(first);
  const { faults, failure, busy, submit, clear } = useAccountForm({
    check: (fields) => faultsOf(asked, fields),
    send: ({ password = "" }) => onAnswer(typedFor(asked, password)),
  });
  const ask = (next: LinkQuestionKind) => {
    setAsked(next);
    clear();
  };

  return (
    <Notice title={t("Is this your email?")}>
      <p>
        <Rich sentence="This link verifies {email}." email={<strong className="whose">{email}</strong>} />
      </p>
      <p>
        {first !== "nothing" && t(REASONS[first])} {t("If it's not your email, close this page.")}
      </p>
      {token.read() && !isGuest() && (
        <p>{t("You're signed in to another account here, and you stay signed in to it.")}</p>
      )}
      <form className="form" onSubmit={submit} noValidate>
        {/* for password managers: whose password this is */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordFields asked={asked} faults={faults} />
        <FormFailure text={failure} />
        {failure === ACCOUNT_TEXTS.passwordNotTaken && (
          <Link className="link-button" to="/forgot-password">
            {t("Forgot your password?")}
          </Link>
        )}
        <button type="submit" className="button button-primary" aria-disabled={busy}>
          {busy ? t("Verifying…") : t("Verify my email")}
        </button>
        {first === "password" && (
          <button
            type="button"
            className="link-button"
            onClick={() => ask(asked === first ? "new password" : first)}
          >
            {asked === first ? t("Choose a new password") : t("Use my sign-up password")}
          </button>
        )}
      </form>
    </Notice>
  );
}

/** Why it is asked, and what a person who did not sign up does. */
const REASONS = {
  password: "Enter the password you signed up with. Forgot it, or didn't sign up? Choose a new one.",
  "new password": "Someone signed up with this email using different passwords. Please choose a new one.",
} as const satisfies Record<Exclude<LinkQuestionKind, "nothing">, Sentence>;

function PasswordFields({ asked, faults }: { asked: LinkQuestionKind; faults: Faults }) {
  if (asked === "nothing") return null;
  if (asked === "password")
    return (
      <PasswordField
        label={t("Password")}
        name="password"
        autoComplete="current-password"
        fault={faults.password}
      />
    );
  return <NewPasswordFields faults={faults} />;
}

function faultsOf(asked: LinkQuestionKind, fields: Typed & { confirmation?: string | undefined }): Faults {
  if (asked === "new password") return newPasswordFaults(fields);
  return asked === "password" && !fields.password ? { password: PASSWORD_MISSING } : {};
}

function typedFor(asked: LinkQuestionKind, password: string): Typed {
  if (asked === "nothing") return {};
  return asked === "password" ? { password } : { newPassword: password };
}
