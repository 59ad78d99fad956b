import { type FormEvent, useId } from "react";
import { useRevalidator } from "react-router";
import { readForm } from "../../accounts/form-focus.ts";
import { statusName } from "../../ordering/order-text.ts";
import { mayFollow, STATUSES, type Status, type StepStatus, UNDO_WITHIN } from "../../ordering/rules.ts";
import { submitterOf } from "../../platform/browser/submitter.ts";
import { Field } from "../../ui/field.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { useAction } from "../app/calls/use-action.ts";
import { usePerson } from "../app/person.ts";
import type { StaffOrder } from "../app/shown.ts";
import type * as contract from "./contract.ts";
import { OrderFailure } from "./order-failure.tsx";
import { isUnpaid } from "./unpaid-order.tsx";

/** The next steps of an order, and the way back from the last one while its mail has not left. */
export function OrderSteps({ order, now }: { order: StaffOrder; now: number }) {
  const { _id, version, status } = order;
  const off = !useHydrated();
  const person = usePerson();
  const { revalidate } = useRevalidator();
  const { busy, failure, faults, start } = useAction();
  const form = useId();
  const params = { id: _id };
  const isPickUp = order.delivery.pickUp !== undefined;
  const steps = isUnpaid(order) ? [] : nextSteps(status, isPickUp);
  const last = order.events.filter(({ kind }) => kind === "step" || kind === "undo").pop();
  // a colleague's step is theirs to take back
  const isUndoable =
    last?.kind === "step" && last.by === person?.staff.name && now - last.at < UNDO_WITHIN * 1_000;
  if (steps.length === 0 && !isUndoable) return null;

  const step = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const to = submitterOf(event)?.value as Status | undefined;
    const typed = Object.entries(readForm(event.currentTarget)).filter(
      ([name, text]) => name !== "to" && text.trim(),
    );
    const body = { ...Object.fromEntries(typed), to: to ?? status, version };
    start<typeof contract.stepOrder>({ path: "/api/staff/orders/:id/step", params, body }, revalidate);
  };
  const undo = () =>
    start<typeof contract.undoStep>(
      { path: "/api/staff/orders/:id/undo", params, body: { version } },
      revalidate,
    );

  return (
    <form className="panel stack" id={form} method="post" onSubmit={step} noValidate>
      {steps.includes("Shipped") && !isPickUp && (
        <>
          <Field label="Courier" name="courier" autoComplete="off" fault={faults.courier} />
          <Field label="Tracking number" name="tracking" autoComplete="off" fault={faults.tracking} />
        </>
      )}
      <OrderFailure order={order} failure={failure} />
      <div className="row">
        {steps.map((to) => (
          <button
            key={to}
            type="submit"
            name="to"
            value={to}
            className="button button-primary"
            disabled={off}
            aria-disabled={busy || undefined}
          >
            Mark as {statusName(to, isPickUp)}
          </button>
        ))}
        {isUndoable && (
          <button
            type="button"
            className="button"
            disabled={off}
            aria-disabled={busy || undefined}
            onClick={undo}
          >
            Undo
          </button>
        )}
      </div>
      {isUndoable && (
        <p className="field-hint">Nobody is mailed about the last step until two minutes after it.</p>
      )}
    </form>
  );
}

/** The steps an order may take next by a button; cancelling has one of its own. What is fetched is never out for delivery. */
export function nextSteps(status: Status, isPickUp: boolean): StepStatus[] {
  return STATUSES.filter(
    (to): to is StepStatus =>
      to !== "Cancelled" && !(isPickUp && to === "Out for delivery") && mayFollow(status, to),
  );
}
