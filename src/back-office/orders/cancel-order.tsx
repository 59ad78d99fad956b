import { statusName } from "../../ordering/order-text.ts";
import type { StepStatus } from "../../ordering/rules.ts";
import { submitterOf } from "../../platform/browser/submitter.ts";
import { Field } from "../../ui/field.tsx";
import { ActionButton, useAction } from "../app/action.tsx";
import { useConfirmed } from "../app/calls/use-confirmed.tsx";
import { StaffForm } from "../app/fields.tsx";
import { useMay } from "../app/page.ts";
import type * as contract from "./contract.ts";
import { OrderFailure } from "./order-failure.tsx";

type Props = { order: contract.StaffOrder };

/** Ends an order; what was paid becomes a refund. Nothing happens without a reason. */
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

/** Cancels an order; of a paid one it is said first what is refunded, to whom and how. */
function useCancel({ _id, version }: contract.StaffOrder) {
  const { begin: ask, ...action } = useConfirmed();
  const begin = (reason: string) =>
    ask<typeof contract.cancelOrder>("Cancel order", (confirmed) => ({
      path: `/api/staff/orders/${_id}/cancel`,
      body: { version, reason, confirmed },
    }));
  return { ...action, begin };
}

/** The next step of an order that is taken only for a reason: its money has not come, or is going back. */
export function stepForReason({ status, payment, refund }: contract.StaffOrder): StepStatus | undefined {
  const isPaid = payment && (refund === null || refund === "part");
  if (status === "Order Placed" && !isPaid) return "Packing";
  return status === "Packing" && refund === "done" ? "Shipped" : undefined;
}

/** An order without its money: packed, sent or cancelled, somebody says why. */
export function UnpaidOrder({ order, to }: Props & { to: StepStatus }) {
  const may = useMay();
  const mayStep = may("orders.step") && may("orders.cancel-paid");
  const mayCancel = may(order.payment ? "orders.cancel-paid" : "orders.cancel");
  const step = useStep(order, to);
  const cancel = useCancel(order);
  const busy = step.busy || cancel.busy;
  const taken = to === "Packing" ? "packed" : "sent";
  // the one that was tried last
  const { failure, faults } = step.failure ? step : cancel;
  return (
    <StaffForm
      className="panel stack"
      onSubmit={({ reason = "" }, event) => {
        const isCancel = submitterOf(event)?.value === "cancel";
        (isCancel ? step : cancel).forget();
        (isCancel ? cancel : step).begin(reason);
      }}
    >
      <p>
        {order.payment
          ? "The money of this order is going back, or is back."
          : "No money has come for this order."}
        {!mayStep && may("orders.step") && ` Only the owner can have it ${taken}.`}
      </p>
      {(mayStep || mayCancel) && (
        <Field
          label="Reason"
          name="reason"
          autoComplete="off"
          hint={`Why it is ${[mayStep && `${taken} all the same`, mayCancel && "cancelled"].filter(Boolean).join(", or ")}. For the audit log; the shopper does not see it.`}
          fault={faults.reason}
        />
      )}
      <OrderFailure order={order} failure={failure} />
      {cancel.dialog}
      <div className="row row-apart">
        {mayStep && (
          <ActionButton type="submit" className="button button-primary" busy={busy}>
            Mark as {statusName(to, order.delivery.pickUp !== undefined)}
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

function useStep({ _id, version }: contract.StaffOrder, to: StepStatus) {
  const { start, ...action } = useAction();
  const begin = (reason: string) =>
    start<typeof contract.stepOrder>({
      path: `/api/staff/orders/${_id}/step`,
      body: { to, version, ...(reason.trim() && { reason }) },
    });
  return { ...action, begin };
}
