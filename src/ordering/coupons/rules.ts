import { type Category, formatPrice } from "../../catalogue/rules.ts";
import { t } from "../../language/t.ts";
import { foldLetters } from "../../platform/fold-text.ts";

/** What a coupon takes off: a share of the items, a sum in KES, or what delivery costs. */
export const COUPON_KINDS = ["percent", "fixed", "delivery"] as const;
type CouponKind = (typeof COUPON_KINDS)[number];

/** Longest typed text that is read as a code, in characters. */
export const COUPON_TYPED_MAX = 60;
/** Least total of an order, in KES: no provider accepts zero. */
const LEAST_AMOUNT = 1;

/** How much it takes off. `value`: percent, or KES; of free delivery 0. `category`: only items of it count; null: all do. */
export type CouponRule = { kind: CouponKind; value: number; category: Category | null };

/** A coupon as an order stores it, unaffected by later changes. `source`: shown with it, "heard in episode 33". */
export type AppliedCoupon = CouponRule & { id: string; code: string; source: string };

/** A coupon. Moments in milliseconds since 1970; `minimum`: least sum of an order's items, in KES. */
export type Coupon = AppliedCoupon & {
  minimum: number;
  startsAt: number | null;
  endsAt: number | null;
  active: boolean;
};

/** Items and their delivery, in KES. `category`: null where it is not known any more. */
export type Basket = {
  lines: readonly { price: number; quantity: number; category: string | null }[];
  deliveryFee: number;
};

/**
 * Why a coupon does not count. Only placing an order can find the last three: all its uses are taken, or all that guests who have
 * paid nothing may have, or all of this shopper's.
 */
export type CouponRefusal =
  | "unknown"
  | "early"
  | "over"
  | "minimum"
  | "goods"
  | "nothing"
  | "used-up"
  | "kept"
  | "used";

/** A code as it is stored: its letters and digits in capitals, without anything typed between them. */
export function readCouponCode(typed: string): string {
  return foldLetters(typed).toUpperCase();
}

/**
 * What it takes off these items and their delivery, in whole KES, rounded down: never more than the items it counts for, and
 * never so much that less than LEAST_AMOUNT is left to pay.
 */
export function discountOf(rule: CouponRule, basket: Basket): number {
  const most = sumOf(basket.lines) + basket.deliveryFee - LEAST_AMOUNT;
  return Math.max(0, Math.min(takenOff(rule, basket), most));
}

function takenOff({ kind, value, category }: CouponRule, { lines, deliveryFee }: Basket): number {
  if (kind === "delivery") return deliveryFee;
  const counting = sumOf(lines.filter((line) => category === null || line.category === category));
  return kind === "percent" ? Math.floor((counting * value) / 100) : Math.min(value, counting);
}

/** Whether it counts for an order of these items at this moment, and how much it takes off. */
export function judgeCoupon(
  coupon: Coupon,
  basket: Basket,
  now: number,
): { discount: number } | { why: CouponRefusal } {
  const { active, startsAt, endsAt, minimum, category, kind } = coupon;
  if (!active || (endsAt !== null && now >= endsAt)) return { why: "over" };
  if (startsAt !== null && now < startsAt) return { why: "early" };
  if (sumOf(basket.lines) < minimum) return { why: "minimum" };
  const counts = category === null || basket.lines.some((line) => line.category === category);
  if (kind !== "delivery" && !counts) return { why: "goods" };
  const discount = discountOf(coupon, basket);
  return discount > 0 ? { discount } : { why: "nothing" };
}

function sumOf(lines: Basket["lines"]): number {
  return lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
}

/** The part of a coupon that an order stores. */
export function appliedOf({ id, code, kind, value, category, source }: AppliedCoupon): AppliedCoupon {
  return { id, code, kind, value, category, source };
}

/** The label of a discount: "Discount SAUTI33, heard in episode 33". */
export function discountName({ code, source }: { code: string; source: string }): string {
  return t("Discount {code}", { code: source ? `${code}, ${source}` : code });
}

/** "−Ksh 160". */
export function discountText(kes: number): string {
  return `−${formatPrice(kes)}`;
}
