import type { FormEvent } from "react";
import { useRevalidator } from "react-router";
import { readForm } from "../../accounts/form-focus.ts";
import { submitterOf } from "../../platform/browser/submitter.ts";
import { Field } from "../../ui/field.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { useAction } from "../app/calls/use-action.ts";
import { useMay } from "../app/person.ts";
import type { StaffOrder } from "../app/shown.ts";
import type * as contract from "./contract.ts";
import { OrderFailure } from "./order-failure.tsx";
import { useCancel } from "./use-cancel.ts";

/** Whether an order may be packed only for a reason: its money has not come, or is going back. */
export function isUnpaid({ status, payment, refund }: StaffOrder): boolean {
  return status === "Order Placed" && !(payment && (refund === null || refund === "part"));
}

/** A placed order without its money: packed or cancelled, somebody says why. */
export function UnpaidOrder({ order }: { order: StaffOrder }) {
  const off = !useHydrated();
  const may = useMay();
  const mayPack = may("orders.step") && may("orders.cancel-paid");
  const mayCancel = may(order.payment ? "orders.cancel-paid" : "orders.cancel");
  const pack = usePack(order);
  const cancel = useCancel(order);
  const busy = pack.busy || cancel.busy;
  // the one that was tried last
  const { failure, faults } = pack.failure ? pack : cancel;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { reason = "" } = readForm(event.currentTarget);
    const isCancel = submitterOf(event)?.value === "cancel";
    (isCancel ? pack : cancel).forget();
    (isCancel ? cancel : pack).begin(reason);
  };
  return (
    <form className="panel stack" method="post" onSubmit={submit} noValidate>
      <p>
        {order.payment ? "The money of this order is going back." : "No money has come for this order."}
        {!mayPack && may("orders.step") && " Only the owner can have it packed."}
      </p>
      {(mayPack || mayCancel) && (
        <Field
          label="Reason"
          name="reason"
          autoComplete="off"
          hint={`Why it is ${[mayPack && "packed all the same", mayCancel && "cancelled"].filter(Boolean).join(", or ")}. For the audit log; the shopper does not see it.`}
          fault={faults.reason}
        />
      )}
      <OrderFailure order={order} failure={failure} />
      <div className="row row-apart">
        {mayPack && (
          <button
            type="submit"
            className="button button-primary"
            disabled={off}
            aria-disabled={busy || undefined}
          >
            Mark as Packing
          </button>
        )}
        {mayCancel && (
          <button
            type="submit"
            name="deed"
            value="cancel"
            className="button button-danger"
            disabled={off}
            aria-disabled={busy || undefined}
          >
            Cancel order
          </button>
        )}
      </div>
    </form>
  );
}

function usePack({ _id, version }: StaffOrder) {
  const { start, ...action } = useAction();
  const { revalidate } = useRevalidator();
  const begin = (reason: string) => {
    const body = { to: "Packing" as const, version, ...(reason.trim() && { reason }) };
    start<typeof contract.stepOrder>(
      { path: "/api/staff/orders/:id/step", params: { id: _id }, body },
      revalidate,
    );
  };
  return { ...action, begin };
}
