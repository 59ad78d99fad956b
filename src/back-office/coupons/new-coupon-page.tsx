import { useState } from "react";
import { Link, useNavigate } from "react-router";
import type { z } from "zod";
import { useDeed } from "../app/calls/use-deed.ts";
import { FieldForm } from "../app/forms/field-form.tsx";
import { toValue } from "../app/forms/form-field.ts";
import type { LoaderArgs } from "../app/page.ts";
import { pageTitle } from "../app/page.ts";
import { readStaff } from "../app/read-staff.ts";
import type * as contract from "./contract.ts";
import { COUPON_FIELDS, COUPON_FORM, NEW_COUPON } from "./coupon-fields.ts";

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
  const [typed, setTyped] = useState(NEW_COUPON);
  const navigate = useNavigate();
  const { start, busy, failure, faults } = useDeed();
  const save = () => {
    // the server checks what was typed, and says by field what is wrong with it
    const body = toValue(typed, COUPON_FIELDS) as z.input<typeof contract.addCoupon.body>;
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
      <FieldForm
        rows={COUPON_FORM}
        {...{ typed, failure, faults, busy }}
        onChange={(path, text) => setTyped((before) => ({ ...before, [path]: text }))}
        onSave={save}
      />
    </>
  );
}
