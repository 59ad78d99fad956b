import { type ReactNode, useState } from "react";
import { focusFault } from "../../accounts/form-focus.ts";
import { FAILED } from "../../platform/browser/call.ts";
import { useBusy } from "../../platform/browser/use-busy.ts";
import { Fault } from "../../ui/fault.tsx";
import { Field } from "../../ui/field.tsx";
import { ActionButton, type Faults } from "../app/action.tsx";
import { failureOf, send } from "../app/calls/call-staff.ts";
import { StaffForm } from "../app/fields.tsx";

/** E-mail and password; the code of the app is asked next. */
export function SignInForm({ onDone }: { onDone: () => unknown }) {
  return (
    <SignInCall path="/api/staff/sign-in" button="Sign in" onDone={onDone}>
      {(faults) => (
        <>
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            fault={faults.email}
          />
          <Field
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            fault={faults.password}
          />
        </>
      )}
    </SignInCall>
  );
}

/** The code of the app, or one of the ten recovery codes when the phone is not at hand. */
export function CodeForm({ onDone }: { onDone: () => unknown }) {
  const bodyOf = ({ code = "", recovery = "" }: Typed) =>
    recovery.trim() && !code.trim() ? { recovery } : { code };
  return (
    <SignInCall path="/api/staff/second-factor" bodyOf={bodyOf} onDone={onDone}>
      {(faults) => (
        <>
          <CodeField fault={faults.code} />
          <Field
            label="Recovery code"
            name="recovery"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            hint="Only if your phone is not at hand. Each works once."
            fault={faults.recovery}
          />
        </>
      )}
    </SignInCall>
  );
}

/** Six digits of an authenticator app. */
export function CodeField({ fault }: { fault?: string | undefined }) {
  return (
    <Field
      label="Code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      hint="Six digits from your authenticator app."
      fault={fault}
    />
  );
}

type Typed = Record<string, string>;
type Answer = Record<string, unknown>;
type CallProps = {
  path: string;
  bodyOf?: (typed: Typed) => object;
  button?: string;
  onDone: (answer: Answer) => unknown;
  children: (faults: Faults) => ReactNode;
};

/** The form of a call that needs no session. What is wrong stands beside its field, or below them. */
export function SignInCall(props: CallProps) {
  const { path, bodyOf = (typed) => typed, button = "Continue", onDone, children } = props;
  const [busy, run] = useBusy();
  const [refused, setRefused] = useState<Answer>();
  const faults = (refused?.fields ?? {}) as Faults;
  const submit = (typed: Typed, form: HTMLFormElement) =>
    run(async () => {
      setRefused(undefined);
      const { status, answer } = await send({ path, body: bodyOf(typed) }).catch((error: unknown) => ({
        status: 0,
        answer: { message: failureOf(error).message },
      }));
      if (status === 200) return void (await onDone(answer));
      setRefused(answer);
      focusFault(form);
    });
  return (
    <StaffForm onSubmit={(typed, { currentTarget }) => submit(typed, currentTarget)}>
      {children(faults)}
      {refused && !Object.values(faults).some(Boolean) && <Fault text={String(refused.message ?? FAILED)} />}
      <ActionButton type="submit" className="button button-primary button-wide" busy={busy}>
        {button}
      </ActionButton>
    </StaffForm>
  );
}
