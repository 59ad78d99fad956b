import { t, tMessage } from "../../language/t.ts";
import type { Order } from "../contract.ts";
import { formatMoment } from "../dates.ts";
import { statusName } from "../pick-up.ts";
import type { Status } from "../rules.ts";

const OVER: readonly Status[] = ["Delivered", "Cancelled"];

/** Something is still to come. */
export function isUnderWay({ status }: Pick<Order, "status">): boolean {
  return !OVER.includes(status);
}

/** What happened to an order, each step with its date, the last one marked; and who brings the parcel. */
export function OrderSteps({ order }: { order: Order }) {
  const { date, steps = [], courier, tracking, delivery } = order;
  const all = [{ name: "Order Placed", date }, ...steps];
  return (
    <>
      <ol className="order-steps">
        {all.map((step, at) => (
          <li key={`${step.name} ${step.date}`} aria-current={at === all.length - 1 ? "step" : undefined}>
            {tMessage(statusName(step.name, delivery.pickUp !== undefined))},{" "}
            <time dateTime={new Date(step.date).toISOString()}>{formatMoment(step.date)}</time>
          </li>
        ))}
      </ol>
      {courier && <p className="field-hint">{t("Courier: {courier}", { courier })}</p>}
      {tracking && <p className="field-hint">{t("Tracking number: {tracking}", { tracking })}</p>}
    </>
  );
}
