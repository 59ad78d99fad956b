import { useState } from "react";
import { Form, Link, useLoaderData, useRevalidator, useSearchParams } from "react-router";
import { formatPrice } from "../../catalogue/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { shortId } from "../../ordering/rules.ts";
import { PROVIDERS, TRANSACTION_STATES } from "../../payments/transactions/rules.ts";
import { Field } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Choice } from "../app/fields.tsx";
import { sayException, sayMoney, sayProvider } from "../app/in-words.ts";
import { type LoaderArgs, pageTitle, readListQuery } from "../app/page.ts";
import { readStaff } from "../app/read-staff.ts";
import type { ExceptionRow, MoneyRow } from "../app/shown.ts";
import { CloseException } from "./close-exception.tsx";
import type * as contract from "./contract.ts";

const ASKED = ["q", "state", "provider", "from", "to", "page"];
/** Rows of a page, as the call gives them. */
const PAGE = 50;

export async function loader(args: LoaderArgs) {
  const query = readListQuery(args.request, ASKED);
  const [open, exceptions, list] = await Promise.all([
    readStaff<typeof contract.listMoney>(args, "/api/staff/money?needs=decision"),
    readStaff<typeof contract.listExceptions>(args, "/api/staff/money/exceptions"),
    readStaff<typeof contract.listMoney>(args, `/api/staff/money?${query}`),
  ]);
  return { open, exceptions: exceptions.rows, list };
}

export function meta() {
  return pageTitle("Money");
}

/** What needs a decision first, then every sum that came in. */
export default function MoneyPage() {
  const { open, exceptions, list } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const [said, setSaid] = useState("");
  const { revalidate } = useRevalidator();
  const finish = (words: string) => {
    setSaid(words);
    void revalidate();
  };
  return (
    <>
      <h1>Money</h1>
      <p role="status" className="said">
        {said}
      </p>
      <section className="stack">
        <h2>Needs your decision</h2>
        {open.rows.length + exceptions.length === 0 && (
          <Notice kind="empty" title="Nothing needs your decision.">
            <p>Every sum is with its order, or refunded.</p>
          </Notice>
        )}
        {open.rows.length > 0 && <MoneyTable rows={open.rows} />}
        {open.total > open.rows.length && <p>And {open.total - open.rows.length} more.</p>}
        {exceptions.length > 0 && <Exceptions rows={exceptions} onDone={finish} />}
      </section>
      <section className="stack">
        <h2>All payments</h2>
        <MoneyFilters key={`${query}`} query={query} />
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

function MoneyFilters({ query }: { query: URLSearchParams }) {
  return (
    <Form className="filters" role="search">
      <Field
        label="Search payments"
        name="q"
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        placeholder="Receipt, phone, name, order or sum"
        defaultValue={query.get("q") ?? ""}
      />
      <Choice
        label="State"
        name="state"
        value={query.get("state")}
        options={TRANSACTION_STATES.map((state) => [state, sayMoney(state)])}
      />
      <Choice
        label="Paid by"
        name="provider"
        value={query.get("provider")}
        options={PROVIDERS.map((provider) => [provider, sayProvider(provider)])}
      />
      <Field label="From" name="from" type="date" defaultValue={query.get("from") ?? ""} />
      <Field label="To" name="to" type="date" defaultValue={query.get("to") ?? ""} />
      <button type="submit" className="button">
        Search
      </button>
      {query.size > 0 && (
        <Link className="link-button" to="/money">
          Show all
        </Link>
      )}
    </Form>
  );
}

function MoneyTable({ rows }: { rows: MoneyRow[] }) {
  return (
    <table className="table-cards">
      <thead>
        <tr>
          <th scope="col">Payment</th>
          <th scope="col">State</th>
          <th scope="col">When</th>
          <th scope="col">Whose</th>
          <th scope="col" className="number">
            Sum
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row._id}>
            <th scope="row">
              <Link to={`/money/${row._id}`}>{row.receipt ?? "Receipt not known yet"}</Link>{" "}
              {sayProvider(row.provider)}
            </th>
            <td data-label="State">
              {sayMoney(row.state)}
              {!row.verified && ", only reported"}
              {row.reason && `: ${row.reason}`}
            </td>
            <td data-label="When">{formatMoment(row.paidAt)}</td>
            <td data-label="Whose">
              {row.shopper} {row.order && <Link to={`/orders/${row.order}`}>{shortId(row.order)}</Link>}
            </td>
            <td data-label="Sum" className="number">
              <span className="price">{formatPrice(row.amount)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

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

type ExceptionsProps = { rows: ExceptionRow[]; onDone: (words: string) => void };

function Exceptions({ rows, onDone }: ExceptionsProps) {
  return (
    <ul className="stack">
      {rows.map((row) => (
        <li key={row._id} className="panel stack">
          <p>
            <strong>{sayException(row.kind)}</strong>: {row.text}
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
