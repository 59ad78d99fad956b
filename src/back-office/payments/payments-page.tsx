import { Link, NavLink, useLoaderData, useSearchParams } from "react-router";
import { formatPrice } from "../../catalogue/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { shortId } from "../../ordering/rules.ts";
import { Notice } from "../../ui/notice.tsx";
import { sayKind, sayMethod, sayRefund, sayState } from "../app/in-words.ts";
import { NextPage } from "../app/more-rows.tsx";
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
      <nav className="tabs" aria-label="Lists of payments">
        {LISTS.map(([name, title]) => (
          <NavLink
            key={name}
            className="button"
            to={`/payments?which=${name}`}
            aria-current={name === which ? "page" : false}
          >
            {title}
          </NavLink>
        ))}
      </nav>
      {rows.length === 0 ? (
        <Notice kind="empty" title={empty} action={WAY_ON[which === "all" ? "today" : "all"]} />
      ) : (
        <PaymentsTable rows={rows} />
      )}
      <NextPage query={query} next={next}>
        More payments
      </NextPage>
    </>
  );
}

function PaymentsTable({ rows }: { rows: PaymentRow[] }) {
  return (
    <table className="table-cards compact">
      <thead>
        <tr>
          <th scope="col">Payment</th>
          <th scope="col">Date</th>
          <th scope="col" className="number">
            Amount
          </th>
          <th scope="col">Way</th>
          <th scope="col">State</th>
          <th scope="col">Order</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ _id, refundId = _id, date, amount, method, state, refund, why, orderId, kind }) => (
          <tr key={refundId}>
            <th scope="row">
              <Link to={`/payments/${encodeURIComponent(_id)}`}>{shortId(_id)}</Link>
            </th>
            <td data-label="Date" className="right faint">
              {formatMoment(date)}
            </td>
            <td data-label="Amount" className="number">
              <span className="price">{amount === null ? "–" : formatPrice(amount)}</span>
            </td>
            <td data-label="Way" className="right">
              {method ? sayMethod(method) : "–"}
            </td>
            <td data-label="State" className="wide">
              <span>{sayRow({ kind, state, refund, why })}</span>
            </td>
            <td data-label="Order">
              {orderId ? <Link to={`/orders/${orderId}`}>{shortId(orderId)}</Link> : "–"}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a row is, how far it is, and why it waits; a payment says the first by standing here. */
function sayRow({ kind, state, refund, why }: Pick<PaymentRow, "kind" | "state" | "refund" | "why">): string {
  const words = [kind !== "payment" && kind !== "refund" && sayKind(kind), sayState(state)];
  const back = refund && !state.startsWith("refund") && `refund ${sayRefund(refund)}`;
  return [...words, back, why].filter(Boolean).join("; ");
}
