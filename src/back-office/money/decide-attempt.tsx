import { useRef } from "react";
import { readForm } from "../../accounts/form-focus.ts";
import { Field } from "../../ui/field.tsx";
import { ActionButton, ActionFailure } from "../app/action.tsx";
import { useConfirmed } from "../app/calls/use-confirmed.tsx";
import { StaffForm } from "../app/fields.tsx";
import { useMay } from "../app/page.ts";
import type * as contract from "./contract.ts";
import { Reason } from "./decide-money.tsx";

type Attempt = NonNullable<contract.StaffMoney["attempt"]>;
type Props = { shown: contract.StaffMoney; attempt: Attempt; onSay: (words: string) => void };

/** Asks the provider, or decides what it could not say: the money is here, or never came. Enter alone submits nothing. */
export function DecideAttempt({ shown: { actions }, attempt, onSay }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const may = useMay();
  const { begin, start, revalidate, failure, faults, busy, dialog } = useConfirmed();
  const can = (action: (typeof actions)[number]) =>
    actions.includes(action) && may(action === "check" ? "payments.check" : "payments.decide");
  if (!can("check") && !can("paid") && !can("unpaid")) return null;
  const typed = () => (form.current ? readForm(form.current) : {});
  const finish = (words: string) => {
    onSay(words);
    return revalidate();
  };
  const check = () =>
    start<typeof contract.checkAttempt>({ path: `/api/staff/attempts/${attempt._id}/check` }, ({ message }) =>
      finish(message),
    );
  const accept = () => {
    const { receipt = "", reason = "" } = typed();
    const body = { reason, amount: attempt.amount, ...(receipt.trim() && { receipt }) };
    begin<typeof contract.attemptPaid>(
      "Accept as paid",
      (confirmed) => ({
        path: `/api/staff/attempts/${attempt._id}/paid`,
        body: { ...body, confirmed },
      }),
      () => finish("It is accepted as paid."),
    );
  };
  const close = () =>
    start<typeof contract.attemptUnpaid>(
      { path: `/api/staff/attempts/${attempt._id}/unpaid`, body: { reason: typed().reason ?? "" } },
      () => finish("It is closed."),
    );
  const button = (label: string, onClick: () => void, kind = "") => (
    <ActionButton className={`button ${kind}`} busy={busy} onClick={onClick}>
      {label}
    </ActionButton>
  );
  return (
    <StaffForm ref={form} className="panel stack" onSubmit={() => undefined}>
      <h2>Decide</h2>
      {can("paid") && (
        <Field
          label={attempt.method === "flutterwave" ? "Transaction number" : "M-Pesa code"}
          name="receipt"
          autoComplete="off"
          hint="The code the money came under."
          fault={faults.receipt}
        />
      )}
      {(can("paid") || can("unpaid")) && <Reason fault={faults.reason} />}
      <ActionFailure failure={failure} />
      <div className="row">
        {can("paid") && button("Accept as paid", accept, "button-primary")}
        {can("unpaid") && button("No money came", close, "button-danger")}
        {can("check") && button("Check now", check)}
      </div>
      {dialog}
    </StaffForm>
  );
}
