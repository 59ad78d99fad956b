import type { z } from "zod";
import { shortId } from "../../../ordering/rules.ts";
import type * as contract from "../../orders/contract.ts";
import { PrintLink } from "./print-link.tsx";

/** What came of a step of several orders, or of taking it back; `what`: "marked as Packing". */
export type Moved = z.output<typeof contract.stepOrders.answer> & { what: string; isUndone?: true };

type Props = { moved: Moved | undefined; busy: boolean; onUndo: (orders: Moved["orders"]) => void };

const NOTHING: Moved = { success: true, message: "", done: [], orders: [], refused: [], what: "" };

/** What was done with several orders at once, with the way back and what comes next. */
export function MovedOrders({ moved, busy, onUndo }: Props) {
  const { done, orders, refused, what, isUndone } = moved ?? NOTHING;
  return (
    <div className={moved && "picked"}>
      <div role="status">
        {done.length > 0 && <strong>{`${ordersIn(done.length)} ${what}.`}</strong>}
        {refused.length > 0 && (
          // of fifty the buttons stay in sight
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
          <button type="button" className="button" disabled={busy} onClick={() => onUndo(orders)}>
            Undo
          </button>
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
