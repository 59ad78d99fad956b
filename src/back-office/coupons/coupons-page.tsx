import { Link, useLoaderData, useSearchParams } from "react-router";
import { Notice } from "../../ui/notice.tsx";
import { ButtonTo, ListPage } from "../app/lists.tsx";
import { type LoaderArgs, readList, titled, useMay } from "../app/page.ts";
import { type Column, RowsTable } from "../app/tables.tsx";
import type * as contract from "./contract.ts";
import { datesOf, giftOf, STATES, usesOf } from "./coupon-words.ts";

export function loader(args: LoaderArgs) {
  return readList<typeof contract.listCoupons>(args, "/api/staff/coupons");
}

export const meta = titled("Coupons");

/** Codes that take something off an order, newest first. */
export default function CouponsPage() {
  const list = useLoaderData<typeof loader>();
  const mayEdit = useMay()("coupons.edit");
  return (
    <ListPage
      title="Coupons"
      actions={
        mayEdit && (
          <ButtonTo to="/coupons/new" primary>
            Add a coupon
          </ButtonTo>
        )
      }
      list={list}
      none={<NoCoupon />}
    >
      <RowsTable
        className="table-cards compact coupons-table"
        columns={COLUMNS}
        rows={list.rows}
        keyOf={({ _id }) => _id}
      />
    </ListPage>
  );
}

function NoCoupon() {
  const [query] = useSearchParams();
  return query.has("after") ? (
    <Notice kind="empty" title="No more coupons" action={<Link to="/coupons">Show the newest</Link>}>
      <p>These were all of them.</p>
    </Notice>
  ) : (
    <Notice kind="empty" title="There is no coupon yet">
      <p>
        A coupon is a code that takes something off an order: ten percent, a sum, or what delivery costs. Say
        it in an episode, or send it as a link.
      </p>
    </Notice>
  );
}

const COLUMNS: Column<contract.StaffCoupon>[] = [
  { name: "Code", head: true, cell: ({ _id, code }) => <Link to={`/coupons/${_id}`}>{code}</Link> },
  { name: "Gives", cell: giftOf },
  { name: "Dates (EAT)", label: "Dates", className: "faint", cell: datesOf },
  { name: "Uses", number: true, className: "right", cell: usesOf },
  { name: "Source", className: "faint", cell: ({ source }) => <span dir="auto">{source}</span> },
  {
    name: "Status",
    className: "right",
    cell: ({ state }) => <span className={`badge ${STATES[state].kind}`}>{STATES[state].name}</span>,
  },
];
