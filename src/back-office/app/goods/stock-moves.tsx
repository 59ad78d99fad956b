import { Link, useSearchParams } from "react-router";
import type { MoveReason } from "../../../catalogue/staff/stock-rules.ts";
import { formatMoment } from "../../../ordering/dates.ts";
import type { Ledger } from "./read-ledger.ts";

/** Reasons of moves, as people say them. */
export const MOVES: Record<MoveReason, string> = {
  received: "Received",
  counted: "Counted",
  damaged: "Damaged",
  lost: "Lost",
  returned: "Returned",
  gift: "Gift",
  correction: "Correction",
};

/** The ledger, newest first, a page at a time. */
export function StockMoves({ ledger: { rows, next } }: { ledger: Ledger }) {
  const [query] = useSearchParams();
  const isLater = query.has("moves");
  return (
    <div className="stack">
      <h3 id="moves">Ledger</h3>
      {rows.length === 0 && <p>{isLater ? "There are no earlier moves." : "No piece has come yet."}</p>}
      <ol className="timeline" aria-labelledby="moves">
        {rows.map(({ _id, date, size, delta, reason, note, by }) => (
          <li key={_id}>
            <span className="timeline-when">{formatMoment(date)}</span> {size}:{" "}
            <strong>{delta > 0 ? `+${delta}` : `−${-delta}`}</strong> {MOVES[reason]}
            {note && (
              <>
                {": "}
                <span dir="auto">{note}</span>
              </>
            )}
            {by && ` · ${by}`}
          </li>
        ))}
      </ol>
      {(isLater || next !== null) && (
        <p className="row">
          {isLater && (
            <Link className="button" to="." preventScrollReset>
              Newest moves
            </Link>
          )}
          {next !== null && (
            <Link className="button" to={`?moves=${next}`} preventScrollReset>
              Older moves
            </Link>
          )}
        </p>
      )}
    </div>
  );
}
