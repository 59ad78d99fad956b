import { Link, useLoaderData } from "react-router";
import { formatPrice } from "../../catalogue/rules.ts";
import { Notice } from "../../ui/notice.tsx";
import { type LoaderArgs, readStaff, titled } from "../app/page.ts";
import type * as contract from "./contract.ts";

export function loader(args: LoaderArgs) {
  return readStaff<typeof contract.today>(args, "/api/staff/today");
}

export const meta = titled("Today");

/** What waits, each count leading to its list. */
export default function TodayPage() {
  const today = useLoaderData<typeof loader>();
  const waiting = waitingOf(today).filter(([, , count = 0]) => count > 0);
  return (
    <>
      <h1>Today</h1>
      {today.takings !== undefined && (
        <p className="takings">
          Paid for today's orders: <strong className="price">{formatPrice(today.takings)}</strong>
        </p>
      )}
      {waiting.length === 0 && (
        <Notice kind="empty" title="Nothing needs you.">
          <p>New orders come here as soon as they are paid.</p>
        </Notice>
      )}
      <ul className="counts">
        {waiting.map(([name, to, count]) => (
          <li key={name}>
            <Link className="panel count" to={to}>
              <span className="count-number">{count}</span> {name}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

type Today = Awaited<ReturnType<typeof loader>>;

const TO_PACK = `/orders?${new URLSearchParams({ status: "Order Placed", paid: "kept" })}`;

const waitingOf = (today: Today): [name: string, to: string, count: number | undefined][] => [
  ["to pack", TO_PACK, today.toPack],
  ["codes to check", "/codes", today.codes],
  ["refunds due", "/money?state=refunding", today.refundsDue],
  ["doubts about payments", "/money", today.doubtful],
  ["payments to decide", "/money", today.unmatched],
  ["reviews to read", "/reviews?state=waiting", today.reviews],
  [today.lowStock === 1 ? "size low on stock" : "sizes low on stock", "/goods?stock=low", today.lowStock],
  ["mails that could not be sent", "/mails", today.mailsFailed],
];
