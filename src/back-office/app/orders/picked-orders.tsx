import { useState } from "react";
import { useRevalidator } from "react-router";
import { statusName } from "../../../ordering/pick-up.ts";
import { STATUSES, type Status } from "../../../ordering/rules.ts";
import type * as contract from "../../orders/contract.ts";
import { DeedFailure } from "../calls/deed-failure.tsx";
import { useDeed } from "../calls/use-deed.ts";
import { useMay } from "../person.ts";
import type { OrderRow } from "../shown.ts";
import { type Moved, MovedOrders } from "./moved-orders.tsx";
import { nextSteps } from "./next-steps.ts";
import { PrintLink } from "./print-link.tsx";

/** What can be done with the orders that are ticked: slips of all, and each step that every one of them may take. */
export function PickedOrders({ orders, onDone }: { orders: OrderRow[]; onDone: () => void }) {
  const may = useMay();
  const { revalidate } = useRevalidator();
  const { busy, failure, start } = useDeed();
  const [moved, setMoved] = useState<Moved>();
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
      setMoved({ ...answer, what: `marked as ${nameOf(to)}` });
      onDone();
      return revalidate();
    });
  const undo = (orders: Moved["orders"]) =>
    start<typeof contract.undoSteps>({ path: "/api/staff/orders/undo", body: { orders } }, (answer) => {
      setMoved({ ...answer, what: "put back as before", isUndone: true });
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
      <MovedOrders moved={orders.length === 0 ? moved : undefined} busy={busy} onUndo={undo} />
    </>
  );
}
