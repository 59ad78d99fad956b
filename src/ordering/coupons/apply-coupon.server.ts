import type { SQL } from "drizzle-orm";
import { formatPrice } from "../../catalogue/rules.ts";
import type { Db, Tx } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { formatMoment } from "../dates.ts";
import { findCoupon } from "./find-coupon.server.ts";
import {
  type AppliedCoupon,
  appliedOf,
  type Basket,
  type Coupon,
  type CouponRefusal,
  judgeCoupon,
} from "./rules.ts";

/** What a coupon takes off, in KES; `coupon` is null where there is none. */
export type Discount = { discount: number; coupon: AppliedCoupon | null };

/**
 * What the coupon of a typed code takes off these goods now. `amount` is what they come to without it, in KES. Whether a use
 * of it is left, `reserveUse` says for sure; those of payments whose ids `sharedWith` asks for are this order's own.
 * @throws ShopError 400, 409 (`coupon`: why, `amount`) it does not count
 */
export async function applyCoupon(
  db: Db | Tx,
  code: string | undefined,
  basket: Basket & { amount: number; sharedWith?: SQL | undefined },
): Promise<Discount> {
  if (!code) return { discount: 0, coupon: null };
  const { amount, sharedWith } = basket;
  const coupon = await findCoupon(db, code, sharedWith);
  if (!coupon) throw couponRefused("unknown", { amount });
  if (coupon.isUsedUp) throw couponRefused("used-up", { amount, coupon });
  const judged = judgeCoupon(coupon, basket, Date.now());
  if ("why" in judged) throw couponRefused(judged.why, { amount, coupon });
  return { discount: judged.discount, coupon: appliedOf(coupon) };
}

/** Why a coupon does not count, for whoever typed its code; `amount` in KES is the total without it. */
export function couponRefused(
  why: CouponRefusal,
  { amount, coupon }: { amount: number; coupon?: Partial<Coupon> },
): ShopError {
  return new ShopError(why === "unknown" ? 400 : 409, sentenceFor(why, coupon), { coupon: why, amount });
}

const SENTENCES = {
  unknown: "We do not know this code. Please check it, letter by letter.",
  over: "This code has ended.",
  goods: "This code is not for the items in your cart.",
  nothing: "This code takes nothing off this order.",
  "used-up": "All uses of this code are taken. You can order without it.",
  used: "You have used this code already, or are paying with it on another order.",
} as const;

function sentenceFor(why: CouponRefusal, { startsAt, minimum = 0, category }: Partial<Coupon> = {}): string {
  if (why === "early") return `This code counts from ${formatMoment(startsAt ?? 0)} on.`;
  if (why === "minimum") return `This code counts for orders of ${formatPrice(minimum)} or more.`;
  if (why === "goods" && category) return `This code is for ${category} items only.`;
  return SENTENCES[why];
}
