import { useState } from "react";
import type * as contract from "../../coupons/contract.ts";
import { FieldForm } from "../forms/field-form.tsx";
import { differing, mergeTyped, toValue, typedOf } from "../forms/form-field.ts";
import { useVersionedForm } from "../forms/use-versioned-form.ts";
import type { StaffCoupon } from "../shown.ts";
import { COUPON_FIELDS, COUPON_FORM } from "./coupon-fields.ts";

/** The form of a coupon. It sends only what was changed in it, so that it never takes back what a colleague changed beside it. */
export function EditCoupon({ coupon }: { coupon: StaffCoupon }) {
  const [said, setSaid] = useState("");
  const { put, save, ...form } = useVersionedForm({ shown: coupon, read, merge: mergeTyped, say: setSaid });
  const onSave = () =>
    save<typeof contract.editCoupon>(
      ({ base, typed, version }) => ({
        path: "/api/staff/coupons/:id",
        params: { id: coupon._id },
        body: { ...toValue(typed, differing(base, typed, COUPON_FIELDS)), version },
      }),
      (answer) => answer.coupon,
    );
  return (
    <FieldForm
      {...form}
      rows={COUPON_FORM}
      onChange={(path, text) => put((typed) => ({ ...typed, [path]: text }))}
      onSave={onSave}
    >
      <p role="status">{said}</p>
    </FieldForm>
  );
}

/** What delivery costs has no value. */
function read({ kind, value, version, ...others }: StaffCoupon) {
  const shown = { ...others, kind, value: kind === "delivery" ? null : value };
  return { typed: typedOf(shown, COUPON_FIELDS), version };
}
