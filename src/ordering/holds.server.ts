import { and, eq, inArray, lt, not, type SQL, sql } from "drizzle-orm";
import { type Line, lineOf, sizeName } from "../cart/rules.ts";
import { products, stock } from "../catalogue/tables.server.ts";
import { compiled, type Places, type Value } from "../platform/database/compiled.server.ts";
import { type Db, type Tx, transaction } from "../platform/database/db.server.ts";
import { failPoint } from "../platform/fail-point.server.ts";
import { UNFOUND_CODES } from "../shop.ts";
import { hasPaidOrder } from "./has-paid-order.server.ts";
import {
  columnsOf,
  type LineColumns,
  listOf,
  lockStock,
  restock,
  rowsOf,
  sellStock,
} from "./stock.server.ts";
import { holds } from "./tables.server.ts";

/** A hold on items: `id` is the payment's, `seconds` from now when it expires; without them it lasts until it is decided. */
type Hold = { id: string; userId: string; checkoutId: string; seconds?: number };

/** Whose orders on typed codes share a part of each size: everybody's, or those of shoppers without a paid order. */
export type Sharers = "all" | "unproven";

/**
 * Holds items of locked stock for a payment, in one statement. Returns the lines without enough stock: roll back.
 * `share` limits what is held for the typed codes of these shoppers to MAX_FOR_CODES of a size.
 */
export async function holdStock<L extends Line>(
  tx: Tx,
  { id, userId, checkoutId, seconds }: Hold,
  wanted: L[],
  { share }: { share?: Sharers | undefined } = {},
): Promise<L[]> {
  const hold = { id, userId, checkoutId, seconds: seconds ?? null, ...columnsOf(wanted) };
  const statement = share ? HOLD_SHARED[share] : HOLD_STOCK;
  const { rows } = await tx.execute<{ productId: string; size: string }>(statement(hold));
  return wanted.filter((line) => !lineOf(rows, line));
}

const heldBy = (counts: SQL) => sql`(select coalesce(sum(kept.quantity), 0) from ${holds} kept
  where kept.product_id = ${stock.productId} and kept.size = ${stock.size} and ${counts})`;

/** A share of what was received and is not sold. */
const MAX_FOR_CODES = sql`greatest(${UNFOUND_CODES.sizeAtLeast}::int,
  floor((${stock.onHand} + ${stock.held}) * ${UNFOUND_CODES.sizeShare}::numeric))`;

type NewHold = LineColumns & { id: string; userId: string; checkoutId: string; seconds: number | null };

const HOLD_STOCK = compiled<NewHold>((hold) => insertHold(hold, sql`true`));
const holdShared = (counts: SQL) =>
  compiled<NewHold>((hold) => insertHold(hold, sql`${heldBy(counts)} + wanted.quantity <= ${MAX_FOR_CODES}`));
/** Which holds count: those of codes, which have no end, or all of shoppers who have paid nothing, prompts and cards too. */
const COUNTED: Record<Sharers, SQL> = {
  all: sql`kept.until is null`,
  unproven: sql`not ${hasPaidOrder(sql`kept.user_id`)}`,
};
const HOLD_SHARED = { all: holdShared(COUNTED.all), unproven: holdShared(COUNTED.unproven) };

/** Of these items, those that are there but too many for what unfound codes may keep of their size; without locks. */
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

