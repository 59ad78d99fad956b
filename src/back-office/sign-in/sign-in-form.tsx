import { type FormEvent, useState } from "react";
import { focusFault, readForm } from "../../accounts/form-focus.ts";
import { CallError } from "../../platform/browser/call.ts";
import { useBusy } from "../../platform/browser/use-busy.ts";
import { Fault } from "../../ui/fault.tsx";
import { Field } from "../../ui/field.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { send } from "../app/calls/call-staff.ts";

type Faults = Record<string, string | undefined>;
type Refused = { message: string; fields: Faults };

/** E-mail and password; the code of the app is asked next. */
export function SignInForm({ onDone }: { onDone: () => unknown }) {
  const { busy, refused, submit } = useSignInCall("/api/staff/sign-in", onDone);
  return (
    <form className="stack" method="post" onSubmit={(event) => submit(event, readForm)} noValidate>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        fault={refused?.fields.email}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        fault={refused?.fields.password}
      />
      <Refusal refused={refused} />
      <SubmitButton busy={busy}>Sign in</SubmitButton>
    </form>
  );
}

/** The code of the app, or one of the ten recovery codes when the phone is not at hand. */
export function CodeForm({ onDone }: { onDone: () => unknown }) {
  const { busy, refused, submit } = useSignInCall("/api/staff/second-factor", onDone);
  const read = (form: HTMLFormElement) => {
    const { code = "", recovery = "" } = readForm(form);
    return recovery.trim() && !code.trim() ? { recovery } : { code };
  };
  return (
    <form className="stack" method="post" onSubmit={(event) => submit(event, read)} noValidate>
      <CodeField fault={refused?.fields.code} />
      <Field
        label="Recovery code"
        name="recovery"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="Only if your phone is not at hand. Each works once."
        fault={refused?.fields.recovery}
      />
      <Refusal refused={refused} />
      <SubmitButton busy={busy}>Continue</SubmitButton>
    </form>
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

/** What was wrong, unless it stands beside a field. */
export function Refusal({ refused }: { refused: Refused | undefined }) {
  if (!refused || Object.values(refused.fields).some(Boolean)) return null;
  return <Fault text={refused.message} />;
}

export function SubmitButton({ busy, children }: { busy: boolean; children: string }) {
  const hydrated = useHydrated();
  return (
    <button
      type="submit"
      className="button button-primary button-wide"
      disabled={!hydrated}
      aria-disabled={busy || undefined}
    >
      {children}
    </button>
  );
}

/** A call that needs no session; `onDone` gets its answer. */
export function useSignInCall(path: string, onDone: (answer: Record<string, unknown>) => unknown) {
  const [busy, run] = useBusy();
  const [refused, setRefused] = useState<Refused>();

  const submit = (event: FormEvent<HTMLFormElement>, read: (form: HTMLFormElement) => object) => {
    event.preventDefault();
    const form = event.currentTarget;
    run(async () => {
      setRefused(undefined);
      const found = await send({ path, body: read(form) }).catch((error: unknown) => {
        if (error instanceof CallError) return { status: 0, answer: { message: error.message } };
        throw error;
      });
      if (found.status === 200) return void (await onDone(found.answer));
      setRefused(refusalOf(found.answer));
      focusFault(form);
    });
  };
  return { busy, refused, submit };
}

function refusalOf({ message, fields }: Record<string, unknown>): Refused {
  return {
    message: typeof message === "string" ? message : "Something went wrong. Please try again.",
    fields: typeof fields === "object" && fields !== null ? (fields as Faults) : {},
  };
}
