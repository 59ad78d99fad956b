import type { FormEvent } from "react";
import { useRevalidator } from "react-router";
import { readForm } from "../../../accounts/form-focus.ts";
import { Field } from "../../../ui/field.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import type * as contract from "../../orders/contract.ts";
import { DeedFailure } from "../calls/deed-failure.tsx";
import { useDeed } from "../calls/use-deed.ts";
import type { StaffOrder } from "../shown.ts";

/** Ends an order; what was paid becomes a refund. Nothing happens without a reason. */
export function CancelOrder({ order }: { order: StaffOrder }) {
  const off = !useHydrated();
  const { revalidate } = useRevalidator();
  const { busy, failure, faults, start } = useDeed();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = { version: order.version, reason: readForm(event.currentTarget).reason ?? "" };
    const params = { id: order._id };
    start<typeof contract.cancelOrder>({ path: "/api/staff/orders/:id/cancel", params, body }, revalidate);
  };
  return (
    <form className="panel stack" method="post" onSubmit={submit} noValidate>
      <h2>Cancel</h2>
      <p>
        {order.payment
          ? "The goods go back on sale, and the money is given back."
          : "The goods go back on sale. Nothing was paid."}
      </p>
      <Field
        label="Reason"
        name="reason"
        autoComplete="off"
        hint="For the audit log; the shopper does not see it."
        fault={faults.reason}
      />
      <DeedFailure failure={failure} />
      <button type="submit" className="button button-danger" disabled={off} aria-disabled={busy}>
        Cancel order
      </button>
    </form>
  );
}
