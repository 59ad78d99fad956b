import { Link } from "react-router";
import { formatPrice } from "../../catalogue/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { shortId } from "../../ordering/rules.ts";
import type { ExceptionRow } from "../app/shown.ts";
import { CloseException, type Done } from "./close-exception.tsx";

/** What a matter is, in words. */
const EXCEPTIONS: Record<string, string> = {
  attempt: "Paid or not?",
  contradiction: "Two messages disagree",
  dispute: "Trouble with a card payment",
  message: "A message that the shop could not use",
};

type Props = { rows: ExceptionRow[]; onDone: Done };

/** What needs a decision and is no sum. */
export function ExceptionsList({ rows, onDone }: Props) {
  return (
    <ul className="stack">
      {rows.map((row) => (
        <li key={row._id} className="panel stack" tabIndex={-1}>
          <p>
            <strong>{EXCEPTIONS[row.kind]}</strong>: {row.text}
          </p>
          <p>
            {[row.amount !== undefined && formatPrice(row.amount), row.receipt, formatMoment(row.at)]
              .filter(Boolean)
              .join(", ")}{" "}
            {row.order && <Link to={`/orders/${row.order}`}>Order {shortId(row.order)}</Link>}{" "}
            {row.money && <Link to={`/money/${row.money}`}>The payment</Link>}
            {row.kind === "attempt" && <Link to={`/money/${row._id}`}>Decide</Link>}
          </p>
          {row.kind !== "attempt" && <CloseException row={row} onDone={onDone} />}
        </li>
      ))}
    </ul>
  );
}
