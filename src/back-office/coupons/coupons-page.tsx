import { Form, Link, useLoaderData, useSearchParams } from "react-router";
import { Notice } from "../../ui/notice.tsx";
import { NextPage } from "../app/more-rows.tsx";
import { type LoaderArgs, pageTitle, readListQuery } from "../app/page.ts";
import { useMay } from "../app/person.ts";
import { readStaff } from "../app/read-staff.ts";
import type { StaffCoupon } from "../app/shown.ts";
import type * as contract from "./contract.ts";
import { datesOf, giftOf, STATES, usesOf } from "./coupon-words.ts";

export function loader(args: LoaderArgs) {
  const query = readListQuery(args.request, ["after"]);
  return readStaff<typeof contract.listCoupons>(args, `/api/staff/coupons?${query}`);
}

export function meta() {
  return pageTitle("Coupons");
}

/** Codes that take something off an order, newest first. */
export default function CouponsPage() {
  const { rows, next } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const may = useMay();
  return (
    <>
      <div className="row row-apart list-head">
        <h1>Coupons</h1>
        {may("coupons.edit") && (
          <Form action="/coupons/new">
            <button type="submit" className="button button-primary">
              Add a coupon
            </button>
          </Form>
        )}
      </div>
      {rows.length > 0 && <CouponsTable rows={rows} />}
      {rows.length === 0 && query.has("after") && (
        <Notice kind="empty" title="No more coupons" action={<Link to="/coupons">Show the newest</Link>}>
          <p>These were all of them.</p>
        </Notice>
      )}
      {rows.length === 0 && !query.has("after") && (
        <Notice kind="empty" title="There is no coupon yet">
          <p>
            A coupon is a code that takes something off an order: ten percent, a sum, or what delivery costs.
            Say it in an episode, or send it as a link.
          </p>
        </Notice>
      )}
      <NextPage query={query} next={next}>
        Older
      </NextPage>
    </>
  );
}

/** A row for each coupon, linked by its code. */
function CouponsTable({ rows }: { rows: StaffCoupon[] }) {
  return (
    <table className="table-cards compact coupons-table">
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">Gives</th>
          <th scope="col">Dates (EAT)</th>
          <th scope="col" className="number">
            Uses
          </th>
          <th scope="col">Source</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((coupon) => (
          <tr key={coupon._id}>
            <th scope="row">
              <Link to={`/coupons/${coupon._id}`}>{coupon.code}</Link>
            </th>
            <td data-label="Gives">{giftOf(coupon)}</td>
            <td data-label="Dates" className="faint">
              {datesOf(coupon)}
            </td>
            <td data-label="Uses" className="right number">
              {usesOf(coupon)}
            </td>
            <td data-label="Source" className="faint" dir="auto">
              {coupon.source}
            </td>
            <td data-label="Status" className="right">
              <span className={`badge ${STATES[coupon.state].kind}`}>{STATES[coupon.state].name}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
