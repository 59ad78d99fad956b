import { type ComponentProps, useState } from "react";
import { t } from "../../language/t.ts";
import { type Field, Labelled } from "../../ui/field.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { Faults } from "../form-rules.ts";

/** A field for a password that can be shown while it is typed. */
export function PasswordField({ label, hint, fault, ...input }: ComponentProps<typeof Field>) {
  const hydrated = useHydrated();
  const [shown, setShown] = useState(false);
  return (
    <Labelled label={label} hint={hint} fault={fault}>
      {(described) => (
        <div className="password-box">
          <input
            {...described}
            type={shown ? "text" : "password"}
            autoCapitalize="none"
            spellCheck={false}
            required
            {...input}
          />
          <button
            type="button"
            className="link-button"
            aria-controls={described.id}
            disabled={!hydrated}
            onClick={() => setShown(!shown)}
          >
            {shown ? t("Hide") : t("Show")}
            <span className="visually-hidden"> {label.toLowerCase()}</span>
          </button>
        </div>
      )}
    </Labelled>
  );
}

type NewPasswordProps = {
  faults: Pick<Faults, "password" | "confirmation">;
  label?: string;
  hint?: string;
  confirm?: string;
};

/** A new password, typed twice. */
export function NewPasswordFields({
  faults,
  label = t("New password"),
  hint = t("At least 8 characters. A few words are easy to remember."),
  confirm = t("Confirm password"),
}: NewPasswordProps) {
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        hint={hint}
        fault={faults.password}
      />
      <PasswordField
        label={confirm}
        name="confirmation"
        autoComplete="new-password"
        fault={faults.confirmation}
      />
    </>
  );
}
