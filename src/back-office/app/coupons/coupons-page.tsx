import { Form, Link, useLoaderData, useSearchParams } from "react-router";
import { Notice } from "../../../ui/notice.tsx";
import type * as contract from "../../coupons/contract.ts";
import { readListQuery } from "../list-query.ts";
import type { LoaderArgs } from "../load-context.ts";
import { NextPage } from "../more-rows.tsx";
import { pageTitle } from "../page-title.ts";
import { useMay } from "../person.ts";
import { readStaff } from "../read-staff.ts";
import { CouponsTable } from "./coupons-table.tsx";

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
