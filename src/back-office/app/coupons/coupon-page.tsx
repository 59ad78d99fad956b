import { Link, useLoaderData } from "react-router";
import { formatMoment } from "../../../ordering/dates.ts";
import type * as contract from "../../coupons/contract.ts";
import type { LoaderArgs } from "../load-context.ts";
import { pageTitle } from "../page-title.ts";
import { useMay } from "../person.ts";
import { readStaff } from "../read-staff.ts";
import { CouponFacts } from "./coupon-facts.tsx";
import { STATES, usesOf } from "./coupon-words.ts";
import { EditCoupon } from "./edit-coupon.tsx";
import { SwitchCoupon } from "./switch-coupon.tsx";

export async function loader(args: LoaderArgs) {
  const id = encodeURIComponent(args.params.id ?? "");
  return (await readStaff<typeof contract.showCoupon>(args, `/api/staff/coupons/${id}`)).coupon;
}

export function meta({ data }: { data?: Awaited<ReturnType<typeof loader>> }) {
  return pageTitle(data?.code ?? "Coupons");
}

/** One coupon: what it takes off, how often it was used, and whether it counts. */
export default function CouponPage() {
  const coupon = useLoaderData<typeof loader>();
  const { _id, code, state, changedAt } = coupon;
  const mayEdit = useMay()("coupons.edit");
  return (
    <>
      <p>
        <Link className="link-button" to="/coupons">
          All coupons
        </Link>
      </p>
      <h1>{code}</h1>
      <p className="row order-state">
        <span className={`badge ${STATES[state].kind}`}>{STATES[state].name}</span>
        <span>{usesOf(coupon)}</span>
        <span>Changed {formatMoment(changedAt)}</span>
      </p>
      <div className="stack">
        <CouponFacts coupon={coupon}>
          {mayEdit && <SwitchCoupon key={`switch ${_id}`} coupon={coupon} />}
        </CouponFacts>
        {mayEdit && <EditCoupon key={_id} coupon={coupon} />}
      </div>
    </>
  );
}
