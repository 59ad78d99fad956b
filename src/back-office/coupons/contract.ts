import { z } from "zod";
import { couponFields } from "../../ordering/coupons/staff/contract.ts";
import { answered, int4, listOf } from "../../platform/input.ts";

// Calls of /api/staff/coupons: codes that take something off an order. Moments in milliseconds since 1970.

const coupon = couponFields.extend({
  _id: z.string(),
  code: z.string(),
  source: z.string(),
  /** Orders that have it, and payments under way. */
  uses: z.int(),
  state: z.enum(["on", "off", "early", "over", "used up"]),
  version: z.int(),
  changedAt: z.int(),
});
export type StaffCoupon = z.output<typeof coupon>;
const withCoupon = answered.extend({ coupon });

/** Newest first; `after` is the `next` of the page before. */
export const listCoupons = {
  method: "GET",
  path: "/api/staff/coupons",
  summary: "Coupons with their uses, newest first",
  ...listOf(coupon, {}),
} as const;

export const showCoupon = {
  method: "GET",
  path: "/api/staff/coupons/:id",
  summary: "A coupon with its uses",
  answer: withCoupon,
} as const;

const { shape } = couponFields;

/** What is not said of a new one is without limits. */
export const addCoupon = {
  path: "/api/staff/coupons",
  summary: "Add a coupon",
  body: couponFields.extend({
    value: shape.value.default(0),
    minimum: shape.minimum.default(0),
    startsAt: shape.startsAt.default(null),
    endsAt: shape.endsAt.default(null),
    maxUses: shape.maxUses.default(null),
    perShopper: shape.perShopper.default(null),
    category: shape.category.default(null),
    source: shape.source.default(""),
    active: shape.active.default(true),
  }),
  answer: withCoupon,
} as const;

/** Fields that are not named stay as they are. Another `version` than the coupon's is refused (409 `current`). */
export const editCoupon = {
  path: "/api/staff/coupons/:id",
  summary: "Change a coupon, or switch it off; another version is refused",
  body: couponFields.partial().extend({ version: int4 }),
  answer: withCoupon,
} as const;
