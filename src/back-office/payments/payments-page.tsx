import { Link, useLoaderData, useSearchParams } from "react-router";
import { formatPrice } from "../../catalogue/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { shortId } from "../../ordering/rules.ts";
import { Notice } from "../../ui/notice.tsx";
import { sayKind, sayMethod, sayRefund, sayState } from "../app/in-words.ts";
import { type Column, NextPage, RowsTable, Tabs } from "../app/lists.tsx";
import type { LoaderArgs } from "../app/page.ts";
import { pageTitle, readListQuery } from "../app/page.ts";
import { readStaff } from "../app/read-staff.ts";
import type { PaymentRow } from "../app/shown.ts";
import type * as contract from "./contract.ts";

const LISTS = [
  ["doubtful", "Doubtful", "Nothing is in doubt."],
  ["unmatched", "Unmatched", "All money fits a payment."],
  ["refunds", "Refunds", "No refund is due."],
  ["messages", "Messages", "Every message of a provider was read."],
  ["all", "All", "No payment yet."],
] as const;

const WAY_ON = {
  all: <Link to="/payments?which=all">Show all payments</Link>,
  today: <Link to="/">Go to Today</Link>,
};

export function loader(args: LoaderArgs) {
  const query = readListQuery(args.request, ["which", "after"]);
  return readStaff<typeof contract.listPayments>(args, `/api/staff/payments?${query}`);
}

export function meta() {
  return pageTitle("Payments");
}

/** Money that waits for a person, and all other. */
export default function PaymentsPage() {
  const { rows, next } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const which = query.get("which") ?? "doubtful";
  const empty = LISTS.find(([name]) => name === which)?.[2] ?? "Nothing was found.";
  return (
    <>
      <h1>Payments</h1>
      <Tabs
        label="Lists of payments"
        tabs={LISTS.map(([name, title]) => [`/payments?which=${name}`, title])}
        chosen={`/payments?which=${which}`}
      />
      {rows.length === 0 ? (
        <Notice kind="empty" title={empty} action={WAY_ON[which === "all" ? "today" : "all"]} />
      ) : (
        <RowsTable columns={COLUMNS} rows={rows} keyOf={({ _id, refundId = _id }) => refundId} />
      )}
      <NextPage query={query} next={next}>
        More payments
      </NextPage>
    </>
  );
}

const COLUMNS: Column<PaymentRow>[] = [
  {
    name: "Payment",
    head: true,
    cell: ({ _id }) => <Link to={`/payments/${encodeURIComponent(_id)}`}>{shortId(_id)}</Link>,
  },
  { name: "Date", className: "right faint", cell: ({ date }) => formatMoment(date) },
  {
    name: "Amount",
    number: true,
    cell: ({ amount }) => <span className="price">{amount === null ? "–" : formatPrice(amount)}</span>,
  },
  { name: "Way", className: "right", cell: ({ method }) => (method ? sayMethod(method) : "–") },
  { name: "State", className: "wide", cell: (row) => <span>{sayRow(row)}</span> },
  {
    name: "Order",
    cell: ({ orderId }) => (orderId ? <Link to={`/orders/${orderId}`}>{shortId(orderId)}</Link> : "–"),
  },
];

/** What a row is, how far it is, and why it waits; a payment says the first by standing here. */
function sayRow({ kind, state, refund, why }: Pick<PaymentRow, "kind" | "state" | "refund" | "why">): string {
  const words = [kind !== "payment" && kind !== "refund" && sayKind(kind), sayState(state)];
  const back = refund && !state.startsWith("refund") && `refund ${sayRefund(refund)}`;
  return [...words, back, why].filter(Boolean).join("; ");
}
