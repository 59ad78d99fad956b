import { useState } from "react";
import { Form, Link, useLoaderData, useSearchParams } from "react-router";
import { CHOICES } from "../../ordering/methods.ts";
import { METHODS, STATUSES } from "../../ordering/rules.ts";
import { Field } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Choice } from "../app/fields.tsx";
import { NextPage, SearchButtons } from "../app/lists.tsx";
import { type LoaderArgs, pageTitle, readListQuery } from "../app/page.ts";
import { useMay } from "../app/person.ts";
import { readStaff } from "../app/read-staff.ts";
import type * as contract from "./contract.ts";
import { OrdersTable } from "./orders-table.tsx";
import { PickedOrders } from "./picked-orders.tsx";

/** Fields that fewer searches need. */
const MORE = ["paid", "method", "from", "to"];

/** Search and filters; they stand in the address, so that a list can be kept and sent on. Works without JavaScript. */
function OrderFilters({ query }: { query: URLSearchParams }) {
  return (
    <Form className="filters" role="search">
      <Field
        label="Search orders"
        name="q"
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        placeholder="Phone, name, code or number"
        defaultValue={query.get("q") ?? ""}
      />
      <Choice
        label="Status"
        name="status"
        value={query.get("status")}
        options={STATUSES.map((each) => [each, each === "Shipped" ? "Shipped / Ready for pick-up" : each])}
      />
      <SearchButtons query={query} all="/orders" />
      <details className="filters-more" open={MORE.some((name) => query.get(name))}>
        <summary>More filters</summary>
        <MoreFilters query={query} />
      </details>
    </Form>
  );
}

function MoreFilters({ query }: { query: URLSearchParams }) {
  const may = useMay();
  return (
    <div className="filters">
      <Choice
        label="Paid"
        name="paid"
        value={query.get("paid")}
        options={[
          ["true", "Paid"],
          ["false", "Not paid"],
        ]}
      />
      {may("orders.private") && (
        <Choice
          label="Way to pay"
          name="method"
          value={query.get("method")}
          options={METHODS.map((each) => [each, CHOICES[each].name])}
        />
      )}
      <Field label="From" name="from" type="date" defaultValue={query.get("from") ?? ""} />
      <Field label="To" name="to" type="date" defaultValue={query.get("to") ?? ""} />
    </div>
  );
}

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
