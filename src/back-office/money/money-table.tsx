import { Link } from "react-router";
import { formatPrice } from "../../catalogue/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { shortId } from "../../ordering/rules.ts";
import { sayProvider } from "../app/in-words.ts";
import { type Column, RowsTable } from "../app/lists.tsx";
import type { MoneyRow } from "../app/shown.ts";
import { sayWhereItIs } from "./say-waiting.ts";

const COLUMNS: Column<MoneyRow>[] = [
  {
    name: "Payment",
    head: true,
    cell: (row) => (
      <>
        <Link to={`/money/${row._id}`}>{row.receipt ?? "Receipt not known yet"}</Link>{" "}
        {sayProvider(row.provider)}
      </>
    ),
  },
  { name: "State", cell: sayWhereItIs },
  { name: "When", cell: ({ paidAt }) => formatMoment(paidAt) },
  {
    name: "Whose",
    cell: ({ shopper, order }) => (
      <>
        {shopper ?? (order ? "" : "Not known")}{" "}
        {order && <Link to={`/orders/${order}`}>{shortId(order)}</Link>}
      </>
    ),
  },
  { name: "Sum", number: true, cell: ({ amount }) => <span className="price">{formatPrice(amount)}</span> },
];

/** Sums that came in; each leads to its history and to what may be done. */
export function MoneyTable({ rows }: { rows: readonly MoneyRow[] }) {
  return <RowsTable rows={rows} columns={COLUMNS} keyOf={({ _id }) => _id} />;
}
