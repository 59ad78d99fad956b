import { useNavigate } from "react-router";
import type { z } from "zod";
import { NewForm } from "../app/forms/table-forms.tsx";
import { type LoaderArgs, readStaff, titled } from "../app/page.ts";
import { BackLink } from "../app/tables.tsx";
import type * as contract from "./contract.ts";
import { COUPON_FORM, NEW_COUPON } from "./coupon-fields.ts";

/** Who is not signed in is sent to do so. */
export async function loader(args: LoaderArgs) {
  await readStaff<typeof contract.listCoupons>(args, "/api/staff/coupons?limit=1");
  return null;
}

export const meta = titled("Add a coupon");

/** A new coupon, which counts as soon as it is saved. */
export default function NewCouponPage() {
  const navigate = useNavigate();
  return (
    <>
      <BackLink to="/coupons">All coupons</BackLink>
      <h1>Add a coupon</h1>
      <NewForm<typeof contract.addCoupon>
        rows={COUPON_FORM}
        typed={NEW_COUPON}
        callOf={(value) => ({
          path: "/api/staff/coupons",
          body: value as z.input<typeof contract.addCoupon.body>,
        })}
        onAdded={({ coupon }) => navigate(`/coupons/${coupon._id}`)}
      />
    </>
  );
}
