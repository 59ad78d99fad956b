import { and, desc, eq, sql } from "drizzle-orm";
import type { Actor } from "../../../platform/audit/actor.server.ts";
import { writeAudit } from "../../../platform/audit/write-audit.server.ts";
import { type Db, isDuplicate, type Tx, transaction } from "../../../platform/database/db.server.ts";
import { newId } from "../../../platform/id.server.ts";
import { fieldFault, ShopError } from "../../../platform/shop-error.ts";
import { IS_COUNTED } from "../coupon-uses.server.ts";
import { coupons, couponUses } from "../tables.server.ts";
import type { CouponFields } from "./contract.ts";

/** A page of coupons, newest first; `next` is the `after` of the page that follows, null on the last. */
export async function listCoupons(db: Db, { after, limit }: { after?: string | undefined; limit: number }) {
  const found = await selectCoupons(db)
    .where(after === undefined ? undefined : sql`${coupons.id} < ${after}`)
    .orderBy(desc(coupons.id))
    .limit(limit + 1);
  const rows = found.slice(0, limit).map(shown);
  return { rows, next: found.length > limit ? (rows.at(-1)?._id ?? null) : null };
}

/** @throws ShopError 404 */
export async function showCoupon(db: Db | Tx, id: string) {
  const [found] = await selectCoupons(db).where(eq(coupons.id, id));
  if (!found) throw new ShopError(404, "There is no such coupon.");
  return shown(found);
}

/** Adds a coupon; gives its id. @throws ShopError 400 by field; 409 the code is taken */
export async function addCoupon(
  db: Db,
  { fields: given, by }: { fields: CouponFields; by: Actor },
): Promise<string> {
  const fields = demandSense(given);
  const id = newId();
  return named(() =>
    transaction(db, async (tx) => {
      await tx.insert(coupons).values({ id, ...columnsOf(fields), changedBy: by.name });
      await writeAudit(tx, by, { action: "coupon.add", subjectKind: "coupon", subjectId: id, after: fields });
      return id;
    }),
  );
}

type Edit = { id: string; version: number; changes: Partial<CouponFields>; by: Actor };

/**
 * Changes a coupon for orders from now on; earlier orders keep it as it was.
 * @throws ShopError 400 by field; 404; 409 `current`, `by`, `at`: another version; 409 the code is taken
 */
export async function editCoupon(db: Db, { id, version, changes, by }: Edit): Promise<void> {
  await named(() =>
    transaction(db, async (tx) => {
      const [locked] = await tx
        .select()
        .from(coupons)
        .where(and(eq(coupons.id, id), eq(coupons.version, version)))
        .for("no key update");
      if (!locked) throw await staleCoupon(tx, id);
      const before = fieldsOf(locked);
      const after = demandSense({ ...before, ...changes });
      if (JSON.stringify(after) === JSON.stringify(before)) return;
      const change = { version: version + 1, changedAt: sql`now()`, changedBy: by.name };
      await tx
        .update(coupons)
        .set({ ...columnsOf(after), ...change })
        .where(eq(coupons.id, id));
      await writeAudit(tx, by, {
        action: "coupon.edit",
        subjectKind: "coupon",
        subjectId: id,
        before,
        after,
      });
    }),
  );
}

/** A coupon as it is now, who changed it last and when (milliseconds since 1970); undefined when there is none. */
export async function couponStanding(db: Db | Tx, id: string) {
  const [found] = await db.select().from(coupons).where(eq(coupons.id, id));
  if (!found) return undefined;
  const { version, changedBy, changedAt } = found;
  return { current: { ...fieldsOf(found), version }, by: changedBy, at: changedAt.getTime() };
}

async function staleCoupon(tx: Tx, id: string): Promise<ShopError> {
  const standing = await couponStanding(tx, id);
  if (!standing) return new ShopError(404, "There is no such coupon.");
  return new ShopError(409, "This coupon has changed meanwhile. Nothing was saved.", standing);
}

const TAKEN = "There is a coupon with this code already.";

async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isDuplicate(error, "coupons_code")) throw new ShopError(409, TAKEN, { fields: { code: TAKEN } });
    throw error;
  }
}

/** The fields as they are stored: free delivery has value 0 and no category. @throws ShopError 400 by field */
function demandSense(fields: CouponFields): CouponFields {
  const { kind, value, startsAt, endsAt } = fields;
  if (kind === "percent" && (value < 1 || value > 100)) throw fieldFault("value", "Enter 1 to 100 percent.");
  if (kind === "fixed" && (value < 1 || value > 1_000_000))
    throw fieldFault("value", "Enter Ksh 1 to 1,000,000.");
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt)
    throw fieldFault("endsAt", "It ends after it starts.");
  return kind === "delivery" ? { ...fields, value: 0, category: null } : fields;
}

function columnsOf({ startsAt, endsAt, ...fields }: CouponFields) {
  return {
    ...fields,
    startsAt: startsAt === null ? null : new Date(startsAt),
    endsAt: endsAt === null ? null : new Date(endsAt),
  };
}

function fieldsOf(row: typeof coupons.$inferSelect): CouponFields {
  const { code, kind, value, minimum, startsAt, endsAt, maxUses, perShopper, category, source, active } = row;
  const moments = { startsAt: startsAt?.getTime() ?? null, endsAt: endsAt?.getTime() ?? null };
  return { code, kind, value, minimum, ...moments, maxUses, perShopper, category, source, active };
}

const selectCoupons = (db: Db | Tx) =>
  db
    .select({
      coupon: coupons,
      uses: sql<number>`(select count(*)::int from ${couponUses} taken where taken.coupon_id = coupons.id and ${IS_COUNTED})`,
    })
    .from(coupons);

function shown({ coupon, uses }: { coupon: typeof coupons.$inferSelect; uses: number }) {
  const { id, version, changedAt } = coupon;
  return {
    _id: id,
    ...fieldsOf(coupon),
    uses,
    state: stateOf(coupon, uses),
    version,
    changedAt: changedAt.getTime(),
  };
}

function stateOf({ active, startsAt, endsAt, maxUses }: typeof coupons.$inferSelect, uses: number) {
  if (!active) return "off" as const;
  if (endsAt !== null && endsAt.getTime() <= Date.now()) return "over" as const;
  if (startsAt !== null && startsAt.getTime() > Date.now()) return "early" as const;
  return maxUses !== null && uses >= maxUses ? ("used up" as const) : ("on" as const);
}
