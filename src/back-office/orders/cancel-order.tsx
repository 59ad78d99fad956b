import type { FormEvent } from "react";
import { readForm } from "../../accounts/form-focus.ts";
import { Field } from "../../ui/field.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { StaffOrder } from "../app/shown.ts";
import { OrderFailure } from "./order-failure.tsx";
import { useCancel } from "./use-cancel.ts";

/** Ends an order; what was paid becomes a refund. Nothing happens without a reason. */
export function CancelOrder({ order }: { order: StaffOrder }) {
  const off = !useHydrated();
  const { busy, failure, faults, dialog, begin } = useCancel(order);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    begin(readForm(event.currentTarget).reason ?? "");
  };
  return (
    <form className="panel stack" method="post" onSubmit={submit} noValidate>
      <h2>Cancel</h2>
      <p>
        {order.payment
          ? "The items go back on sale, and the money is refunded: how much, to whom and how is asked first."
          : "The items go back on sale. Nothing was paid."}
      </p>
      <Field
        label="Reason"
        name="reason"
        autoComplete="off"
        hint="For the audit log; the shopper does not see it."
        fault={faults.reason}
      />
      <OrderFailure order={order} failure={failure} />
      {dialog}
      <button type="submit" className="button button-danger" disabled={off} aria-disabled={busy || undefined}>
        Cancel order
      </button>
    </form>
  );
}
