import { useState } from "react";
import { useRevalidator } from "react-router";
import { statusName } from "../../../ordering/pick-up.ts";
import { STATUSES, type Status, shortId } from "../../../ordering/rules.ts";
import type * as contract from "../../orders/contract.ts";
import { DeedFailure } from "../calls/deed-failure.tsx";
import { useDeed } from "../calls/use-deed.ts";
import { useMay } from "../person.ts";
import type { OrderRow } from "../shown.ts";
import { nextSteps } from "./next-steps.ts";

type Refused = { id: string; why: string }[];

/** What can be done with the orders that are ticked: slips of all, and each step that every one of them may take. */
export function PickedOrders({ orders, onDone }: { orders: OrderRow[]; onDone: () => void }) {
  const may = useMay();
  const { revalidate } = useRevalidator();
  const { busy, failure, start } = useDeed();
  const [refused, setRefused] = useState<Refused>([]);
  const ids = orders.map(({ _id }) => _id);
  const steps = STATUSES.filter(
    (to) =>
      orders.length > 0 &&
      orders.every(({ status, pickUp }) => nextSteps(status, pickUp !== undefined).includes(to)),
  );
  const nameOf = (to: Status) =>
    [...new Set(orders.map(({ pickUp }) => statusName(to, pickUp !== undefined)))].join(" / ");
  const step = (to: Status) =>
    start<typeof contract.stepOrders>({ path: "/api/staff/orders/step", body: { ids, to } }, (answer) => {
      setRefused(answer.refused);
      onDone();
      return revalidate();
    });
  return (
    <>
      {orders.length > 0 && (
        <section className="picked" aria-label="Picked orders">
          <strong>{orders.length} picked</strong>
          {may("orders.step") &&
            steps.map((to) => (
              <button
                key={to}
                type="button"
                className="button button-primary"
                disabled={busy}
                onClick={() => step(to)}
              >
                Mark as {nameOf(to)}
              </button>
            ))}
          <PrintLink what="slips" ids={ids}>
            Print packing slips
          </PrintLink>
          {may("orders.private") && (
            <PrintLink what="receipts" ids={ids}>
              Print receipts
            </PrintLink>
          )}
        </section>
      )}
      <DeedFailure failure={failure} />
      <div role="status">
        {refused.length > 0 && (
          <ul className="notice notice-error">
            {refused.map(({ id, why }) => (
              <li key={id}>
                {shortId(id)}: {why}
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

function PrintLink({ what, ids, children }: { what: string; ids: string[]; children: string }) {
  return (
    <a
      className="button"
      href={`/api/staff/orders/${what}?ids=${ids.join(",")}`}
      target="_blank"
      rel="noreferrer"
    >
      {children}
    </a>
  );
}
