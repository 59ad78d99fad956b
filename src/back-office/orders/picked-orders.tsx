import { useState } from "react";
import type { z } from "zod";
import { statusName } from "../../ordering/order-text.ts";
import { STATUSES, type StepStatus, shortId } from "../../ordering/rules.ts";
import { ActionButton, ActionFailure, useAction } from "../app/action.tsx";
import { useMay } from "../app/page.ts";
import type * as contract from "./contract.ts";
import { nextSteps } from "./order-steps.tsx";

/** The result of a step of several orders, or of undoing it; `what`: "marked as Packing". */
type Moved = z.output<typeof contract.stepOrders.answer> & { what: string; isUndone?: true };

type Props = { moved: Moved | undefined; busy: boolean; onUndo: (orders: Moved["orders"]) => void };

const NOTHING: Moved = { success: true, message: "", done: [], orders: [], refused: [], what: "" };

/** Says what was done with several orders, with a button to undo it, and what comes next. */
function MovedOrders({ moved, busy, onUndo }: Props) {
  const { done, orders, refused, what, isUndone } = moved ?? NOTHING;
  return (
    <div className={moved && "picked"}>
      <div role="status">
        {done.length > 0 && <strong>{`${ordersIn(done.length)} ${what}.`}</strong>}
        {refused.length > 0 && (
          // closed for many orders, so that the buttons stay in view
          <details open={refused.length <= 3}>
            <summary>{`${ordersIn(refused.length)} ${refused.length === 1 ? "stays as it is" : "stay as they are"}`}</summary>
            <ul>
              {refused.map(({ id, why }) => (
                <li key={id}>
                  {shortId(id)}: {why}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      {done.length > 0 && !isUndone && (
        <>
          <ActionButton busy={busy} onClick={() => onUndo(orders)}>
            Undo
          </ActionButton>
          <PrintLink what="slips" ids={done}>
            Print packing slips
          </PrintLink>
        </>
      )}
    </div>
  );
}

function ordersIn(count: number): string {
  return count === 1 ? "1 order" : `${count} orders`;
}

/** What can be done with the ticked orders: slips of all, and each step that every one of them may take. */
export function PickedOrders({ orders, onDone }: { orders: contract.OrderRow[]; onDone: () => void }) {
  const may = useMay();
  const { busy, failure, start, revalidate } = useAction();
  const [moved, setMoved] = useState<Moved>();
  const ids = orders.map(({ _id }) => _id);
  const steps = STATUSES.filter(
    (to): to is StepStatus =>
      orders.length > 0 &&
      orders.every(({ status, pickUp }) =>
        nextSteps(status, pickUp !== undefined).some((step) => step === to),
      ),
  );
  const nameOf = (to: StepStatus) =>
    [...new Set(orders.map(({ pickUp }) => statusName(to, pickUp !== undefined)))].join(" / ");
  const step = (to: StepStatus) =>
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
              <ActionButton key={to} className="button button-primary" busy={busy} onClick={() => step(to)}>
                Mark as {nameOf(to)}
              </ActionButton>
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
      <ActionFailure failure={failure} />
      <MovedOrders moved={orders.length === 0 ? moved : undefined} busy={busy} onUndo={undo} />
    </>
  );
}

type PrintLinkProps = { what: "slips" | "receipts"; ids: string[]; children: string };

/** Opens a document with a page for each order. */
function PrintLink({ what, ids, children }: PrintLinkProps) {
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
