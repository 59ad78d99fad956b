import type { Order } from "../contract.ts";
import { formatMoment } from "../dates.ts";

/** What happened to an order since it was placed, each step with its date; and who brings the parcel. */
export function OrderSteps({ order: { steps = [], courier, tracking } }: { order: Order }) {
  return (
    <>
      {steps.length > 0 && (
        <ol className="order-steps">
          {steps.map(({ name, date }) => (
            <li key={`${name} ${date}`}>
              {name}, <time dateTime={new Date(date).toISOString()}>{formatMoment(date)}</time>
            </li>
          ))}
        </ol>
      )}
      {courier && <span className="field-hint">Courier: {courier}</span>}
      {tracking && <span className="field-hint">Tracking number: {tracking}</span>}
    </>
  );
}
