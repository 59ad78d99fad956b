import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { CATEGORIES } from "../../catalogue/rules.ts";
import { COUPON_KINDS } from "./rules.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Codes that take something off an order. Amounts in whole KES. */
export const coupons = pgTable(
  "coupons",
  {
    id: text().primaryKey(),
    /** As readCouponCode gives it. */
    code: text().notNull().unique("coupons_code"),
    kind: text({ enum: COUPON_KINDS }).notNull(),
    /** Percent, or KES; 0 of free delivery. */
    value: integer().notNull(),
    minimum: integer().notNull().default(0),
    startsAt: moment("starts_at"),
    endsAt: moment("ends_at"),
    /** How many orders may have it, of all shoppers and of one; null: any number. */
    maxUses: integer("max_uses"),
    perShopper: integer("per_shopper"),
    category: text({ enum: CATEGORIES }),
    /** The episode that named it, or who pays for it: shown to shoppers who use it. */
    source: text().notNull().default(""),
    active: boolean().notNull().default(true),
    version: integer().notNull().default(1),
    createdAt: moment("created_at").notNull().defaultNow(),
    changedAt: moment("changed_at").notNull().defaultNow(),
    changedBy: text("changed_by").notNull().default(""),
  },
  (table) => [
    check("code_is_plain", sql`${table.code} ~ '^[A-Z0-9]{3,30}$'`),
    check(
      "value_fits_kind",
      sql`case ${table.kind} when 'percent' then ${table.value} between 1 and 100
        when 'fixed' then ${table.value} between 1 and 1000000 else ${table.kind} = 'delivery' and ${table.value} = 0 end`,
    ),
    check(
      "limits_are_positive",
      sql`${table.maxUses} > 0 and ${table.perShopper} > 0 and ${table.minimum} >= 0`,
    ),
    check("ends_after_it_starts", sql`${table.endsAt} > ${table.startsAt}`),
  ],
);

/**
 * Which order uses a coupon, by the order's id; an order that awaits its payment keeps its use until `until`. A row counts as
 * long as it exists, or until it lapses (decision 48).
 */
export const couponUses = pgTable(
  "coupon_uses",
  {
    id: text().primaryKey(),
    couponId: text("coupon_id")
      .notNull()
      .references(() => coupons.id),
    /** Everything a shopper is recognised by: "account …", "e-mail …", "phone …". */
    shopper: text().array().notNull(),
    until: moment("until"),
    /**
     * For a guest who had paid nothing: when the use stops counting towards the coupon's limit, unless it is paid by then. The
     * order still has it, and it still counts for this shopper.
     */
    lapsesAt: moment("lapses_at"),
    at: moment("at").notNull().defaultNow(),
  },
  (table) => [
    index("coupon_uses_of_coupon").on(table.couponId),
    index("coupon_uses_by_shopper").using("gin", table.shopper),
    index("coupon_uses_by_end").on(table.until).where(sql`${table.until} is not null`),
  ],
);
