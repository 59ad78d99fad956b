import { type InputHTMLAttributes, useId, useState } from "react";
import { t } from "../../language/t.ts";
import { Fault } from "../../ui/fault.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { Faults } from "../form-rules.ts";

type PasswordFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  hint?: string | undefined;
  fault?: string | undefined;
};

/** A field for a password that can be shown while it is typed. */
export function PasswordField({ label, hint, fault, ...input }: PasswordFieldProps) {
  const id = useId();
  const hydrated = useHydrated();
  const [shown, setShown] = useState(false);
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="password-box">
        <input
          id={id}
          type={shown ? "text" : "password"}
          aria-invalid={fault ? true : undefined}
          aria-describedby={described || undefined}
          autoCapitalize="none"
          spellCheck={false}
          {...input}
        />
        <button
          type="button"
          className="link-button"
          aria-controls={id}
          disabled={!hydrated}
          onClick={() => setShown(!shown)}
        >
          {shown ? t("Hide") : t("Show")}
          <span className="visually-hidden"> {label.toLowerCase()}</span>
        </button>
      </div>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <Fault id={`${id}-fault`} text={fault} />
    </div>
  );
}

type NewPasswordProps = {
  faults: Pick<Faults, "password" | "confirmation">;
  hint?: string;
  confirm?: string;
};

/** A new password, typed twice. */
export function NewPasswordFields({
  faults,
  hint = t("At least 8 characters. A few words are easy to remember."),
  confirm = t("Confirm password"),
}: NewPasswordProps) {
  return (
    <>
      <PasswordField
        label={t("New password")}
        name="password"
        autoComplete="new-password"
        required
        hint={hint}
        fault={faults.password}
      />
      <PasswordField
        label={confirm}
        name="confirmation"
        autoComplete="new-password"
        required
        fault={faults.confirmation}
      />
    </>
  );
}
