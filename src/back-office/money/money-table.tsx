import { Link } from "react-router";
import { formatPrice } from "../../catalogue/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { shortId } from "../../ordering/rules.ts";
import type { MoneyRow } from "../app/shown.ts";
import { type Column, RowsTable } from "../app/tables.tsx";
import { sayProvider, sayWhereItIs } from "./say-waiting.ts";

const COLUMNS: Column<MoneyRow>[] = [
  {
    name: "Payment",
    head: true,
    cell: ({ _id, receipt }) => <Link to={`/money/${_id}`}>{receipt ?? "Receipt not known yet"}</Link>,
  },
  {
    name: "Sum",
    number: true,
    className: "right",
    cell: ({ amount }) => <span className="price">{formatPrice(amount)}</span>,
  },
  { name: "State", className: "wide", cell: sayWhereItIs },
  {
    name: "Whose",
    className: "wide",
    cell: ({ shopper, order }) => (
      <>
        {shopper ?? (order ? "" : "Whose it is, is not known")}{" "}
        {order && <Link to={`/orders/${order}`}>{shortId(order)}</Link>}
      </>
    ),
  },
  {
    name: "Paid",
    className: "wide faint",
    cell: ({ provider, paidAt }) => `${sayProvider(provider)}, ${formatMoment(paidAt)}`,
  },
];

/** Sums that came in; each leads to its history and to what may be done. */
export function MoneyTable({ rows }: { rows: readonly MoneyRow[] }) {
  return <RowsTable rows={rows} columns={COLUMNS} keyOf={({ _id }) => _id} />;
}
