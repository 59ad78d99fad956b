import type pg from "pg";
import { expect } from "vitest";
import type { TestShop } from "./shop.ts";

/** How many statements wait for a lock. */
export async function waitingForLocks(shop: Pick<TestShop, "query">): Promise<number> {
  const waiting =
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  return (await shop.query(waiting)).length;
}

/** Until so many statements wait for a lock. */
export async function untilWaiting(shop: Pick<TestShop, "query">, count: number): Promise<void> {
  await expect.poll(() => waitingForLocks(shop)).toBe(count);
}

/** What the work gives, done while somebody holds what this statement locks, who then lets it go unchanged. */
export async function whileLocked<T>(
  { looking }: Pick<TestShop, "looking">,
  lock: string | pg.QueryConfig,
  work: (holder: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const holder = await looking.connect();
  try {
    await holder.query("begin");
    await holder.query(lock);
    return await work(holder);
  } finally {
    await holder.query("rollback");
    holder.release();
  }
}
