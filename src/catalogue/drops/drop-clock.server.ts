import { type SQL, sql } from "drizzle-orm";
import type { ResponseCache } from "../../platform/cache/response-cache.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import type { Log } from "../../platform/log.server.ts";
import { products } from "../tables.server.ts";

/** PostgreSQL's channel for starts of products that were set, moved or removed; a trigger of `products` notifies it. */
export const DROP_CHANGES = "drop_changes";

/** Milliseconds between two readings of the next start, so that the process's clock never drifts far from the database's. */
const READ_EVERY = 60_000;
const RETRY_AFTER = 1_000;
/** Milliseconds after a start before the database's clock is checked for it. */
const SLACK = 2;

/**
 * Ends what this process has cached at the start of the next drop, to the millisecond of the database's clock: this
 * process's own clock is used only to measure how much time has passed. `read` reads the next start, when the process
 * starts and whenever one has changed. While it is not known, nothing is served from the cache.
 */
export function createDropClock({ db, log, cache }: { db: Db; log: Log; cache: ResponseCache }) {
  /** The database's time at the last reading: a start since then has not been handled yet. */
  let readAt: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  /** Of two concurrent readings the one that began last counts. */
  let begun = 0;

  async function read(): Promise<void> {
    if (closed) return;
    clearTimeout(timer);
    const turn = ++begun;
    // measured from before the query: ending a little too early is better than too late
    const asked = performance.now();
    let next: Awaited<ReturnType<typeof findNext>>;
    try {
      next = await findNext(db, readAt);
    } catch (error) {
      if (turn !== begun || closed) return;
      log.warn({ err: error }, "the next drop could not be read");
      cache.endAt(0);
      return readAfter(RETRY_AFTER);
    }
    if (turn !== begun || closed) return;
    readAt = next.now;
    if (next.wait === null) return cache.endAt(Number.POSITIVE_INFINITY);
    if (next.wait <= 0) {
      // the sale has begun: what was cached before is old, and there may be another start
      cache.drop();
      return read();
    }
    cache.endAt(asked + next.wait);
    readAfter(Math.min(asked + next.wait - performance.now() + SLACK, READ_EVERY));
  }

  function readAfter(ms: number): void {
    timer = setTimeout(() => void read(), ms);
    timer.unref();
  }

  return {
    async read(): Promise<void> {
      cache.endAt(0);
      await read();
    },
    close(): void {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/** Milliseconds until the first start after `after`, or after now; negative where it has passed, null where there is none. */
async function findNext(db: Db, after: string | undefined): Promise<{ now: string; wait: number | null }> {
  const from: SQL = after === undefined ? sql`now()` : sql`${after}::timestamptz`;
  const { rows } = await db.execute<{ now: string; wait: number | null }>(sql`
    select clock::text as now, (extract(epoch from next.moment - clock) * 1000)::float8 as wait
    from (select min(${products.onSaleFrom}) as moment from ${products}
      where ${products.published} and ${products.onSaleFrom} > ${from}) as next, clock_timestamp() as clock`);
  const [found] = rows;
  if (!found) throw new Error("no answer about the next drop");
  return found;
}
