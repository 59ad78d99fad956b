import { statusName } from "../../ordering/order-text.ts";
import {
  mayFollow,
  STATUSES,
  STEP_MAILS,
  type Status,
  type StepStatus,
  UNDO_WITHIN,
} from "../../ordering/rules.ts";
import { submitterOf } from "../../platform/browser/submitter.ts";
import { Field } from "../../ui/field.tsx";
import { ActionButton, useAction } from "../app/action.tsx";
import { StaffForm } from "../app/fields.tsx";
import { useMay, usePerson } from "../app/page.ts";
import { needsReasonToPack } from "./cancel-order.tsx";
import type * as contract from "./contract.ts";
import { OrderFailure } from "./order-failure.tsx";

/** The next steps of an order, and the button that undoes the last one while its mail has not left. */
export function OrderSteps({ order, now }: { order: contract.StaffOrder; now: number }) {
  const { _id, version, status } = order;
  const person = usePerson();
  const { busy, failure, faults, start } = useAction();
  const isPickUp = order.delivery.pickUp !== undefined;
  const may = useMay();
  const heldBack = heldBackStep(order);
  const mayForce = may("orders.cancel-paid");
  const next = needsReasonToPack(order) ? [] : nextSteps(status, isPickUp);
  const steps = next.filter((step) => mayForce || step !== heldBack);
  const undoable = undoableStep(order, { by: person?.staff.name, now });
  if (steps.length === 0 && !heldBack && !undoable) return null;

  const step = (to: Status, typed: Record<string, string>) => {
    const filled = Object.entries(typed).filter(([, text]) => text.trim());
    const body = { ...Object.fromEntries(filled), to, version };
    start<typeof contract.stepOrder>({ path: `/api/staff/orders/${_id}/step`, body });
  };
  const undo = () =>
    start<typeof contract.undoStep>({ path: `/api/staff/orders/${_id}/undo`, body: { version } });

  return (
    <StaffForm
      className="panel stack"
      onSubmit={(typed, event) => step((submitterOf(event)?.value as Status | undefined) ?? status, typed)}
    >
      {steps.includes("Shipped") && !isPickUp && (
        <>
          <Field label="Courier" name="courier" autoComplete="off" fault={faults.courier} />
          <Field label="Tracking number" name="tracking" autoComplete="off" fault={faults.tracking} />
        </>
      )}
      {heldBack && (
        <p>The money of this order is going back, or is back. Only the owner can have it leave.</p>
      )}
      {heldBack && mayForce && (
        <Field
          label="Reason"
          name="reason"
          autoComplete="off"
          hint="Why it leaves all the same. For the audit log; the shopper does not see it."
          fault={faults.reason}
        />
      )}
      <OrderFailure order={order} failure={failure} />
      <div className="row">
        {steps.map((to) => (
          <ActionButton key={to} type="submit" value={to} className="button button-primary" busy={busy}>
            Mark as {statusName(to, isPickUp)}
          </ActionButton>
        ))}
        {undoable && (
          <ActionButton busy={busy} onClick={undo}>
            Undo
          </ActionButton>
        )}
      </div>
      {undoable && <p className="field-hint">{undoHint(undoable)}</p>}
    </StaffForm>
  );
}

/** The step by which an order would leave the shop though all its money is refunded: only the owner may take it. */
export function heldBackStep({
  allRefunded,
  status,
  delivery,
}: Pick<contract.StaffOrder, "allRefunded" | "status" | "delivery">): StepStatus | undefined {
  const isPickUp = delivery.pickUp !== undefined;
  const leaving = isPickUp ? "Delivered" : "Shipped";
  return allRefunded && nextSteps(status, isPickUp).includes(leaving) ? leaving : undefined;
}

/** The last change of an order's status, where it is a step that this person may undo now (milliseconds since 1970). */
export function undoableStep(
  { events }: Pick<contract.StaffOrder, "events">,
  { by, now }: { by: string | undefined; now: number },
): Status | undefined {
  const last = events.filter(({ to }) => to !== null).pop();
  // only the colleague who made a step may undo it
  const isOwn = last?.kind === "step" && last.by === by;
  return isOwn && now - last.at < UNDO_WITHIN * 1_000 ? (last.to ?? undefined) : undefined;
}

export function undoHint(step: Status): string {
  return STEP_MAILS[step]
    ? "The shopper is mailed about the last step two minutes after it."
    : "The last step can be undone within two minutes.";
}

/** The steps an order may take next; cancelling has a button of its own. An order to pick up is never out for delivery. */
export function nextSteps(status: Status, isPickUp: boolean): StepStatus[] {
  return STATUSES.filter(
    (to): to is StepStatus =>
      to !== "Cancelled" && !(isPickUp && to === "Out for delivery") && mayFollow(status, to),
  );
}
