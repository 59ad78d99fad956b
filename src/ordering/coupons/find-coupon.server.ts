import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/db.server.ts";
import type { Coupon } from "./rules.ts";
import { coupons, couponUses } from "./tables.server.ts";

/**
 * The coupon of a typed code, as readCouponCode gives it; `isUsedUp`: every use of it is taken now, by others than the
 * payments whose ids `sharedWith` asks for.
 */
export async function findCoupon(
  db: Db | Tx,
  code: string,
  sharedWith?: SQL,
): Promise<(Coupon & { isUsedUp: boolean }) | undefined> {
  const [found] = await db
    .select({
      ...getTableColumns(coupons),
      isUsedUp: sql<boolean>`coalesce((select count(*) from ${couponUses} taken where taken.coupon_id = coupons.id
          ${sharedWith ? sql`and taken.id not in (${sharedWith})` : sql``}) >= coupons.max_uses, false)`,
    })
    .from(coupons)
    .where(eq(coupons.code, code));
  if (!found) return undefined;
  const { startsAt, endsAt, ...coupon } = found;
  return { ...coupon, startsAt: startsAt?.getTime() ?? null, endsAt: endsAt?.getTime() ?? null };
}
