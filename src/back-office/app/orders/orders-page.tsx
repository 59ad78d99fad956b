import { useState } from "react";
import { Link, useLoaderData, useSearchParams } from "react-router";
import { Notice } from "../../../ui/notice.tsx";
import type * as contract from "../../orders/contract.ts";
import { readListQuery } from "../list-query.ts";
import type { LoaderArgs } from "../load-context.ts";
import { NextPage } from "../more-rows.tsx";
import { pageTitle } from "../page-title.ts";
import { readStaff } from "../read-staff.ts";
import { OrderFilters } from "./order-filters.tsx";
import { OrdersTable } from "./orders-table.tsx";
import { PickedOrders } from "./picked-orders.tsx";

const ASKED = ["q", "status", "method", "paid", "from", "to", "after"];

export function loader(args: LoaderArgs) {
  const query = readListQuery(args.request, ASKED);
  return readStaff<typeof contract.listOrders>(args, `/api/staff/orders?${query}`);
}

export function meta() {
  return pageTitle("Orders");
}

/** All orders, newest first: searched, filtered, and several of them moved on or printed at once. */
export default function OrdersPage() {
  const { rows, next } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const [picked, setPicked] = useState<string[]>([]);
  const shown = rows.filter(({ _id }) => picked.includes(_id));
  const pick = (id: string, isPicked: boolean) =>
    setPicked((before) => (isPicked ? [...before, id] : before.filter((each) => each !== id)));
  return (
    <>
      <h1>Orders</h1>
      <OrderFilters key={`${query}`} query={query} />
      {rows.length === 0 ? (
        <Notice kind="empty" title="No order was found" action={<Link to="/orders">Show all orders</Link>}>
          <p>Look for the whole phone number, a name, an M-Pesa code, or the last 8 signs of the order.</p>
        </Notice>
      ) : (
        <OrdersTable rows={rows} picked={picked} onPick={pick} />
      )}
      <NextPage query={query} next={next}>
        Older orders
      </NextPage>
      <PickedOrders orders={shown} onDone={() => setPicked([])} />
    </>
  );
}
