import { type FormEvent, type ReactNode, useState } from "react";
import { tMessage } from "../language/t.ts";
import { messageOf } from "../platform/browser/call.ts";
import { useBusy } from "../platform/browser/use-busy.ts";
import { useHydrated } from "../ui/use-hydrated.ts";
import { focusFault, readForm } from "./form-focus.ts";
import type { Faults } from "./form-rules.ts";
import { endsSignIn, token } from "./sign-in/sign-in.ts";

type Fields = Record<string, string | undefined>;

type AccountForm = {
  /** What is wrong with the fields, by field name. */
  check: (fields: Fields) => Faults;
  /** Calls the shop. An error that it throws is shown as the form's failure. */
  send: (fields: Fields, form: HTMLFormElement) => Promise<void>;
};

/**
 * A form of an account: its fields are checked, then sent, one request at a time. If the sign-in has ended, the page goes to
 * the login. `clear` removes faults and failure.
 */
export function useAccountForm({ check, send }: AccountForm) {
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<string>();
  const [busy, run] = useBusy();
  const show = (found: Faults) => {
    setFaults(found);
    setFailure(undefined);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = readForm(form);
    const found = check(fields);
    show(found);
    if (Object.values(found).some(Boolean)) return focusFault(form);
    run(async () => {
      const signedIn = token.read();
      try {
        await send(fields, form);
      } catch (error) {
        if (!endsSignIn(error, signedIn)) setFailure(messageOf(error));
      }
    });
  };
  return { faults, failure, busy, submit, show, clear: () => show({}) };
}

/** Why a call failed; nothing while there is no failure. */
export function FormFailure({ text }: { text: string | undefined }) {
  return text ? (
    <p className="form-message form-message-error" role="alert">
      {tMessage(text)}
    </p>
  ) : null;
}

/** The main button of a page's form, which works once the page is hydrated. */
export function SubmitButton({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <button
      type="submit"
      className="button button-primary"
      disabled={!useHydrated()}
      aria-disabled={busy || undefined}
    >
      {children}
    </button>
  );
}
