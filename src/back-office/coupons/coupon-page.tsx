import { type ReactNode, useState } from "react";
import { useLoaderData } from "react-router";
import { formatMoment } from "../../ordering/dates.ts";
import type { CallError } from "../../platform/browser/call.ts";
import { ActionButton, ActionFailure, useAction } from "../app/action.tsx";
import { EditForm } from "../app/forms/table-forms.tsx";
import { type LoaderArgs, pageTitle, readStaff, useMay } from "../app/page.ts";
import { BackLink, Facts } from "../app/tables.tsx";
import type * as contract from "./contract.ts";
import { COUPON_FORM } from "./coupon-fields.ts";
import { datesOf, giftOf, STATES, usesOf } from "./coupon-words.ts";

export async function loader(args: LoaderArgs) {
  return (await readStaff<typeof contract.showCoupon>(args, "/api/staff/coupons/:id")).coupon;
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
      <BackLink to="/coupons">All coupons</BackLink>
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
        {mayEdit && (
          <EditForm<typeof contract.editCoupon, contract.StaffCoupon>
            key={_id}
            rows={COUPON_FORM}
            shown={coupon}
            formOf={formOf}
            callOf={({ changes, version }) => ({ ...callTo(_id), body: { ...changes, version } })}
            savedIn={(answer) => answer.coupon}
          />
        )}
      </div>
    </>
  );
}

const callTo = (id: string) => ({ path: `/api/staff/coupons/${id}` }) as const;

/** What delivery costs has no value. */
function formOf({ kind, value, ...others }: contract.StaffCoupon) {
  return { ...others, kind, value: kind === "delivery" ? null : value };
}

/** What a coupon gives, to whom and when, as one says it; and the link that brings it along. */
function CouponFacts({ coupon, children }: { coupon: contract.StaffCoupon; children: ReactNode }) {
  const { code, perShopper, source } = coupon;
  const link = `/collection?code=${code}`;
  const facts = [
    ["Gives", giftOf(coupon)],
    ["Dates (EAT)", datesOf(coupon)],
    ["Uses of one shopper", perShopper === null ? "Any number" : perShopper.toLocaleString("en-KE")],
    ["Source", source],
  ] as const;
  return (
    <section className="panel stack coupon-facts" aria-label="What it gives">
      <Facts facts={facts} />
      <p>
        Shoppers type it at the checkout, or come by its link: <a href={link}>{link}</a>
      </p>
      {children}
    </section>
  );
}

/** Switches a coupon off or on. Orders that have it keep it. */
function SwitchCoupon({ coupon }: { coupon: contract.StaffCoupon }) {
  const { _id, active, version } = coupon;
  const [said, setSaid] = useState("");
  const { busy, failure, start, revalidate } = useAction();
  const put = () =>
    start<typeof contract.editCoupon>({ ...callTo(_id), body: { active: !active, version } }, () => {
      setSaid(active ? "It is off: no new order can have it." : "It is on.");
      return revalidate();
    });
  return (
    <>
      <ActionFailure failure={isOver(failure, version) ? undefined : failure} withFields />
      <div className="row">
        <ActionButton busy={busy} onClick={put}>
          {active ? "Switch off" : "Switch on"}
        </ActionButton>
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
