import { useState } from "react";
import { Link, useNavigate } from "react-router";
import type * as contract from "../../coupons/contract.ts";
import { DeedFailure } from "../calls/deed-failure.tsx";
import { useDeed } from "../calls/use-deed.ts";
import type { LoaderArgs } from "../load-context.ts";
import { pageTitle } from "../page-title.ts";
import { readStaff } from "../read-staff.ts";
import { CouponForm } from "./coupon-form.tsx";
import { bodyOf, NEW } from "./coupon-values.ts";

/** Who is not signed in is sent to do so. */
export async function loader(args: LoaderArgs) {
  await readStaff<typeof contract.listCoupons>(args, "/api/staff/coupons?limit=1");
  return null;
}

export function meta() {
  return pageTitle("Add a coupon");
}

/** A new coupon, which counts as soon as it is saved. */
export default function NewCouponPage() {
  const [values, setValues] = useState(NEW);
  const navigate = useNavigate();
  const { busy, failure, faults, start } = useDeed();
  const save = () => {
    // the server checks what was typed, and says by field what is wrong with it
    const body = bodyOf(values) as Parameters<typeof start<typeof contract.addCoupon>>[0]["body"];
    start<typeof contract.addCoupon>({ path: "/api/staff/coupons", body }, ({ coupon }) =>
      navigate(`/coupons/${coupon._id}`),
    );
  };
  return (
    <>
      <p>
        <Link className="link-button" to="/coupons">
          All coupons
        </Link>
      </p>
      <h1>Add a coupon</h1>
      <CouponForm values={values} faults={faults} busy={busy} onChange={setValues} onSave={save}>
        <DeedFailure failure={failure} />
      </CouponForm>
    </>
  );
}
