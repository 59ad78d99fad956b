import { and, lt, not, type SQL, sql } from "drizzle-orm";
import { users } from "../../accounts/tables.server.ts";
import { readMobile } from "../../phone-rules.ts";
import { type Db, pipelined, type Tx } from "../../platform/database/db.server.ts";
import { NEW_GUEST_COUPONS } from "../../shop.ts";
import type { Address } from "../contract.ts";
import { hasPaidOrder } from "../has-paid-order.server.ts";
import type { CouponRefusal } from "./rules.ts";
import { coupons, couponUses } from "./tables.server.ts";

/** Which shopper uses a coupon for which order. */
type Use = {
  /** The order's. */
  id: string;
  couponId: string;
  userId: string;
  address: Address | null | undefined;
  /** Who pays, where that is known. */
  phone?: string | null | undefined;
  /** After so many seconds the use is free again, for a payment under way; without them it stays with its order. */
  seconds?: number | undefined;
};

/** A guest who has paid nothing yet: anybody can become one at no cost. */
function isNewGuest(userId: string): SQL<boolean> {
  return sql<boolean>`(exists (select from ${users} where id = ${userId} and guest_email is not null)
    and not ${hasPaidOrder(sql`${userId}`)})`;
}

/** Whether the use `taken` counts towards its coupon's limit. */
export const IS_COUNTED = sql`(taken.lapses_at is null or taken.lapses_at > now())`;

/**
 * For a coupon in the table or alias `of`, by those of its uses that `which` selects as `taken`: whether all uses are taken, and
 * whether all that new guests may have are. Both are false for a coupon without a limit.
 */
export function takenUses(of: SQL, which: SQL = sql`true`): { isFull: SQL<boolean>; isKept: SQL<boolean> } {
  const { share, atLeast } = NEW_GUEST_COUPONS;
  const taken = sql`from ${couponUses} taken
    where taken.coupon_id = ${of}.id and ${of}.max_uses is not null and ${IS_COUNTED} and ${which}`;
  const left = sql`(${of}.max_uses - count(*) filter (where taken.lapses_at is null))`;
  return {
    isFull: sql<boolean>`coalesce((select count(*) ${taken}) >= ${of}.max_uses, false)`,
    isKept: sql<boolean>`(${of}.max_uses is not null and (select count(taken.lapses_at)
      >= greatest(${atLeast}::int, floor(${left} * ${share}::numeric)) ${taken}))`,
  };
}

/**
 * Reserves a use within the transaction of its order, guarded by the coupon's limits: it locks the coupon's row, so call it
 * late. All guests who have paid nothing share a part of what is left, and each of their uses counts for an hour only
 * (NEW_GUEST_COUPONS): then others may have it, and the order keeps its price. Returns why this shopper gets none: then roll
 * back.
 */
export async function reserveUse(tx: Tx, use: Use): Promise<CouponRefusal | undefined> {
  const { id, couponId, userId, seconds } = use;
  const shopper = namesOf(use);
  const { isFull, isKept } = takenUses(sql`c`);
  const until = seconds === undefined ? sql`null` : sql`now() + make_interval(secs => ${seconds})`;
  const [, { rows }] = await pipelined([
    () =>
      tx.execute(sql`with free as (delete from ${couponUses} where ${couponUses.id} = ${id})
        select from ${coupons} where ${coupons.id} = ${couponId} for no key update`),
    // a statement of its own, so that it sees what the previous holder of the lock has written
    () =>
      tx.execute<{ isActive: boolean; isReserved: boolean; isFull: boolean; isKept: boolean }>(sql`
        with me as (select ${shopper} as shopper, ${isNewGuest(userId)} as is_new),
        state as (
          select c.id, c.active, ${isFull} as is_full, (select is_new from me) and ${isKept} as is_kept,
            c.per_shopper <= (select count(*) from ${couponUses} mine
              where mine.coupon_id = c.id and mine.shopper && (select shopper from me)) as is_mine
          from ${coupons} c where c.id = ${couponId}),
        reserved as (
          insert into ${couponUses} (id, coupon_id, shopper, until, lapses_at)
          select ${id}, state.id, me.shopper, ${until},
            case when is_new then now() + make_interval(secs => ${NEW_GUEST_COUPONS.seconds}) end from state, me
          where active and not is_full and not is_kept and is_mine is not true returning id)
        select active as "isActive", is_full as "isFull", is_kept as "isKept",
          exists(select from reserved) as "isReserved" from state`),
  ]);
  const [state] = rows;
  if (state?.isReserved) return undefined;
  if (!state?.isActive) return "over";
  if (state.isFull) return "used-up";
  return state.isKept ? "kept" : "used";
}

type Couponed = Pick<Use, "id" | "userId" | "address"> & { coupon: { id: string } | null };

/**
 * Counts the use of a coupon by an order that is paid, whatever the coupon's limits are: the money came for the promised price.
 * `phone`: who paid, where that is known.
 */
export async function countPaidUse(
  tx: Tx,
  { coupon, ...order }: Couponed,
  phone: string | null,
): Promise<void> {
  if (!coupon) return;
  const use = { ...order, couponId: coupon.id, phone };
  await tx.execute(sql`insert into ${couponUses} (id, coupon_id, shopper) values (${use.id}, ${use.couponId}, ${namesOf(use)})
    on conflict (id) do update set until = null, lapses_at = null`);
}

/** A part of a statement: the uses by the orders in its part `rows`, which are paid now, do not lapse any more. */
export function keepUses(tx: Tx, rows: string) {
  return tx
    .$with("kept", {})
    .as(sql`update ${couponUses} set lapses_at = null from ${sql.identifier(rows)} paid
    where ${couponUses.id} = paid.id and ${couponUses.lapsesAt} is not null`);
}

/** A part of a statement that frees the uses of orders: `rows`, a part of it or a query, has their ids. */
export function freeUses(tx: Tx | Db, rows: string | SQL, when: SQL = sql`true`) {
  return tx
    .$with("freed", {})
    .as(sql`delete from ${couponUses} using ${typeof rows === "string" ? sql.identifier(rows) : rows} ended
    where ${couponUses.id} = ended.id and ${when}`);
}

/** Frees the uses that payments under way have kept for too long; `unless` is a condition that exempts a row. */
export async function freeExpiredUses(db: Db, unless: SQL): Promise<void> {
  await db.delete(couponUses).where(and(lt(couponUses.until, sql`now()`), not(unless)));
}

/** The shopper's account or guest, e-mails and phones: one of them in common counts as the same shopper, as guests are free. */
function namesOf({ userId, address, phone }: Use): SQL {
  const phones = [address?.phone, phone].flatMap((typed) => (typed && readMobile(typed)) || []);
  const typed = [
    `account ${userId}`,
    ...(address ? [`e-mail ${plainEmail(address.email)}`] : []),
    ...phones.map((each) => `phone ${each}`),
  ];
  return sql`(select array_agg(distinct name) from (
    select unnest(array[${sql.join(
      typed.map((name) => sql`${name}`),
      sql`, `,
    )}]) as name
    union all select 'e-mail ' || regexp_replace(lower(coalesce(guest_email, email)), '\\+[^@]*', '') from ${users} where id = ${userId}
    union all select 'phone ' || guest_phone from ${users} where id = ${userId} and guest_phone is not null) names)`;
}

/** In small letters, and without the part after "+", which anybody can make up. */
function plainEmail(email: string): string {
  return email.toLowerCase().replace(/\+[^@]*/, "");
}
