import { submitterOf } from "../../platform/browser/submitter.ts";
import { Field } from "../../ui/field.tsx";
import { ActionButton, useAction } from "../app/action.tsx";
import { useConfirmed } from "../app/calls/use-confirmed.tsx";
import { StaffForm } from "../app/fields.tsx";
import { useMay } from "../app/page.ts";
import type * as contract from "./contract.ts";
import { OrderFailure } from "./order-failure.tsx";

type Props = { order: contract.StaffOrder };

/** Cancels an order and refunds what was paid. A reason is required. */
export function CancelOrder({ order }: Props) {
  const { busy, failure, faults, dialog, begin } = useCancel(order);
  return (
    <StaffForm className="panel stack" onSubmit={({ reason = "" }) => begin(reason)}>
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
      <ActionButton type="submit" className="button button-danger" busy={busy}>
        Cancel order
      </ActionButton>
    </StaffForm>
  );
}

/** Cancels an order; for a paid one the question comes first what is refunded, to whom and how. */
function useCancel({ _id, version }: contract.StaffOrder) {
  const { begin: ask, ...action } = useConfirmed();
  const begin = (reason: string) =>
    ask<typeof contract.cancelOrder>("Cancel order", (confirmed) => ({
      path: `/api/staff/orders/${_id}/cancel`,
      body: { version, reason, confirmed },
    }));
  return { ...action, begin };
}

/** Whether an order may be packed only for a reason: its money has not come, or is refunded. */
export function needsReasonToPack({ status, payment, allRefunded }: contract.StaffOrder): boolean {
  return status === "Order Placed" && (!payment || allRefunded);
}

/** An order without its money: staff give a reason to pack or cancel it. */
export function UnpaidOrder({ order }: Props) {
  const may = useMay();
  const mayPack = may("orders.step") && may("orders.cancel-paid");
  const mayCancel = may(order.payment ? "orders.cancel-paid" : "orders.cancel");
  const pack = usePack(order);
  const cancel = useCancel(order);
  const busy = pack.busy || cancel.busy;
  // show the failure of the button that was pressed last
  const { failure, faults } = pack.failure ? pack : cancel;
  return (
    <StaffForm
      className="panel stack"
      onSubmit={({ reason = "" }, event) => {
        const isCancel = submitterOf(event)?.value === "cancel";
        (isCancel ? pack : cancel).forget();
        (isCancel ? cancel : pack).begin(reason);
      }}
    >
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
      {cancel.dialog}
      <div className="row row-apart">
        {mayPack && (
          <ActionButton type="submit" className="button button-primary" busy={busy}>
            Mark as Packing
          </ActionButton>
        )}
        {mayCancel && (
          <ActionButton type="submit" value="cancel" className="button button-danger" busy={busy}>
            Cancel order
          </ActionButton>
        )}
      </div>
    </StaffForm>
  );
}

function usePack({ _id, version }: contract.StaffOrder) {
  const { start, ...action } = useAction();
  const begin = (reason: string) =>
    start<typeof contract.stepOrder>({
      path: `/api/staff/orders/${_id}/step`,
      body: { to: "Packing", version, ...(reason.trim() && { reason }) },
    });
  return { ...action, begin };
}
