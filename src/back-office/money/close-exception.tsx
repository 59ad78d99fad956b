import type { FormEvent } from "react";
import { readForm } from "../../accounts/form-focus.ts";
import { Field } from "../../ui/field.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { ActionFailure } from "../app/calls/action-failure.tsx";
import { useAction } from "../app/calls/use-action.ts";
import { useMay } from "../app/person.ts";
import type { ExceptionRow } from "../app/shown.ts";
import type * as contract from "./contract.ts";

/** `closed`: its form, which leaves the page with its row. */
export type Done = (words: string, closed?: HTMLFormElement) => void;
type Props = { row: ExceptionRow; onDone: Done };

/** It needs nothing more, or, of a message, is tried once more. */
export function CloseException({ row, onDone }: Props) {
  const off = !useHydrated();
  const may = useMay();
  const { busy, failure, faults, start } = useAction();
  if (!may("payments.decide")) return null;
  const close = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { reason = "" } = readForm(form);
    start<typeof contract.closeException>(
      { path: `/api/staff/money/exceptions/${row._id}/close`, body: { reason } },
      () => onDone("It is closed.", form),
    );
  };
  const again = () =>
    start<typeof contract.tryAgain>({ path: `/api/staff/money/exceptions/${row._id}/again` }, () =>
      onDone("The message is tried once more."),
    );
  return (
    <form className="stack" method="post" noValidate onSubmit={close}>
      {row.kind === "message" && (
        <p>
          <button
            type="button"
            className="button"
            disabled={off}
            aria-disabled={busy || undefined}
            onClick={again}
          >
            Try again
          </button>
        </p>
      )}
      {/* many may wait: each is short until somebody closes it */}
      <details className="goods-back">
        <summary>Nothing more is needed</summary>
        <Field
          label="Reason"
          name="reason"
          autoComplete="off"
          hint="For the audit log: why it needs nothing more."
          fault={faults.reason}
        />
        <p>
          <button type="submit" className="button" disabled={off} aria-disabled={busy || undefined}>
            Close
          </button>
        </p>
      </details>
      <ActionFailure failure={failure} />
    </form>
  );
}
