import type { FormEvent } from "react";
import { useRevalidator } from "react-router";
import { readForm } from "../../../accounts/form-focus.ts";
import { Field } from "../../../ui/field.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import type * as contract from "../../payments/contract.ts";
import { DeedFailure } from "../calls/deed-failure.tsx";
import { useDeed } from "../calls/use-deed.ts";
import { useMay } from "../person.ts";
import type { StaffPayment } from "../shown.ts";

/** Asks the provider, or says what it could not: the money is here, or never came. */
export function DecidePayment({ payment }: { payment: StaffPayment }) {
  const off = !useHydrated();
  const may = useMay();
  const { revalidate } = useRevalidator();
  const { busy, failure, faults, start } = useDeed();
  const params = { id: payment._id };
  // an order's payment is decided, but for a refund of it that failed
  const isOpen = payment.state !== "ordered" || payment.refunds.some(({ state }) => state === "failed");
  const mayDecide = isOpen && may("payments.decide");
  const check = () =>
    start<typeof contract.checkPayment>({ path: "/api/staff/payments/:id/check", params }, revalidate);
  const decide = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const { receipt = "", reason = "" } = readForm(event.currentTarget);
    if ((submitter as HTMLButtonElement | null)?.value === "close")
      return start<typeof contract.closePayment>(
        { path: "/api/staff/payments/:id/close", params, body: { reason } },
        revalidate,
      );
    const body = { reason, ...(receipt.trim() && { receipt }) };
    start<typeof contract.acceptPayment>(
      { path: "/api/staff/payments/:id/accept", params, body },
      revalidate,
    );
  };
  return (
    <form className="panel stack" method="post" onSubmit={decide} noValidate>
      {mayDecide && (
        <>
          <Field label="M-Pesa code" name="receipt" autoComplete="off" fault={faults.receipt} />
          <Field label="Reason" name="reason" autoComplete="off" fault={faults.reason} />
        </>
      )}
      <DeedFailure failure={failure} />
      <div className="row">
        {mayDecide && (
          <>
            <button type="submit" className="button button-primary" disabled={off} aria-disabled={busy}>
              Accept as paid
            </button>
            <button
              type="submit"
              name="decision"
              value="close"
              className="button button-danger"
              disabled={off}
              aria-disabled={busy}
            >
              No money came
            </button>
          </>
        )}
        {may("payments.check") && (
          <button type="button" className="button" disabled={off} aria-disabled={busy} onClick={check}>
            Check now
          </button>
        )}
      </div>
    </form>
  );
}
