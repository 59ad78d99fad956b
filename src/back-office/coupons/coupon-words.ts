import { formatPrice } from "../../catalogue/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import type { StaffCoupon } from "./contract.ts";

// what a coupon is, as staff say it to one another; moments in East Africa Time

/** "10% off Men items, for orders of Ksh 2,000 or more". */
export function giftOf({
  kind,
  value,
  category,
  minimum,
}: Pick<StaffCoupon, "kind" | "value" | "category" | "minimum">): string {
  const taken = { percent: `${value}% off`, fixed: `${formatPrice(value)} off`, delivery: "Free delivery" }[
    kind
  ];
  return [
    taken,
    category === null ? "" : ` ${category} items`,
    minimum > 0 ? `, for orders of ${formatPrice(minimum)} or more` : "",
  ].join("");
}

/** "1 Dec 2026, 08:00 to 24 Dec 2026, 23:59". */
export function datesOf({ startsAt, endsAt }: Pick<StaffCoupon, "startsAt" | "endsAt">): string {
  if (startsAt !== null && endsAt !== null) return `${formatMoment(startsAt)} to ${formatMoment(endsAt)}`;
  if (startsAt !== null) return `From ${formatMoment(startsAt)}`;
  return endsAt === null ? "Any time" : `Until ${formatMoment(endsAt)}`;
}

/** "3 of 100 used". */
export function usesOf({ uses, maxUses }: Pick<StaffCoupon, "uses" | "maxUses">): string {
  const used = uses.toLocaleString("en-KE");
  return maxUses === null ? `${used} used` : `${used} of ${maxUses.toLocaleString("en-KE")} used`;
}

/** Whether it counts just now. */
export const STATES: Record<StaffCoupon["state"], { name: string; kind: string }> = {
  on: { name: "On", kind: "badge-success" },
  off: { name: "Off", kind: "badge-neutral" },
  early: { name: "Not yet", kind: "badge-warning" },
  over: { name: "Over", kind: "badge-neutral" },
  "used up": { name: "Used up", kind: "badge-warning" },
};
