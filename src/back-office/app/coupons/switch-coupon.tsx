import { useState } from "react";
import { useRevalidator } from "react-router";
import type { CallError } from "../../../platform/browser/call.ts";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import type * as contract from "../../coupons/contract.ts";
import { DeedFailure } from "../calls/deed-failure.tsx";
import { useDeed } from "../calls/use-deed.ts";
import type { StaffCoupon } from "../shown.ts";

/** Switches a coupon off or on. Orders that have it keep it. */
export function SwitchCoupon({ coupon }: { coupon: StaffCoupon }) {
  const { _id, active, version } = coupon;
  const { revalidate } = useRevalidator();
  const hydrated = useHydrated();
  const [said, setSaid] = useState("");
  const { busy, failure, start } = useDeed();
  const put = () =>
    start<typeof contract.editCoupon>(
      { path: "/api/staff/coupons/:id", params: { id: _id }, body: { active: !active, version } },
      () => {
        setSaid(active ? "It is off: no new order can have it." : "It is on.");
        return revalidate();
      },
    );
  return (
    <>
      <DeedFailure failure={isOver(failure, version) ? undefined : failure} withFields />
      <div className="row">
        <button
          type="button"
          className="button"
          disabled={!hydrated}
          aria-disabled={busy || undefined}
          onClick={put}
        >
          {active ? "Switch off" : "Switch on"}
        </button>
      </div>
      <p role="status">{said}</p>
    </>
  );
}

/** A refusal for an older version is over once the page shows the newer one. */
function isOver(failure: CallError | undefined, version: number): boolean {
  const current = failure?.answer.current as { version?: number } | null | undefined;
  return current?.version === version;
}
