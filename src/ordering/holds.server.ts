import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import { stock } from "../catalogue/tables.server.ts";
import { type Db, type Tx, transaction } from "../platform/db.server.ts";
import { failPoint } from "../platform/fail-point.server.ts";
import { lockStock, takeStock, type Wanted } from "./queries.server.ts";
import { holds } from "./tables.server.ts";

/** Whose goods are kept, and for how long: `id` is the payment's, `seconds` from now. */
type Hold = { id: string; userId: string; checkout: string; seconds: number };

/** Keeps locked goods for a payment under way. Gives false when there were not enough: roll back. */
export async function holdStock(tx: Tx, { seconds, ...hold }: Hold, wanted: Wanted[]): Promise<boolean> {
  if ((await takeStock(tx, wanted, { held: true })) !== wanted.length) return false;
  await tx.insert(holds).values(
    wanted.map(({ productId, size, quantity }) => ({
      ...hold,
      productId,
      size,
      quantity,
      until: sql`now() + make_interval(secs => ${seconds})`,
    })),
  );
  return true;
}

/**
 * Sells what was kept for this payment, or, when that was let go meanwhile, what is there now. Gives false when there
 * is not enough left; then nothing is taken.
 */
export async function sellHeld(tx: Tx, id: string, wanted: Wanted[]): Promise<boolean> {
  const rows = await lockStock(tx, wanted);
  const sold = await tx.execute(sql`
    with gone as (delete from ${holds} where ${holds.id} = ${id} returning product_id, size, quantity)
    update ${stock} set held = held - gone.quantity from gone
    where ${stock.productId} = gone.product_id and ${stock.size} = gone.size`);
  if (sold.rowCount) return true;
  const enough = wanted.every(({ productId, size, quantity }) =>
    rows.some((row) => row.productId === productId && row.size === size && row.onHand >= quantity),
  );
  return enough && (await takeStock(tx, wanted)) === wanted.length;
}

/** The goods kept for this shopper's checkout. */
export async function heldFor(tx: Tx, userId: string, checkout: string): Promise<Wanted[]> {
  return tx
    .select({
      productId: holds.productId,
      size: holds.size,
      quantity: sql<number>`sum(${holds.quantity})::int`,
    })
    .from(holds)
    .where(and(eq(holds.userId, userId), eq(holds.checkout, checkout)))
    .groupBy(holds.productId, holds.size);
}

/** Puts locked goods of a checkout that goes on in another way back on the shelf. */
export async function releaseCheckout(tx: Tx, userId: string, checkout: string): Promise<void> {
  await putBack(tx, sql`${holds.userId} = ${userId} and ${holds.checkout} = ${checkout}`);
}

/** Puts what was kept for a payment back on the shelf. */
export async function releaseHold(tx: Tx, id: string, wanted: Wanted[]): Promise<void> {
  await lockStock(tx, wanted);
  await putBack(tx, sql`${holds.id} = ${id}`);
}

/** The payments whose goods were kept long enough. */
export async function expiredHolds(db: Db): Promise<string[]> {
  const over = await db
    .selectDistinct({ id: holds.id })
    .from(holds)
    .where(lt(holds.until, sql`now()`))
    .limit(500);
  return over.map(({ id }) => id);
}

/** Lets go of what was kept for a payment, if its time is over; several processes may do so at once. */
export async function releaseExpired(db: Db, id: string): Promise<void> {
  await transaction(db, async (tx) => {
    const over = and(eq(holds.id, id), lt(holds.until, sql`now()`)) as SQL;
    const kept = await tx.select().from(holds).where(over);
    if (kept.length > 0) await lockStock(tx, kept);
    await putBack(tx, over);
    failPoint("releasing");
  });
  failPoint("released");
}

async function putBack(tx: Tx, which: SQL): Promise<void> {
  await tx.execute(sql`
    with gone as (delete from ${holds} where ${which} returning product_id, size, quantity),
    back as (select product_id, size, sum(quantity)::int as quantity from gone group by 1, 2)
    update ${stock} set on_hand = on_hand + back.quantity, held = held - back.quantity from back
    where ${stock.productId} = back.product_id and ${stock.size} = back.size`);
}
