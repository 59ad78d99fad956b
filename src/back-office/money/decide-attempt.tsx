import { useRef } from "react";
import { useRevalidator } from "react-router";
import { readForm } from "../../accounts/form-focus.ts";
import { Field } from "../../ui/field.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { ActionFailure } from "../app/calls/action-failure.tsx";
import { useConfirmed } from "../app/calls/use-confirmed.tsx";
import { useMay } from "../app/person.ts";
import type { StaffMoney } from "../app/shown.ts";
import type * as contract from "./contract.ts";
import { Reason } from "./decide-money.tsx";

type Attempt = NonNullable<StaffMoney["attempt"]>;
type Props = { shown: StaffMoney; attempt: Attempt; onSay: (words: string) => void };

/** Asks the provider, or says what it could not: the money is here, or never came. Nothing is sent by Enter alone. */
export function DecideAttempt({ shown: { actions }, attempt, onSay }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const off = !useHydrated();
  const may = useMay();
  const { begin, start, failure, faults, busy, dialog } = useConfirmed();
  const { revalidate } = useRevalidator();
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
      (confirmed) => ({ path: `/api/staff/attempts/${attempt._id}/paid`, body: { ...body, confirmed } }),
      () => finish("It is accepted as paid."),
    );
  };
  const close = () =>
    start<typeof contract.attemptUnpaid>(
      { path: `/api/staff/attempts/${attempt._id}/unpaid`, body: { reason: typed().reason ?? "" } },
      () => finish("It is closed."),
    );
  const button = (label: string, onClick: () => void, kind = "") => (
    <button
      type="button"
      className={`button ${kind}`}
      disabled={off}
      aria-disabled={busy || undefined}
      onClick={onClick}
    >
      {label}
    </button>
  );
  return (
    <form
      ref={form}
      className="panel stack"
      method="post"
      noValidate
      onSubmit={(event) => event.preventDefault()}
    >
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
    </form>
  );
}
