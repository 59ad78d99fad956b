import { and, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { IS_ANNOUNCED, IS_COMING, IS_ON_SALE } from "../catalogue/on-sale.server.ts";
import { products, stock } from "../catalogue/tables.server.ts";
import type { Tx } from "../platform/database/db.server.ts";
import { UNFOUND_CODES } from "../shop.ts";
import { holds } from "./tables.server.ts";

export type Wanted = { productId: string; size: string; quantity: number };
export type StockRow = Awaited<ReturnType<typeof lockStock>>[number];

/** The wanted sizes with their product, locked in one fixed order so that two orders never deadlock. */
export async function lockStock(tx: Tx, wanted: Wanted[]) {
  return tx
    .select({
      productId: stock.productId,
      size: stock.size,
      onHand: stock.onHand,
      name: products.name,
      price: products.price,
      category: products.category,
      image: sql<string>`coalesce(${products.images}[1], '')`,
      onSale: sql<boolean>`${IS_ON_SALE} and ${stock.size} = any(${products.sizes})`,
      /** Its moment is still to come, and whether shoppers may know of it. */
      isComing: IS_COMING,
      isAnnounced: IS_ANNOUNCED,
      onSaleFrom: products.onSaleFrom,
    })
    .from(stock)
    .innerJoin(products, eq(products.id, stock.productId))
    .where(sql`(${stock.productId}, ${stock.size}) in (${pairs(wanted)})`)
    .orderBy(stock.productId, stock.size)
    .for("update", { of: stock });
}

/** Sells the goods. Returns how many sizes had enough: when fewer than asked, roll back. */
async function sellStock(tx: Tx, wanted: Wanted[]): Promise<number> {
  const taken = await tx.execute(sql`
    update ${stock} set on_hand = on_hand - taken.quantity
    from (values ${listOf(wanted)}) as taken (product_id, size, quantity)
    where ${stock.productId} = taken.product_id and ${stock.size} = taken.size and ${stock.onHand} >= taken.quantity`);
  return taken.rowCount ?? 0;
}

/** Goods as rows of a VALUES list: product, size, quantity. */
export function listOf(wanted: Wanted[]) {
  return sql.join(
    wanted.map((line) => sql`(${line.productId}, ${line.size}, ${line.quantity}::int)`),
    sql`, `,
  );
}

/** Puts locked goods back into stock. */
export async function restock(tx: Tx, goods: Wanted[]): Promise<void> {
  await tx.execute(sql`
    update ${stock} set on_hand = on_hand + back.quantity
    from (values ${listOf(goods)}) as back (product_id, size, quantity)
    where ${stock.productId} = back.product_id and ${stock.size} = back.size`);
}

/** A hold on goods: `id` is the payment's, `seconds` from now when it expires; without them it lasts until it is decided. */
type Hold = { id: string; userId: string; checkoutId: string; seconds?: number };

/**
 * Holds locked goods for a payment, in one statement. Returns the lines without enough stock: roll back.
 * `share` limits the goods held for typed codes to MAX_FOR_CODES of a size.
 */
export async function holdStock(
  tx: Tx,
  { id, userId, checkoutId, seconds }: Hold,
  wanted: Wanted[],
  { share = false } = {},
): Promise<Wanted[]> {
  const until = seconds === undefined ? sql`null` : sql`now() + make_interval(secs => ${seconds})`;
  const { rows } = await tx.execute<{ productId: string; size: string }>(sql`
    with taken as (
      update ${stock} set on_hand = on_hand - wanted.quantity, held = held + wanted.quantity
      from (values ${listOf(wanted)}) as wanted (product_id, size, quantity)
      where ${stock.productId} = wanted.product_id and ${stock.size} = wanted.size
        and ${stock.onHand} >= wanted.quantity
        ${share ? sql`and ${HELD_FOR_CODES} + wanted.quantity <= ${MAX_FOR_CODES}` : sql``}
      returning ${stock.productId}, ${stock.size}, wanted.quantity
    )
    insert into ${holds} (id, user_id, checkout, product_id, size, quantity, until)
    select ${id}, ${userId}, ${checkoutId}, taken.product_id, taken.size, taken.quantity, ${until} from taken
    returning product_id as "productId", size`);
  return wanted.filter(
    ({ productId, size }) => !rows.some((row) => row.productId === productId && row.size === size),
  );
}

const HELD_FOR_CODES = sql`(select coalesce(sum(kept.quantity), 0) from ${holds} kept
  where kept.product_id = ${stock.productId} and kept.size = ${stock.size} and kept.until is null)`;

/** A share of what was received and is not sold. */
const MAX_FOR_CODES = sql`greatest(${UNFOUND_CODES.sizeAtLeast}::int,
  floor((${stock.onHand} + ${stock.held}) * ${UNFOUND_CODES.sizeShare}::numeric))`;

/**
 * Sells the goods held for this payment. If that hold has been released, it takes what is held for other payments of its
 * checkout, since only one of them becomes the order, and the rest from stock. False when both together are not enough;
 * nothing changes then.
 */
export async function sellCheckoutHold(
  tx: Tx,
  { id, userId, checkoutId }: Pick<Hold, "id" | "userId" | "checkoutId">,
  wanted: Wanted[],
): Promise<boolean> {
  const rows = await lockStock(tx, wanted);
  if ((await consumeHold(tx, id)) > 0) return true;
  const kept = await findHeldLines(tx, userId, checkoutId);
  const of = (list: Wanted[], line: Wanted) =>
    list.find(({ productId, size }) => productId === line.productId && size === line.size)?.quantity ?? 0;
  const there = rows.map((row) => ({ ...row, quantity: row.onHand }));
  if (!wanted.every((line) => of(there, line) + of(kept, line) >= line.quantity)) return false;
  // only the wanted sizes are locked
  if (kept.length > 0)
    await releaseWhere(
      tx,
      sql`${isOfCheckout(userId, checkoutId)} and (product_id, size) in (${pairs(wanted)})`,
    );
  return (await sellStock(tx, wanted)) === wanted.length;
}

/** Sells the goods held for an order whose money was found. Orders from before holds for codes have none. */
export async function sellHold(tx: Tx, id: string, wanted: Wanted[]): Promise<void> {
  await lockStock(tx, wanted);
  await consumeHold(tx, id);
}

/** Returns how many lines were held. */
async function consumeHold(tx: Tx, id: string): Promise<number> {
  const sold = await tx.execute(sql`
    with gone as (delete from ${holds} where ${holds.id} = ${id} returning product_id, size, quantity)
    update ${stock} set held = held - gone.quantity from gone
    where ${stock.productId} = gone.product_id and ${stock.size} = gone.size`);
  return sold.rowCount ?? 0;
}

/** The goods held for this shopper's checkout, without those held for an order on a code. */
export async function findHeldLines(tx: Tx, userId: string, checkoutId: string): Promise<Wanted[]> {
  return tx
    .select({
      productId: holds.productId,
      size: holds.size,
      quantity: sql<number>`sum(${holds.quantity})::int`,
    })
    .from(holds)
    .where(and(eq(holds.userId, userId), eq(holds.checkoutId, checkoutId), isNotNull(holds.until)))
    .groupBy(holds.productId, holds.size);
}

/** Releases the holds, on locked goods, of a checkout that continues with another way to pay. */
export async function releaseCheckout(tx: Tx, userId: string, checkoutId: string): Promise<void> {
  await releaseWhere(tx, isOfCheckout(userId, checkoutId));
}

function isOfCheckout(userId: string, checkoutId: string): SQL {
  return sql`${holds.userId} = ${userId} and ${holds.checkoutId} = ${checkoutId} and ${holds.until} is not null`;
}

/** Releases the holds, on locked goods, of an order whose code was not found. False when there are none. */
export async function releaseOrder(tx: Tx, order: { id: string; userId: string }): Promise<boolean> {
  return releaseWhere(
    tx,
    sql`${holds.userId} = ${order.userId} and ${holds.checkoutId} = ${order.id} and ${holds.until} is null`,
  );
}

/**
 * Exchanges the goods of an order, all of them locked and enough: those held until its code is found are held still, those
 * sold are sold.
 */
export async function exchangeStock(
  tx: Tx,
  order: { id: string; userId: string },
  before: Wanted[],
  after: Wanted[],
): Promise<void> {
  const [hold] = await tx
    .select({ id: holds.id })
    .from(holds)
    .where(
      sql`${holds.userId} = ${order.userId} and ${holds.checkoutId} = ${order.id} and ${holds.until} is null`,
    )
    .limit(1);
  if (hold) {
    await releaseOrder(tx, order);
    await holdStock(tx, { id: hold.id, userId: order.userId, checkoutId: order.id }, after);
  } else {
    await restock(tx, before);
    await sellStock(tx, after);
  }
}

/** Releases the holds of a payment. */
export async function releaseHold(tx: Tx, id: string, wanted: Wanted[]): Promise<void> {
  await lockStock(tx, wanted);
  await releaseWhere(tx, sql`${holds.id} = ${id}`);
}

/** Releases the holds, on locked goods, of these payments. */
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

/** Releases the holds that a condition names, on locked goods. False when there were no holds. */
export async function releaseWhere(tx: Tx, which: SQL): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    with gone as (delete from ${holds} where ${which} returning product_id, size, quantity),
    back as (select product_id, size, sum(quantity)::int as quantity from gone group by 1, 2),
    free as (
      update ${stock} set on_hand = on_hand + back.quantity, held = held - back.quantity from back
      where ${stock.productId} = back.product_id and ${stock.size} = back.size
    ) select from gone`);
  return rows.length > 0;
}

/** Goods as a list for IN: product, size. */
function pairs(wanted: Wanted[]) {
  return sql.join(
    wanted.map((line) => sql`(${line.productId}, ${line.size})`),
    sql`, `,
  );
}
