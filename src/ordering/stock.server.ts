import { and, eq, inArray, isNotNull, lt, not, type SQL, sql } from "drizzle-orm";
import { products, stock } from "../catalogue/tables.server.ts";
import { type Db, type Tx, transaction } from "../platform/database/db.server.ts";
import { failPoint } from "../platform/fail-point.server.ts";
import { UNFOUND_CODES } from "../shop.ts";
import { holds } from "./tables.server.ts";

export type Wanted = { productId: string; size: string; quantity: number };
export type StockRow = Awaited<ReturnType<typeof lockStock>>[number];

/** The wanted sizes with their product, locked in one fixed order so that two orders never wait for each other. */
export async function lockStock(tx: Tx, wanted: Wanted[]) {
  return tx
    .select({
      productId: stock.productId,
      size: stock.size,
      onHand: stock.onHand,
      name: products.name,
      price: products.price,
      image: sql<string>`coalesce(${products.images}[1], '')`,
      onSale: sql<boolean>`${products.published} and ${stock.size} = any(${products.sizes})`,
    })
    .from(stock)
    .innerJoin(products, eq(products.id, stock.productId))
    .where(sql`(${stock.productId}, ${stock.size}) in (${pairs(wanted)})`)
    .orderBy(stock.productId, stock.size)
    .for("update", { of: stock });
}

