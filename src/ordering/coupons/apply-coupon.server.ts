import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { formatPrice } from "../../catalogue/rules.ts";
import type { Db, Tx } from "../../platform/database/db.server.ts";
import { TooManyRequests } from "../../platform/http/limits.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { formatMoment } from "../dates.ts";
import { takenUses } from "./coupon-uses.server.ts";
import type { TypedCoupon } from "./limit-guesses.server.ts";
import {
  type AppliedCoupon,
  appliedOf,
  type Basket,
  type Coupon,
  type CouponRefusal,
  judgeCoupon,
} from "./rules.ts";
import { coupons } from "./tables.server.ts";

/** What a coupon takes off, in KES; `coupon` is null where there is none. */
export type Discount = { discount: number; coupon: AppliedCoupon | null };

const NONE: Discount = { discount: 0, coupon: null };

/**
 * What the coupon of a typed code takes off these items now. `amount` is their total without it, in KES. Only `reserveUse`
 * decides whether a use is left; uses by the orders that `sharedWith` selects are this order's own. Where the code may not be
 * looked up, nothing is taken off if the shopper was `shown` the full total.
 * @throws ShopError 400, 409 (`coupon`: why, `amount`) it does not count; 429 (the same) too many wrong codes came before it
 */
export async function applyCoupon(
  db: Db | Tx,
  typed: TypedCoupon | undefined,
  basket: Basket & { amount: number; shown?: number | undefined; sharedWith?: SQL | undefined },
): Promise<Discount> {
  if (!typed) return NONE;
  const { amount, shown, sharedWith } = basket;
  if (typed.wait > 0 && shown === amount) return NONE;
  if (typed.wait > 0) throw new TooManyRequests(typed.wait, WRONG_CODES, { coupon: "tries", amount });
  const coupon = await findCoupon(db, typed, sharedWith);
  if (!coupon) throw couponRefused("unknown", { amount });
  if (coupon.isUsedUp) throw couponRefused("used-up", { amount, coupon });
  if (coupon.isKept) throw couponRefused("kept", { amount, coupon });
  const judged = judgeCoupon(coupon, basket, Date.now());
  if ("why" in judged) throw couponRefused(judged.why, { amount, coupon });
  return { discount: judged.discount, coupon: appliedOf(coupon) };
}

/** Why a coupon does not count, for the shopper who typed its code; `amount` in KES is the total without it. */
export function couponRefused(
  why: CouponRefusal,
  { amount, coupon }: { amount: number; coupon?: Partial<Coupon> },
): ShopError {
  return new ShopError(why === "unknown" ? 400 : 409, sentenceFor(why, coupon), { coupon: why, amount });
}

/** TooManyRequests adds how long that lasts. */
const WRONG_CODES = "Too many wrong codes came from your network. You can order without a code.";

const SENTENCES = {
  unknown: "We don't know this code. Please check each letter.",
  over: "This code has expired.",
  goods: "This code is not for the items in your cart.",
  nothing: "This code takes nothing off this order.",
  "used-up": "This code is used up. You can order without it.",
  kept: "Right now this code is held by orders that are not paid yet. Try again in an hour, or order without it.",
  used: "You've already used this code, or you're paying with it on another order.",
} as const;

function sentenceFor(why: CouponRefusal, { startsAt, minimum = 0, category }: Partial<Coupon> = {}): string {
  if (why === "early") return `This code works from ${formatMoment(startsAt ?? 0)}.`;
  if (why === "minimum") return `This code works on orders of ${formatPrice(minimum)} or more.`;
  if (why === "goods" && category) return `This code is for ${category} items only.`;
  return SENTENCES[why];
}

/**
 * The coupon of a typed code. `isUsedUp`: all its uses are taken, not counting the orders that `sharedWith` selects;
 * `isKept`: all uses that guests who have paid nothing may have are taken, and its shopper is such a guest.
 */
async function findCoupon(
  db: Db | Tx,
  { code, isNewGuest }: TypedCoupon,
  sharedWith?: SQL,
): Promise<(Coupon & { isUsedUp: boolean; isKept: boolean }) | undefined> {
  const unshared = sharedWith ? sql`taken.id not in (${sharedWith})` : sql`true`;
  const { isFull, isKept } = takenUses(sql`coupons`, unshared);
  const [found] = await db
    .select({
      ...getTableColumns(coupons),
      isUsedUp: isFull,
      isKept: isNewGuest ? isKept : sql<boolean>`false`,
    })
    .from(coupons)
    .where(eq(coupons.code, code));
  if (!found) return undefined;
  const { startsAt, endsAt, ...coupon } = found;
  return { ...coupon, startsAt: startsAt?.getTime() ?? null, endsAt: endsAt?.getTime() ?? null };
}
