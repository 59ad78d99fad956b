import { Field } from "../../ui/field.tsx";
import { ActionButton, ActionFailure, useAction } from "../app/action.tsx";
import { StaffForm } from "../app/fields.tsx";
import { useMay } from "../app/page.ts";
import type * as contract from "./contract.ts";

/** `closed`: the form of an exception that leaves the page with its row. */
export type Done = (words: string, closed?: HTMLFormElement) => void;
type Props = { row: contract.ExceptionRow; onDone: Done };

/** Closes an exception, or processes its message once more. */
export function CloseException({ row, onDone }: Props) {
  const may = useMay();
  const { busy, failure, faults, start } = useAction();
  if (!may("payments.decide")) return null;
  const path = `/api/staff/money/exceptions/${row._id}` as const;
  const close = (reason: string, form: HTMLFormElement) =>
    start<typeof contract.closeException>({ path: `${path}/close`, body: { reason } }, () =>
      onDone("It is closed.", form),
    );
  const again = () =>
    start<typeof contract.tryAgain>({ path: `${path}/again` }, () =>
      onDone("The message is tried once more."),
    );
  return (
    <StaffForm onSubmit={({ reason = "" }, { currentTarget }) => close(reason, currentTarget)}>
      {row.kind === "message" && (
        <p>
          <ActionButton busy={busy} onClick={again}>
            Try again
          </ActionButton>
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
          <ActionButton type="submit" busy={busy}>
            Close
          </ActionButton>
        </p>
      </details>
      <ActionFailure failure={failure} />
    </StaffForm>
  );
}
