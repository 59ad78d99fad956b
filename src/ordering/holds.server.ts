import { and, eq, inArray, lt, not, or, type SQL, sql } from "drizzle-orm";
import { users } from "../accounts/tables.server.ts";
import { type Line, lineOf, sizeName, sumLines } from "../cart/rules.ts";
import { products, stock } from "../catalogue/tables.server.ts";
import { compiled, type Places } from "../platform/database/compiled.server.ts";
import { type Db, type Tx, transaction } from "../platform/database/db.server.ts";
import { failPoint } from "../platform/fail-point.server.ts";
import { GUEST_CARDS, UNFOUND_CODES } from "../shop.ts";
import { hasPaidOrder } from "./has-paid-order.server.ts";
import { hashKey } from "./order-key.server.ts";
import {
  columnsOf,
  type LineColumns,
  listOf,
  lockStock,
  restock,
  rowsOf,
  sellFromStock,
  sellStock,
} from "./stock.server.ts";
import { holds, orders } from "./tables.server.ts";

/** A hold on an order's items; `seconds` from now when it expires, without them it lasts until the order is decided. */
type Hold = { orderId: string; seconds?: number | undefined };

/** Whose orders on typed codes share a part of each size: everybody's, or those of shoppers without a paid order. */
export type Sharers = "all" | "unproven";

/**
 * Holds items of locked stock for an order that holds none, in one statement. Returns the lines without enough stock: roll back.
 * `share` limits what is held for the typed codes of these shoppers to MAX_FOR_CODES of a size.
 */
export async function holdStock<L extends Line>(
  tx: Tx,
  { orderId, seconds }: Hold,
  wanted: L[],
  { share }: { share?: Sharers | undefined } = {},
): Promise<L[]> {
  const hold = { orderId, seconds: seconds ?? null, ...columnsOf(wanted) };
  const statement = share ? HOLD_SHARED[share] : HOLD_STOCK;
  const { rows } = await tx.execute<{ productId: string; size: string }>(statement(hold));
  return wanted.filter((line) => !lineOf(rows, line));
}

const heldBy = (counts: SQL) => sql`(select coalesce(sum(kept.quantity), 0) from ${holds} kept
  where kept.product_id = ${stock.productId} and kept.size = ${stock.size} and ${counts})`;

/** The most that typed codes may hold of a size: a share of the pieces that are not sold. */
const MAX_FOR_CODES = sql`greatest(${UNFOUND_CODES.sizeAtLeast}::int,
  floor((${stock.onHand} + ${stock.held}) * ${UNFOUND_CODES.sizeShare}::numeric))`;

type NewHold = LineColumns & { orderId: string; seconds: number | null };

const HOLD_STOCK = compiled<NewHold>((hold) => insertHold(hold, sql`true`));
const holdShared = (counts: SQL) =>
  compiled<NewHold>((hold) => insertHold(hold, sql`${heldBy(counts)} + wanted.quantity <= ${MAX_FOR_CODES}`));
/** Which holds count: those of codes, which never expire, or all of shoppers who have paid nothing, prompts and cards too. */
const COUNTED: Record<Sharers, SQL> = {
  all: sql`kept.until is null`,
  unproven: sql`not ${hasPaidOrder(sql`(select keeper.user_id from ${orders} keeper where keeper.id = kept.order_id)`)}`,
};
const HOLD_SHARED = { all: holdShared(COUNTED.all), unproven: holdShared(COUNTED.unproven) };

/** Of these items, those in stock of which unfound codes already hold as many as they may; reads without locks. */
export async function findFullSizes(
  db: Db,
  wanted: Line[],
  share: Sharers,
): Promise<{ name: string; size: string }[]> {
  const { rows } = await db.execute<{ name: string; size: string }>(sql`
    select ${products.name}, wanted.size from ${listOf(wanted)} as wanted (product_id, size, quantity)
      join ${stock} on ${stock.productId} = wanted.product_id and ${stock.size} = wanted.size
      join ${products} on ${products.id} = wanted.product_id
    where ${stock.onHand} >= wanted.quantity and ${heldBy(COUNTED[share])} + wanted.quantity > ${MAX_FOR_CODES}`);
  return rows;
}

