import { type ReactNode, useState } from "react";
import { Link, useLoaderData, useRevalidator } from "react-router";
import { formatMoment } from "../../ordering/dates.ts";
import type { CallError } from "../../platform/browser/call.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { DeedFailure } from "../app/calls/deed-failure.tsx";
import { useDeed } from "../app/calls/use-deed.ts";
import { FieldForm } from "../app/forms/field-form.tsx";
import { differing, mergeTyped, toValue, typedOf } from "../app/forms/form-field.ts";
import { useVersionedForm } from "../app/forms/use-versioned-form.ts";
import { type LoaderArgs, pageTitle } from "../app/page.ts";
import { useMay } from "../app/person.ts";
import { readStaff } from "../app/read-staff.ts";
import type { StaffCoupon } from "../app/shown.ts";
import type * as contract from "./contract.ts";
import { COUPON_FIELDS, COUPON_FORM } from "./coupon-fields.ts";
import { datesOf, giftOf, STATES, usesOf } from "./coupon-words.ts";

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

/** What a coupon gives, to whom and when, as one says it; and the link that brings it along. */
function CouponFacts({ coupon, children }: { coupon: StaffCoupon; children: ReactNode }) {
  const { code, perShopper, source } = coupon;
  const link = `/collection?code=${code}`;
  const facts = [
    ["Gives", giftOf(coupon)],
    ["Dates (EAT)", datesOf(coupon)],
    ["Uses of one shopper", perShopper === null ? "Any number" : perShopper.toLocaleString("en-KE")],
    ["Source", source],
  ].filter(([, value]) => value);
  return (
    <section className="panel stack coupon-facts" aria-label="What it gives">
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div className="fact" key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        Shoppers type it at the checkout, or come by its link: <a href={link}>{link}</a>
      </p>
      {children}
    </section>
  );
}

/** The form of a coupon. It sends only what was changed in it, so that it never takes back what a colleague changed beside it. */
function EditCoupon({ coupon }: { coupon: StaffCoupon }) {
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

/** Switches a coupon off or on. Orders that have it keep it. */
function SwitchCoupon({ coupon }: { coupon: StaffCoupon }) {
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
