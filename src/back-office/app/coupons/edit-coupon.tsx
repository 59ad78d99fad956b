import { useState } from "react";
import { useRevalidator } from "react-router";
import type * as contract from "../../coupons/contract.ts";
import type { StaffCallError } from "../calls/call-staff.ts";
import { ChangedMeanwhile, type FieldChange } from "../calls/changed-meanwhile.tsx";
import { DeedFailure } from "../calls/deed-failure.tsx";
import { useDeed } from "../calls/use-deed.ts";
import type { StaffCoupon } from "../shown.ts";
import { CouponForm } from "./coupon-form.tsx";
import {
  bodyOf,
  differing,
  type FieldName,
  LABELS,
  type Values,
  valueInWords,
  valuesOf,
} from "./coupon-values.ts";

/** The form of a coupon. It sends only what was changed in it, so that it never takes back what a colleague changed beside it. */
export function EditCoupon({ coupon }: { coupon: StaffCoupon }) {
  const { before, typed, theirs, failure, faults, busy, said, put, save } = useEdit(coupon);
  return (
    <CouponForm values={typed} faults={faults} busy={busy} onChange={put} onSave={save}>
      {theirs && failure ? (
        <ChangedMeanwhile
          failure={failure}
          changes={changesOf(before, typed, theirs)}
          onTake={(name) => put({ ...typed, [name]: theirs[name] })}
        />
      ) : (
        <DeedFailure failure={failure} />
      )}
      <p role="status">{said}</p>
    </CouponForm>
  );
}

function useEdit(coupon: StaffCoupon) {
  const { revalidate } = useRevalidator();
  const { busy, failure, faults, start } = useDeed();
  const [before, setBefore] = useState(() => valuesOf(coupon));
  const [typed, setTyped] = useState(before);
  const [seen, setSeen] = useState(coupon.version);
  const [said, setSaid] = useState("");
  const current = staleCoupon(failure);
  // switched off or on beside the form, it is the coupon that the form shows
  const isSame = differing(valuesOf(coupon), before).length === 0;
  const version = current?.version ?? (isSame ? Math.max(seen, coupon.version) : seen);
  const put = (values: Values) => {
    setTyped(values);
    setSaid("");
  };
  const save = () => {
    setSeen(version);
    const body = { ...bodyOf(typed, differing(before, typed)), version };
    start<typeof contract.editCoupon>(
      { path: "/api/staff/coupons/:id", params: { id: coupon._id }, body },
      ({ coupon: saved }) => {
        setBefore(valuesOf(saved));
        setTyped(valuesOf(saved));
        setSeen(saved.version);
        setSaid("Saved.");
        return revalidate();
      },
    );
  };
  return { before, typed, busy, failure, faults, said, theirs: current && valuesOf(current), put, save };
}

/** What a colleague has changed since the form was opened, beside what is typed in it. */
function changesOf(before: Values, typed: Values, theirs: Values): FieldChange<FieldName>[] {
  return differing(before, theirs).map((name) => {
    const isBoth = typed[name] !== before[name] && typed[name] !== theirs[name];
    const change = { name, label: LABELS[name], now: valueInWords(name, theirs) };
    return isBoth ? { ...change, typed: valueInWords(name, typed) } : change;
  });
}

type Standing = Pick<StaffCoupon, FieldName | "version">;

/** How a coupon stands that somebody else has changed since; a code that is taken is said beside its field. */
function staleCoupon(failure: StaffCallError | undefined): Standing | undefined {
  const { current, fields } = failure?.answer ?? {};
  if (failure?.status !== 409 || fields || typeof current !== "object" || current === null) return undefined;
  return "version" in current ? (current as Standing) : undefined;
}
