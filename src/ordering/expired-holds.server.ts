import { and, eq, lt, not, type SQL, sql } from "drizzle-orm";
import { type Db, transaction } from "../platform/database/db.server.ts";
import { failPoint } from "../platform/fail-point.server.ts";
import { lockStock, releaseWhere } from "./stock.server.ts";
import { holds } from "./tables.server.ts";

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

/** Releases a payment's holds if they have expired; several processes may do so at once. */
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
