import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { readForm } from "../../../accounts/form-focus.ts";
import { PASSWORD_MIN } from "../../../accounts/rules.ts";
import { Field } from "../../../ui/field.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import type * as contract from "../../sign-in/contract.ts";
import { DeedFailure } from "../calls/deed-failure.tsx";
import { useDeed } from "../calls/use-deed.ts";

/** A new password of one's own; it signs out every other device. */
export function ChangePassword() {
  const off = !useHydrated();
  const { revalidate } = useRevalidator();
  const { busy, failure, faults, start } = useDeed();
  const [isDone, setDone] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setDone(false);
    const form = event.currentTarget;
    const { password = "", newPassword = "" } = readForm(form);
    start<typeof contract.changePassword>(
      { path: "/api/staff/password", body: { password, newPassword } },
      () => {
        form.reset();
        setDone(true);
        return revalidate();
      },
    );
  };
  return (
    <section className="panel stack form-narrow" aria-labelledby="change-password">
      <h2 id="change-password">Change my password</h2>
      <form className="stack" method="post" onSubmit={submit} noValidate>
        <Field
          label="Current password"
          name="password"
          type="password"
          autoComplete="current-password"
          fault={faults.password}
        />
        <Field
          label="New password"
          name="newPassword"
          type="password"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN} characters. Your other devices are signed out.`}
          fault={faults.newPassword}
        />
        <DeedFailure failure={failure} />
        <p role="status">{isDone && "Your password is changed, and your other devices are signed out."}</p>
        <button type="submit" className="button" disabled={off} aria-disabled={busy || undefined}>
          Change password
        </button>
      </form>
    </section>
  );
}
