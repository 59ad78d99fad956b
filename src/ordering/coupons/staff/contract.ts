import { z } from "zod";
import { CATEGORIES } from "../../../catalogue/rules.ts";
import { int4, text } from "../../../platform/input.ts";
import { COUPON_KINDS, COUPON_TYPED_MAX, readCouponCode } from "../rules.ts";

const count = z.int("Enter a whole number.").min(1, "At least 1.").max(1_000_000, "At most 1,000,000.");

/** What staff set of a coupon. Amounts in KES, moments in milliseconds since 1970; null: no limit of that kind. */
export const couponFields = z.object({
  code: text(COUPON_TYPED_MAX)
    .transform(readCouponCode)
    .pipe(z.string().regex(/^[A-Z0-9]{3,30}$/, "A code has 3 to 30 letters and digits.")),
  kind: z.enum(COUPON_KINDS),
  /** Percent, or KES; of free delivery 0. */
  value: int4,
  minimum: int4.max(1_000_000, "At most Ksh 1,000,000."),
  startsAt: z.int().min(0).max(8_000_000_000_000).nullable(),
  endsAt: z.int().min(0).max(8_000_000_000_000).nullable(),
  maxUses: count.nullable(),
  perShopper: count.nullable(),
  category: z.enum(CATEGORIES).nullable(),
  /** Shown to whoever uses it: "heard in episode 33". */
  source: z
    .string()
    .trim()
    .pipe(text(80).regex(/^\P{Cc}*$/u, "Write it in one line.")),
  active: z.boolean(),
});
export type CouponFields = z.infer<typeof couponFields>;
