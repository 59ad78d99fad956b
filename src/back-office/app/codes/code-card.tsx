import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import { readForm } from "../../../accounts/form-focus.ts";
import { Field } from "../../../ui/field.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { DeedFailure } from "../calls/deed-failure.tsx";
import { useMay } from "../person.ts";
import type { CodeRow } from "../shown.ts";
import { CodeFacts } from "./code-facts.tsx";
import { useCodeDeeds } from "./use-code-deeds.ts";
import { useKeys } from "./use-keys.ts";

/** Said to the shopper unless something else is typed. */
const NOT_FOUND = "We could not find this M-Pesa code.";

type Props = {
  row: CodeRow;
  place: string;
  onMove: (by: number) => void;
  onDone: (id: string, words: string) => void;
  onSay: (words: string) => void;
};

/** One typed code, what is known of it, and what to make of it. */
export function CodeCard({ row, place, onMove, onDone, onSay }: Props) {
  const may = useMay();
  const mayDecide = may("codes.decide");
  const reason = useRef<HTMLFormElement>(null);
  const [receipt, setReceipt] = useState("");
  const { busy, failure, faults, ...deeds } = useCodeDeeds(row, { onDone, onSay });
  const confirm = () => deeds.confirm(receipt);
  const reject = () => deeds.reject(reason.current ? (readForm(reason.current).reason ?? "") : "");
  useKeys({
    ...(mayDecide && { c: confirm, r: reject }),
    ...(may("codes.ask") && { a: deeds.ask }),
    j: () => onMove(1),
    k: () => onMove(-1),
  });
  return (
    <div className="panel stack code-card">
      <CodeFacts row={row} place={place} onUse={mayDecide ? setReceipt : undefined} />
      <DeedFailure failure={failure} />
      <div className="row">
        {mayDecide && (
          <>
            <KeyButton letter="c" className="button button-primary" busy={busy} onPress={confirm}>
              Confirm
            </KeyButton>
            <KeyButton letter="r" className="button button-danger" busy={busy} onPress={reject}>
              Reject
            </KeyButton>
          </>
        )}
        {may("codes.ask") && (
          <KeyButton letter="a" className="button" busy={busy} onPress={deeds.ask}>
            Ask again
          </KeyButton>
        )}
        <KeyButton letter="k" className="link-button" onPress={() => onMove(-1)}>
          Previous
        </KeyButton>
        <KeyButton letter="j" className="link-button" onPress={() => onMove(1)}>
          Next
        </KeyButton>
      </div>
      <p className="field-hint">Keys: c confirm, r reject, a ask again, j next, k previous.</p>
      {mayDecide && (
        <>
          <EnterForm onEnter={confirm}>
            <Field
              label="M-Pesa code"
              name="receipt"
              autoComplete="off"
              autoCapitalize="characters"
              value={receipt}
              onChange={({ target }) => setReceipt(target.value)}
              hint="For Confirm, where the money came under another code than the one typed."
              fault={faults.receipt}
            />
          </EnterForm>
          <EnterForm form={reason} onEnter={reject}>
            <Field
              label="Reason"
              name="reason"
              autoComplete="off"
              defaultValue={NOT_FOUND}
              hint="For Reject, into the audit log. The shopper is asked for the right code."
              fault={faults.reason}
            />
          </EnterForm>
        </>
      )}
    </div>
  );
}

type EnterProps = { form?: RefObject<HTMLFormElement | null>; onEnter: () => void; children: ReactNode };

/** A field of its own: Enter in it does what it is for. */
function EnterForm({ form, onEnter, children }: EnterProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onEnter();
  };
  return (
    <form ref={form} method="post" noValidate onSubmit={submit}>
      {children}
    </form>
  );
}

type KeyButtonProps = {
  letter: string;
  className: string;
  busy?: boolean;
  onPress: () => void;
  children: string;
};

/** A button that a key presses as well. */
function KeyButton({ letter, className, busy = false, onPress, children }: KeyButtonProps) {
  const hydrated = useHydrated();
  return (
    <button
      type="button"
      className={className}
      disabled={!hydrated}
      aria-disabled={busy || undefined}
      aria-keyshortcuts={letter}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
