import { z } from "zod";
import { CATEGORIES } from "../../../catalogue/rules.ts";
import { text } from "../../../platform/input.ts";
import { trimText } from "../../../platform/text-rules.ts";
import { COUPON_KINDS, COUPON_TYPED_MAX, readCouponCode } from "../rules.ts";

const whole = z
  .int("Enter a whole number.")
  .min(0, "Enter a whole number.")
  .max(1_000_000, "At most 1,000,000.");
const count = whole.min(1, "At least 1.");
const NO_MOMENT = "Enter a day and a time.";
const moment = z.int(NO_MOMENT).min(0, NO_MOMENT).max(8_000_000_000_000, NO_MOMENT);

const CODE = "A code has 3 to 30 letters and digits.";

/** The terms of a coupon that staff set. Amounts in KES, moments in milliseconds since 1970; null: no limit of that kind. */
export const couponFields = z.object({
  code: z
    .string()
    .max(COUPON_TYPED_MAX, CODE)
    .transform(readCouponCode)
    .pipe(z.string().regex(/^[A-Z0-9]{3,30}$/, CODE)),
  kind: z.enum(COUPON_KINDS),
  /** Percent, or KES; 0 for free delivery. */
  value: whole,
  minimum: whole,
  startsAt: moment.nullable(),
  endsAt: moment.nullable(),
  maxUses: count.nullable(),
  perShopper: count.nullable(),
  category: z.enum(CATEGORIES).nullable(),
  /** Shown to shoppers who use it: "heard in episode 33". */
  source: z
    .string()
    .overwrite(trimText)
    .pipe(text(80).regex(/^\P{Cc}*$/u, "Write it in one line.")),
  active: z.boolean(),
});
export type CouponFields = z.infer<typeof couponFields>;
