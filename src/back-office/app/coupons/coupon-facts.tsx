import type { ReactNode } from "react";
import type { StaffCoupon } from "../shown.ts";
import { datesOf, giftOf } from "./coupon-words.ts";

/** What a coupon gives, to whom and when, as one says it; and the link that brings it along. */
export function CouponFacts({ coupon, children }: { coupon: StaffCoupon; children: ReactNode }) {
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