/** The refusal where unfound codes already hold as many of these sizes as they may. */
export function sizesFull(full: { name: string; size: string }[]): string {
  const names = full.map(({ name, size }) => `${name} (${sizeName(size)})`);
  return `${names.join(", ")}: too many are waiting for a payment right now, so we can't take this order. Please order fewer, try again later, or choose another way to pay.`;
}

function insertHold(hold: Places<NewHold>, mayHold: SQL): SQL {
  return sql`
    with taken as (
      update ${stock} set on_hand = on_hand - wanted.quantity, held = held + wanted.quantity
      from ${rowsOf(hold)} as wanted (product_id, size, quantity)
      where ${stock.productId} = wanted.product_id and ${stock.size} = wanted.size
        and ${stock.onHand} >= wanted.quantity
        and ${mayHold}
      returning ${stock.productId}, ${stock.size}, wanted.quantity
    )
    insert into ${holds} (order_id, product_id, size, quantity, until)
    select ${hold.orderId}, taken.product_id, taken.size, taken.quantity,
      now() + make_interval(secs => ${hold.seconds}::float8) from taken
    returning product_id as "productId", size`;
}

/** Sells an order's items: those held for it, or, where that hold has been released, from stock. False: not enough is there. */
export async function sellOrder(tx: Tx, orderId: string, wanted: Line[]): Promise<boolean> {
  await lockStock(tx, wanted);
  return (await consumeHold(tx, orderId)) > 0 || sellFromStock(tx, wanted);
}

/** Sells the items held for an order whose money was found. */
export async function sellHold(tx: Tx, orderId: string): Promise<void> {
  const kept = await findHeldLines(tx, orderId);
  if (kept.length === 0) return;
  await lockStock(tx, kept);
  await consumeHold(tx, orderId);
}

/** Returns how many lines were held. */
async function consumeHold(tx: Tx, orderId: string): Promise<number> {
  const sold = await tx.execute(sql`
    with gone as (delete from ${holds} where ${holds.orderId} = ${orderId} returning product_id, size, quantity)
    update ${stock} set held = held - gone.quantity from gone
    where ${stock.productId} = gone.product_id and ${stock.size} = gone.size`);
  return sold.rowCount ?? 0;
}

/** The items held for an order. */
export async function findHeldLines(tx: Tx, orderId: string): Promise<Line[]> {
  return tx
    .select({ productId: holds.productId, size: holds.size, quantity: holds.quantity })
    .from(holds)
    .where(eq(holds.orderId, orderId));
}

/** The items held for orders that await their payment, of this shopper or of this key: the next attempt may use them. */
export async function findHeldFor(db: Db | Tx, userId: string, key?: string): Promise<Line[]> {
  const isOurs = or(eq(orders.userId, userId), key ? eq(orders.keyHash, hashKey(userId, key)) : undefined);
  const kept = await db
    .select({ productId: holds.productId, size: holds.size, quantity: holds.quantity })
    .from(holds)
    .innerJoin(orders, eq(orders.id, holds.orderId))
    .where(and(isOurs, eq(orders.phase, "awaiting")));
  return sumLines(kept);
}

/**
 * Exchanges the items of an order, whose stock is locked and enough. Items that were held until its code is found stay held;
 * items that were sold are sold again.
 */
export async function exchangeStock(tx: Tx, orderId: string, before: Line[], after: Line[]): Promise<void> {
  if (await releaseHold(tx, orderId)) await holdStock(tx, { orderId }, after);
  else {
    await restock(tx, before);
    await sellStock(tx, after);
  }
}