/** Takes the goods to sell them; gives how many sizes had enough, so that fewer than asked means: roll back. */
export async function takeStock(tx: Tx, wanted: Wanted[]): Promise<number> {
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

/** Puts locked goods back. */
export async function putOnShelf(tx: Tx, goods: Wanted[]): Promise<void> {
  await tx.execute(sql`
    update ${stock} set on_hand = on_hand + back.quantity
    from (values ${listOf(goods)}) as back (product_id, size, quantity)
    where ${stock.productId} = back.product_id and ${stock.size} = back.size`);
}

/** Whose goods are kept, and for how long: `id` is the payment's, `seconds` from now; without them until it is decided. */
type Hold = { id: string; userId: string; checkoutId: string; seconds?: number };

/**
 * Keeps locked goods for a payment under way, in one statement. Gives the lines there was not enough for: roll back.
 * With `share` goods kept for typed codes stay within `mostForCodes` of their size.
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
        ${share ? sql`and ${KEPT_FOR_CODES} + wanted.quantity <= ${MOST_FOR_CODES}` : sql``}
      returning ${stock.productId}, ${stock.size}, wanted.quantity
    )
    insert into ${holds} (id, user_id, checkout, product_id, size, quantity, until)
    select ${id}, ${userId}, ${checkoutId}, taken.product_id, taken.size, taken.quantity, ${until} from taken
    returning product_id as "productId", size`);
  return wanted.filter(
    ({ productId, size }) => !rows.some((row) => row.productId === productId && row.size === size),
  );
}

const KEPT_FOR_CODES = sql`(select coalesce(sum(kept.quantity), 0) from ${holds} kept
  where kept.product_id = ${stock.productId} and kept.size = ${stock.size} and kept.until is null)`;

/** Of what was received and is not sold. */
const MOST_FOR_CODES = sql`greatest(${UNFOUND_CODES.sizeAtLeast}::int,
  floor((${stock.onHand} + ${stock.held}) * ${UNFOUND_CODES.sizeShare}::numeric))`;

/**
 * Sells what was kept for this payment. When that was let go meanwhile: what another payment of its checkout keeps, for of
 * these only one becomes the order, and what is there now. Gives false when there is not enough; then nothing is taken.
 */
export async function sellHeld(
  tx: Tx,
  { id, userId, checkoutId }: Pick<Hold, "id" | "userId" | "checkoutId">,
  wanted: Wanted[],
): Promise<boolean> {
  const rows = await lockStock(tx, wanted);
  if ((await sellKept(tx, id)) > 0) return true;
  const kept = await heldFor(tx, userId, checkoutId);
  const of = (list: Wanted[], line: Wanted) =>
    list.find(({ productId, size }) => productId === line.productId && size === line.size)?.quantity ?? 0;
  const there = rows.map((row) => ({ ...row, quantity: row.onHand }));
  if (!wanted.every((line) => of(there, line) + of(kept, line) >= line.quantity)) return false;
  // locked are the wanted sizes alone
  if (kept.length > 0)
    await putBack(tx, sql`${ofCheckout(userId, checkoutId)} and (product_id, size) in (${pairs(wanted)})`);
  return (await takeStock(tx, wanted)) === wanted.length;
}

/** Sells what was kept for an order whose money was found. Orders of before goods were kept for codes took theirs at once. */
export async function sellHold(tx: Tx, id: string, wanted: Wanted[]): Promise<void> {
  await lockStock(tx, wanted);
  await sellKept(tx, id);
}

/** Gives how many lines were kept. */
async function sellKept(tx: Tx, id: string): Promise<number> {
  const sold = await tx.execute(sql`
    with gone as (delete from ${holds} where ${holds.id} = ${id} returning product_id, size, quantity)
    update ${stock} set held = held - gone.quantity from gone
    where ${stock.productId} = gone.product_id and ${stock.size} = gone.size`);
  return sold.rowCount ?? 0;
}

/** The goods kept for this shopper's checkout; those of an order on a code are that order's. */
export async function heldFor(tx: Tx, userId: string, checkoutId: string): Promise<Wanted[]> {
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

/** Puts locked goods of a checkout that goes on in another way back on the shelf. */
export async function releaseCheckout(tx: Tx, userId: string, checkoutId: string): Promise<void> {
  await putBack(tx, ofCheckout(userId, checkoutId));
}

function ofCheckout(userId: string, checkoutId: string): SQL {
  return sql`${holds.userId} = ${userId} and ${holds.checkoutId} = ${checkoutId} and ${holds.until} is not null`;
}

/** Puts the locked goods of an order whose code nobody found back on the shelf. False: none are kept for it. */
export async function releaseOrder(tx: Tx, order: { id: string; userId: string }): Promise<boolean> {
  return putBack(
    tx,
    sql`${holds.userId} = ${order.userId} and ${holds.checkoutId} = ${order.id} and ${holds.until} is null`,
  );
}

/** Puts what was kept for a payment back on the shelf. */
export async function releaseHold(tx: Tx, id: string, wanted: Wanted[]): Promise<void> {
  await lockStock(tx, wanted);
  await putBack(tx, sql`${holds.id} = ${id}`);
}

/** Puts locked goods that are kept for these payments back on the shelf. */
export async function releaseHolds(tx: Tx, ids: string[]): Promise<void> {
  await putBack(tx, sql`${inArray(holds.id, ids)} and ${holds.until} is not null`);
}

/** What is kept for this shopper's checkout goes on under another name of it. */
export async function renameHolds(tx: Tx, userId: string, from: string, to: string): Promise<void> {
  await tx
    .update(holds)
    .set({ checkoutId: to })
    .where(and(eq(holds.userId, userId), eq(holds.checkoutId, from)));
}

/** Keeps a payment's goods, where some are kept for a time, for so many more seconds from now; part of a statement. */
export function keepLonger(id: SQL | string, seconds: number): SQL {
  return sql`update ${holds} set until = greatest(until, now() + make_interval(secs => ${seconds}))
    where id = ${id} and until is not null`;
}

/** The payments whose goods were kept long enough; `unless` says of a row of holds that they are to be kept on. */
export async function expiredHolds(db: Db, unless: SQL): Promise<string[]> {
  const over = await db
    .selectDistinct({ id: holds.id })
    .from(holds)
    .where(and(lt(holds.until, sql`now()`), not(unless)))
    .limit(500);
  return over.map(({ id }) => id);
}

/** Lets go of what was kept for a payment, if its time is over; several processes may do so at once. */
export async function releaseExpired(db: Db, id: string, unless: SQL = sql`false`): Promise<void> {
  await transaction(db, async (tx) => {
    const over = and(eq(holds.id, id), lt(holds.until, sql`now()`), not(unless)) as SQL;
    const kept = await tx.select().from(holds).where(over);
    if (kept.length > 0) await lockStock(tx, kept);
    await putBack(tx, over);
    failPoint("releasing");
  });
  failPoint("released");
}

/** False: nothing was kept. */
async function putBack(tx: Tx, which: SQL): Promise<boolean> {
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
export function pairs(wanted: Wanted[]) {
  return sql.join(
    wanted.map((line) => sql`(${line.productId}, ${line.size})`),
    sql`, `,
  );
}
