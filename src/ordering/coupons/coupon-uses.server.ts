import { and, lt, not, type SQL, sql } from "drizzle-orm";
import { users } from "../../accounts/tables.server.ts";
import { readMobile } from "../../phone-rules.ts";
import { type Db, pipelined, type Tx } from "../../platform/database/db.server.ts";
import type { Address } from "../contract.ts";
import type { CouponRefusal } from "./rules.ts";
import { coupons, couponUses } from "./tables.server.ts";

/** Who has a coupon for which order; `id` is that of the order, or of the payment that is to become one. */
type Use = {
  id: string;
  couponId: string;
  userId: string;
  /** A query for the ids of all payments of its checkout: only one of them becomes its order, so they share a use. */
  sharedWith: SQL | undefined;
  address: Address | null | undefined;
  /** Who pays, where that is known. */
  phone?: string | null | undefined;
  /** After which the use of a payment under way is free again; without them it stays with its order. */
  seconds?: number | undefined;
};

/**
 * Reserves a use within the transaction of its order or payment, guarded by the coupon's limits: one buyer at a time passes
 * the coupon's row, so call it late. Gives why there is none for this shopper: roll back.
 */
export async function reserveUse(tx: Tx, use: Use): Promise<CouponRefusal | undefined> {
  const { id, couponId, seconds } = use;
  const shopper = namesOf(use);
  const until = seconds === undefined ? sql`null` : sql`now() + make_interval(secs => ${seconds})`;
  const [, { rows }] = await pipelined([
    () =>
      tx.execute(sql`with free as (${freeShared(use)})
        select from ${coupons} where ${coupons.id} = ${couponId} for no key update`),
    // a statement of its own: it sees what whoever had the lock before has written
    () =>
      tx.execute<{ isActive: boolean; isReserved: boolean; isFull: boolean }>(sql`
        with me as (select ${shopper} as shopper),
        standing as (
          select c.id, c.active,
            c.max_uses <= (select count(*) from ${couponUses} taken where taken.coupon_id = c.id) as is_full,
            c.per_shopper <= (select count(*) from ${couponUses} mine
              where mine.coupon_id = c.id and mine.shopper && (select shopper from me)) as is_mine
          from ${coupons} c where c.id = ${couponId}),
        reserved as (
          insert into ${couponUses} (id, coupon_id, shopper, until)
          select ${id}, standing.id, me.shopper, ${until} from standing, me
          where active and is_full is not true and is_mine is not true returning id)
        select active as "isActive", coalesce(is_full, false) as "isFull",
          exists(select from reserved) as "isReserved" from standing`),
  ]);
  const [standing] = rows;
  if (standing?.isReserved) return undefined;
  if (!standing?.isActive) return "over";
  return standing.isFull ? "used-up" : "used";
}

/**
 * Counts the use of an order that is paid: whatever its limits say, for the money came at the price that was promised.
 */
export async function countPaidUse(tx: Tx, use: Use): Promise<void> {
  await tx.execute(sql`with free as (${freeShared(use)})
    insert into ${couponUses} (id, coupon_id, shopper) values (${use.id}, ${use.couponId}, ${namesOf(use)})
    on conflict (id) do nothing`);
}

/** A part of a statement that frees the uses of its part `rows`, which has the ids of their orders or payments. */
export function freeUses(tx: Tx | Db, rows: string, when: SQL = sql`true`) {
  return tx.$with("freed", {}).as(sql`delete from ${couponUses} using ${sql.identifier(rows)} ended
    where ${couponUses.id} = ended.id and ${when}`);
}

/** Frees what payments under way have kept for too long; `unless` is a condition on a row that exempts it. */
export async function freeExpiredUses(db: Db, unless: SQL): Promise<void> {
  await db.delete(couponUses).where(and(lt(couponUses.until, sql`now()`), not(unless)));
}

/** Frees what other payments of its checkout have: the newest way to pay has the use. */
function freeShared({ sharedWith }: Use): SQL {
  return sql`delete from ${couponUses} where ${sharedWith ? sql`id in (${sharedWith})` : sql`false`}`;
}

/** The account or guest, their e-mails and phones: a guest costs nothing, so that any of them being the same counts. */
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

/** In small letters, without the part after "+" that anybody can make up. */
function plainEmail(email: string): string {
  return email.toLowerCase().replace(/\+[^@]*/, "");
}