/** Releases what is held for an order. False when there is nothing, or where `unless` holds once the stock is locked. */
export async function releaseHold(tx: Tx, orderId: string, unless: SQL = sql`false`): Promise<boolean> {
  return releaseWhere(tx, sql`${holds.orderId} = ${orderId} and not ${unless}`);
}

/** Releases what is held for these orders; `along`: other lines to lock, so that shoppers who change between two carts do not deadlock. */
export async function releaseHolds(tx: Tx, orderIds: string[], along: Line[] = []): Promise<boolean> {
  if (orderIds.length === 0) return false;
  return releaseWhere(tx, inArray(holds.orderId, orderIds), along);
}

/** Releases the holds that a condition names, their stock locked. False when there were no holds. */
async function releaseWhere(tx: Tx, which: SQL, along: Line[] = []): Promise<boolean> {
  const kept = await tx.select().from(holds).where(which);
  if (kept.length === 0) return false;
  await lockStock(tx, [...kept, ...along]);
  const { rows } = await tx.execute(sql`
    with gone as (delete from ${holds} where ${which} returning product_id, size, quantity),
    back as (select product_id, size, sum(quantity)::int as quantity from gone group by 1, 2),
    free as (
      update ${stock} set on_hand = on_hand + back.quantity, held = held - back.quantity from back
      where ${stock.productId} = back.product_id and ${stock.size} = back.size
    ) select from gone`);
  return rows.length > 0;
}

/** SQL that extends an order's expiring holds to at least so many seconds from now. */
export function extendHold(orderId: SQL | string, seconds: number): SQL {
  return sql`update ${holds} set until = greatest(until, now() + make_interval(secs => ${seconds}))
    where order_id = ${orderId} and until is not null`;
}

/** The orders with expired holds; `unless` is a condition on a row of holds that exempts it. */
export async function expiredHolds(db: Db, unless: SQL): Promise<string[]> {
  const over = await db
    .selectDistinct({ id: holds.orderId })
    .from(holds)
    .where(and(lt(holds.until, sql`now()`), not(unless)))
    .limit(500);
  return over.map(({ id }) => id);
}

/** Releases an order's holds if they have expired; several processes may do so at the same time. */
export async function releaseExpired(db: Db, id: string, unless: SQL = sql`false`): Promise<void> {
  await transaction(db, async (tx) => {
    await releaseHold(tx, id, sql`(${holds.until} is null or ${holds.until} >= now() or ${unless})`);
    failPoint("releasing");
  });
  failPoint("released");
}

/**
 * Whether these items, which are locked, may be held while this shopper's card page is open. Anybody can become a guest, and such
 * a page is open for long: so guests who have not paid yet may hold only a part of a size, together with the codes of all
 * shoppers who have paid nothing. Beyond that a guest may still pay, and gets what is in stock when the money comes.
 */
export async function hasCardRoom(tx: Tx, userId: string, wanted: Line[]): Promise<boolean> {
  const { sizeShare, sizeAtLeast } = GUEST_CARDS;
  const { rowCount } = await tx.execute(sql`
    select from ${listOf(wanted)} as wanted (product_id, size, quantity)
      join ${stock} s on s.product_id = wanted.product_id and s.size = wanted.size
    where exists (select from ${users} me where me.id = ${userId} and me.guest_email is not null)
      and not ${hasPaidOrder(sql`${userId}`)}
      and wanted.quantity + (select coalesce(sum(kept.quantity), 0) from ${holds} kept
        join ${orders} o on o.id = kept.order_id join ${users} u on u.id = o.user_id
        where kept.product_id = s.product_id and kept.size = s.size
          and (o.payment_method = 'cod' or o.payment_method = 'flutterwave' and (u.guest_email is not null or o.guest_email is not null))
          and not ${hasPaidOrder(sql`o.user_id`)})
        > greatest(${sizeAtLeast}::int, floor((s.on_hand + s.held) * ${sizeShare}::numeric))
    limit 1`);
  return !rowCount;
}
