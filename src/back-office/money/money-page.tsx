import { useRef, useState } from "react";
import { Link, useLoaderData, useRevalidator, useSearchParams } from "react-router";
import { formatPrice } from "../../catalogue/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { shortId } from "../../ordering/rules.ts";
import { PROVIDERS, TRANSACTION_STATES } from "../../payments/transactions/rules.ts";
import { Notice } from "../../ui/notice.tsx";
import { DAYS, type Filter, Filters } from "../app/lists.tsx";
import { type LoaderArgs, readList, readStaff, titled, useMay } from "../app/page.ts";
import { type Column, RowsTable } from "../app/tables.tsx";
import { CloseException, type Done } from "./close-exception.tsx";
import type * as contract from "./contract.ts";
import { PROVIDER_NAMES, sayMoney, sayWhereItIs } from "./say-waiting.ts";

const COLUMNS: Column<contract.MoneyRow>[] = [
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
    cell: ({ provider, paidAt }) => `${PROVIDER_NAMES[provider]}, ${formatMoment(paidAt)}`,
  },
];

/** Sums that came in; each leads to its history and to what may be done. */
function MoneyTable({ rows }: { rows: readonly contract.MoneyRow[] }) {
  return <RowsTable rows={rows} columns={COLUMNS} keyOf={({ _id }) => _id} />;
}

/** The kinds of exceptions, in words. */
const EXCEPTIONS: Record<string, string> = {
  attempt: "Paid or not?",
  contradiction: "Two messages disagree",
  dispute: "Trouble with a card payment",
  message: "A message that the shop could not use",
};

type Props = { rows: contract.ExceptionRow[]; onDone: Done };

/** What needs a decision and is no sum. */
function ExceptionsList({ rows, onDone }: Props) {
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

/** Rows of a page, as many as the call returns. */
const PAGE = 50;

export async function loader(args: LoaderArgs) {
  const [open, exceptions, list] = await Promise.all([
    readStaff<typeof contract.listMoney>(args, "/api/staff/money?needs=decision"),
    readStaff<typeof contract.listExceptions>(args, "/api/staff/money/exceptions"),
    readList<typeof contract.listMoney>(args, "/api/staff/money", [...FILTERS, { name: "page" }]),
  ]);
  return { open, exceptions, list };
}

export const meta = titled("Money");

/** What needs a decision first, then every sum that came in; search results come before both. */
export default function MoneyPage() {
  const { open, exceptions, list } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const waiting = open.total + exceptions.total;
  return (
    <>
      <h1>Money</h1>
      {query.size === 0 ? (
        <Decisions />
      ) : (
        waiting > 0 && (
          <p>
            <Link to="/money">{waiting === 1 ? "1 needs a decision" : `${waiting} need a decision`}</Link>
          </p>
        )
      )}
      <section className="stack page-foot" id="all">
        <h2>All payments</h2>
        <Filters filters={FILTERS} all="/money" />
        <p role="status">
          {list.total === 1 ? "1 payment" : `${list.total} payments`},{" "}
          <strong className="price">{formatPrice(list.sum)}</strong> in all
        </p>
        {list.rows.length === 0 ? (
          <Notice
            kind="empty"
            title="No payment was found."
            action={<Link to="/money">Show all payments</Link>}
          >
            <p>Look for a receipt, a phone, a name, an order or a sum.</p>
          </Notice>
        ) : (
          <MoneyTable rows={list.rows} />
        )}
        <OtherPages query={query} total={list.total} />
      </section>
    </>
  );
}

function Decisions() {
  const { open, exceptions } = useLoaderData<typeof loader>();
  const may = useMay();
  const [said, setSaid] = useState("");
  const { revalidate } = useRevalidator();
  const heading = useRef<HTMLHeadingElement>(null);
  const finish: Done = (words, closed) => {
    setSaid(words);
    // the focus is in a row that disappears
    const next = closed?.closest("li")?.nextElementSibling as HTMLElement | null | undefined;
    if (closed) (next ?? heading.current)?.focus();
    void revalidate();
  };
  const isEmpty = open.rows.length + exceptions.rows.length === 0;
  return (
    <section className="stack">
      <h2 ref={heading} tabIndex={-1}>
        {may("payments.decide") ? "Needs your decision" : "Needs the owner's decision"}
      </h2>
      <p role="status" className="said">
        {said}
      </p>
      {isEmpty ? (
        <Notice kind="empty" title="Nothing needs a decision.">
          <p>Every sum is with its order, or refunded.</p>
        </Notice>
      ) : (
        // on a phone the search is far below
        <p>
          <a href="#all">Search all payments</a>
        </p>
      )}
      {open.rows.length > 0 && <MoneyTable rows={open.rows} />}
      {open.total > open.rows.length && <p>And {open.total - open.rows.length} more.</p>}
      {exceptions.rows.length > 0 && <ExceptionsList rows={exceptions.rows} onDone={finish} />}
      {exceptions.total > exceptions.rows.length && (
        <p>And {exceptions.total - exceptions.rows.length} more, once some of these are decided.</p>
      )}
    </section>
  );
}

const FILTERS: Filter[] = [
  { name: "q", label: "Search payments", placeholder: "Receipt, phone, name, order or sum" },
  { name: "state", label: "State", options: TRANSACTION_STATES.map((state) => [state, sayMoney(state)]) },
  {
    name: "provider",
    label: "Paid by",
    options: PROVIDERS.map((provider) => [provider, PROVIDER_NAMES[provider]]),
  },
  ...DAYS,
];

/** Page by page, the newest first. */
function OtherPages({ query, total }: { query: URLSearchParams; total: number }) {
  const page = Number(query.get("page") ?? 1);
  const pages = Math.ceil(total / PAGE);
  if (pages <= 1) return null;
  const to = (next: number) =>
    `?${new URLSearchParams({ ...Object.fromEntries(query), page: String(next) })}`;
  return (
    <p className="row list-more">
      {page > 1 && (
        <Link className="button" to={to(page - 1)}>
          Newer payments
        </Link>
      )}
      {page < pages && (
        <Link className="button" to={to(page + 1)}>
          Older payments
        </Link>
      )}
    </p>
  );
}