/** What is said where unfound codes keep as many of these sizes as they may. */
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
    insert into ${holds} (id, user_id, checkout, product_id, size, quantity, until)
    select ${hold.id}, ${hold.userId}, ${hold.checkoutId}, taken.product_id, taken.size, taken.quantity,
      now() + make_interval(secs => ${hold.seconds}::float8) from taken
    returning product_id as "productId", size`;
}

/**
 * Sells the items held for this payment. If that hold has been released, it takes what is held for other payments of its
 * checkout, since only one of them becomes the order, and the rest from stock. False when both together are not enough;
 * nothing changes then.
 */
export async function sellCheckoutHold(
  tx: Tx,
  { id, userId, checkoutId }: Pick<Hold, "id" | "userId" | "checkoutId">,
  wanted: Line[],
): Promise<boolean> {
  const rows = await lockStock(tx, wanted);
  if ((await consumeHold(tx, id)) > 0) return true;
  const kept = await findHeldLines(tx, userId, checkoutId);
  const available = (line: Line) => (lineOf(rows, line)?.onHand ?? 0) + (lineOf(kept, line)?.quantity ?? 0);
  if (!wanted.every((line) => available(line) >= line.quantity)) return false;
  // only the wanted sizes are locked
  if (kept.length > 0)
    await releaseWhere(
      tx,
      sql`${isOfCheckout(userId, checkoutId)} and (product_id, size) in (select product_id, size from ${listOf(wanted)} as wanted (product_id, size, quantity))`,
    );
  return (await sellStock(tx, wanted)) === wanted.length;
}

/** Sells the items held for an order whose money was found. */
export async function sellHold(tx: Tx, id: string, wanted: Line[]): Promise<void> {
  await lockStock(tx, wanted);
  await consumeHold(tx, id);
}

/** Sells the items held for an order whose money was found, whatever attempt holds them. */
export async function sellOrderHold(tx: Tx, orderId: string): Promise<void> {
  const kept = await tx.select().from(holds).where(eq(holds.checkoutId, orderId));
  if (kept.length > 0) await lockStock(tx, kept);
  for (const id of new Set(kept.map((hold) => hold.id))) await consumeHold(tx, id);
}

/** Returns how many lines were held. */
async function consumeHold(tx: Tx, id: string): Promise<number> {
  const sold = await tx.execute(sql`
    with gone as (delete from ${holds} where ${holds.id} = ${id} returning product_id, size, quantity)
    update ${stock} set held = held - gone.quantity from gone
    where ${stock.productId} = gone.product_id and ${stock.size} = gone.size`);
  return sold.rowCount ?? 0;
}

/** The items held for this shopper's checkout, without those held for an order on a code. */
export async function findHeldLines(tx: Tx, userId: string, checkoutId: string): Promise<Line[]> {
  const { rows } = await tx.execute<Line>(HELD_LINES({ userId, checkoutId }));
  return rows;
}

const HELD_LINES = compiled<{ userId: string; checkoutId: string }>(
  ({ userId, checkoutId }) => sql`
    select product_id as "productId", size, sum(quantity)::int as quantity from ${holds}
    where ${isOfCheckout(userId, checkoutId)} group by product_id, size`,
);

/** Releases the holds, on locked stock, of a checkout that continues with another way to pay. */
export async function releaseCheckout(tx: Tx, userId: string, checkoutId: string): Promise<void> {
  await releaseWhere(tx, isOfCheckout(userId, checkoutId));
}

function isOfCheckout(userId: Value<string>, checkoutId: Value<string>): SQL {
  return sql`${holds.userId} = ${userId} and ${holds.checkoutId} = ${checkoutId} and ${holds.until} is not null`;
}

/** Releases the holds, on locked stock, of an order whose code was not found. False when there are none. */
export async function releaseOrder(tx: Tx, order: OrderKey): Promise<boolean> {
  return releaseWhere(tx, isOfOrder(order));
}

type OrderKey = { id: string; userId: string };

function isOfOrder({ id, userId }: OrderKey): SQL {
  return sql`${holds.userId} = ${userId} and ${holds.checkoutId} = ${id} and ${holds.until} is null`;
}

/**
 * Exchanges the items of an order, their stock locked and enough: those held until its code is found are held still, those
 * sold are sold.
 */
export async function exchangeStock(tx: Tx, order: OrderKey, before: Line[], after: Line[]): Promise<void> {
  const [hold] = await tx.select({ id: holds.id }).from(holds).where(isOfOrder(order)).limit(1);
  if (hold) {
    await releaseOrder(tx, order);
    await holdStock(tx, { id: hold.id, userId: order.userId, checkoutId: order.id }, after);
  } else {
    await restock(tx, before);
    await sellStock(tx, after);
  }
}

/** Releases the holds of a payment. */
export async function releaseHold(tx: Tx, id: string, wanted: Line[]): Promise<void> {
  await lockStock(tx, wanted);
  await releaseWhere(tx, sql`${holds.id} = ${id}`);
}

/** Releases the holds, on locked stock, of these payments. */
export async function releaseHolds(tx: Tx, ids: string[]): Promise<void> {
  await releaseWhere(tx, sql`${inArray(holds.id, ids)} and ${holds.until} is not null`);
}

/** Moves the holds of this shopper's checkout to another checkout id. */
export async function renameHolds(tx: Tx, userId: string, from: string, to: string): Promise<void> {
  await tx
    .update(holds)
    .set({ checkoutId: to })
    .where(and(eq(holds.userId, userId), eq(holds.checkoutId, from)));
}

/** Releases the holds that a condition names, on locked stock. False when there were no holds. */
async function releaseWhere(tx: Tx, which: SQL): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    with gone as (delete from ${holds} where ${which} returning product_id, size, quantity),
    back as (select product_id, size, sum(quantity)::int as quantity from gone group by 1, 2),
    free as (
      update ${stock} set on_hand = on_hand + back.quantity, held = held - back.quantity from back
      where ${stock.productId} = back.product_id and ${stock.size} = back.size
    ) select from gone`);
  return rows.length > 0;
}

/** SQL that extends a payment's expiring holds to at least so many seconds from now. */
export function extendHold(id: SQL | string, seconds: number): SQL {
  return sql`update ${holds} set until = greatest(until, now() + make_interval(secs => ${seconds}))
    where id = ${id} and until is not null`;
}

/** The payments with expired holds; `unless` is a condition on a row of holds that exempts it. */
export async function expiredHolds(db: Db, unless: SQL): Promise<string[]> {
  const over = await db
    .selectDistinct({ id: holds.id })
    .from(holds)
    .where(and(lt(holds.until, sql`now()`), not(unless)))
    .limit(500);
  return over.map(({ id }) => id);
}

/** Releases a payment's holds if they have expired; several processes may do so at the same time. */
export async function releaseExpired(db: Db, id: string, unless: SQL = sql`false`): Promise<void> {
  await transaction(db, async (tx) => {
    const over = and(eq(holds.id, id), lt(holds.until, sql`now()`), not(unless)) as SQL;
    const kept = await tx.select().from(holds).where(over);
    if (kept.length > 0) await lockStock(tx, kept);
    await releaseWhere(tx, over);
    failPoint("releasing");
  });
  failPoint("released");
}
