import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/db.server.ts";
import { takenUses } from "./coupon-uses.server.ts";
import type { TypedCoupon } from "./limit-guesses.server.ts";
import type { Coupon } from "./rules.ts";
import { coupons } from "./tables.server.ts";

/**
 * The coupon of a typed code. `isUsedUp`: every use of it is taken now, by others than the payments whose ids `sharedWith`
 * asks for; `isKept`: every use is that guests who have paid nothing may have, and its shopper is one.
 */
export async function findCoupon(
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
