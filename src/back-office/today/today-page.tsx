import { Link, useLoaderData } from "react-router";
import { formatPrice } from "../../catalogue/rules.ts";
import { Notice } from "../../ui/notice.tsx";
import { type LoaderArgs, titled } from "../app/page.ts";
import { readStaff } from "../app/read-staff.ts";
import type * as contract from "./contract.ts";

export function loader(args: LoaderArgs) {
  return readStaff<typeof contract.today>(args, "/api/staff/today");
}

export const meta = titled("Today");

/** What waits, each count leading to its list. */
export default function TodayPage() {
  const today = useLoaderData<typeof loader>();
  const waiting = waitingOf(today).filter(({ count }) => count > 0);
  return (
    <>
      <h1>Today</h1>
      {today.takings !== undefined && (
        <p className="takings">
          Paid orders of today: <strong className="price">{formatPrice(today.takings)}</strong>
        </p>
      )}
      {waiting.length === 0 && (
        <Notice kind="empty" title="Nothing needs you.">
          <p>New orders come here as soon as they are paid.</p>
        </Notice>
      )}
      <ul className="counts">
        {waiting.map(({ name, to, count }) => (
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

function waitingOf(today: Today) {
  const {
    toPack,
    codes = 0,
    doubtful = 0,
    unmatched = 0,
    refundsDue = 0,
    reviews = 0,
    lowStock = 0,
    mailsFailed = 0,
  } = today;
  const orders = `/orders?${new URLSearchParams({ status: "Order Placed", paid: "true" })}`;
  return [
    { name: "to pack", to: orders, count: toPack },
    { name: "codes to check", to: "/codes", count: codes },
    { name: "refunds due", to: "/money?state=refunding", count: refundsDue },
    { name: "doubts about payments", to: "/money", count: doubtful },
    { name: "payments to decide", to: "/money", count: unmatched },
    { name: "reviews to read", to: "/reviews", count: reviews },
    {
      name: lowStock === 1 ? "size low on stock" : "sizes low on stock",
      to: "/goods?stock=low",
      count: lowStock,
    },
    { name: "mails that could not be sent", to: "/mails", count: mailsFailed },
  ];
}
