import { useState } from "react";
import { Link, useLoaderData } from "react-router";
import { formatPrice } from "../../catalogue/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { CHOICES } from "../../ordering/methods.ts";
import { METHODS, STATUSES } from "../../ordering/rules.ts";
import { Notice } from "../../ui/notice.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { DAYS, type Filter, Filters, ListPage } from "../app/lists.tsx";
import { type LoaderArgs, readList, titled, useMay } from "../app/page.ts";
import { type Column, RowsTable } from "../app/tables.tsx";
import { PaidBadge, PhoneLink, StatusBadge } from "./badges.tsx";
import type * as contract from "./contract.ts";
import { PickedOrders } from "./picked-orders.tsx";

const FILTERS: Filter[] = [
  { name: "q", label: "Search orders", placeholder: "Phone, name, code or number" },
  {
    name: "status",
    label: "Status",
    options: STATUSES.map((each) => [each, each === "Shipped" ? "Shipped / Ready for pick-up" : each]),
  },
];
/** Fields that fewer searches need. */
const MORE: Filter[] = [
  {
    name: "paid",
    label: "Paid",
    options: [
      ["true", "Paid"],
      ["kept", "Paid, and not refunded in full"],
      ["false", "Not paid"],
    ],
  },
  { name: "method", label: "Way to pay", options: METHODS.map((each) => [each, CHOICES[each].name]) },
  ...DAYS,
];

export function loader(args: LoaderArgs) {
  return readList<typeof contract.listOrders>(args, "/api/staff/orders", [...FILTERS, ...MORE]);
}

export const meta = titled("Orders");

/** All orders, newest first: searched, filtered, and several of them moved on or printed at once. */
export default function OrdersPage() {
  const list = useLoaderData<typeof loader>();
  const may = useMay();
  const hydrated = useHydrated();
  const [picked, setPicked] = useState<string[]>([]);
  const more = MORE.filter(({ name }) => name !== "method" || may("orders.private"));
  const pick: Column<contract.OrderRow> = {
    name: "Pick",
    hidden: true,
    className: "pick",
    cell: ({ _id, shortId }) => (
      <label>
        <input
          type="checkbox"
          aria-label={`Pick order ${shortId}`}
          checked={picked.includes(_id)}
          disabled={!hydrated}
          onChange={({ target: { checked } }) =>
            setPicked((before) => (checked ? [...before, _id] : before.filter((each) => each !== _id)))
          }
        />
      </label>
    ),
  };
  return (
    <>
      <ListPage
        title="Orders"
        above={<Filters filters={FILTERS} more={more} all="/orders" />}
        list={list}
        older="Older orders"
        none={
          <Notice kind="empty" title="No order was found" action={<Link to="/orders">Show all orders</Link>}>
            <p>Look for the whole phone number, a name, an M-Pesa code, or the last 8 signs of the order.</p>
          </Notice>
        }
      >
        <RowsTable
          className="table-cards compact orders-table"
          columns={[pick, ...COLUMNS]}
          rows={list.rows}
          keyOf={({ _id }) => _id}
        />
      </ListPage>
      <PickedOrders
        orders={list.rows.filter(({ _id }) => picked.includes(_id))}
        onDone={() => setPicked([])}
      />
    </>
  );
}

const COLUMNS: Column<contract.OrderRow>[] = [
  { name: "Order", head: true, cell: ({ _id, shortId }) => <Link to={`/orders/${_id}`}>{shortId}</Link> },
  { name: "Date", className: "faint", cell: ({ date }) => formatMoment(date) },
  { name: "Name", cell: ({ name }) => name || "–" },
  {
    name: "Town",
    className: "right",
    cell: ({ pickUp, town }) => (pickUp ? `Pick-up, ${pickUp}` : town || "–"),
  },
  { name: "Phone", cell: ({ phone }) => (phone ? <PhoneLink phone={phone} /> : "–") },
  {
    name: "Amount",
    number: true,
    className: "right",
    cell: ({ amount, coupon }) => (
      <>
        <span className="price">{formatPrice(amount)}</span>
        {coupon && <span className="faint"> {coupon}</span>}
      </>
    ),
  },
  { name: "Payment", cell: PaidBadge },
  {
    name: "Status",
    className: "right",
    cell: ({ status, pickUp }) => <StatusBadge status={status} isPickUp={pickUp !== undefined} />,
  },
];
