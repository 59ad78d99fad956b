import { type SQL, sql } from "drizzle-orm";
import type { ResponseCache } from "../../platform/cache/response-cache.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import type { Log } from "../../platform/log.server.ts";
import { products } from "../tables.server.ts";

/** PostgreSQL's channel for moments of products that were set, moved or taken away; a trigger of `products` sends on it. */
export const DROP_CHANGES = "drop_changes";

/** The next moment is read again so often, in milliseconds, so that two clocks that run apart never differ by much. */
const READ_EVERY = 60_000;
const RETRY_AFTER = 1_000;
/** Milliseconds after a moment at which it is looked whether it has come by the database's clock too. */
const SLACK = 2;

/**
 * Ends what this process has cached at the moment of the next drop, to the millisecond of the database's clock: this
 * process's own clock is never asked what time it is, only how much of it has passed. `read` reads the next moment, at the
 * start and whenever one has changed. While that is not known, nothing is cached.
 */
export function createDropClock({ db, log, cache }: { db: Db; log: Log; cache: ResponseCache }) {
  /** The database's time when the next moment was read last: what came since then has passed unseen. */
  let readAt: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  /** Of two readings at once, the one that began last counts. */
  let begun = 0;

  async function read(): Promise<void> {
    if (closed) return;
    clearTimeout(timer);
    const turn = ++begun;
    // counted from before it was asked: rather a little early than late
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
      // it has come: what was made before is old, and there may be another one
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

/** The first moment after that one, or after now: milliseconds until it comes, less than nothing when it has; null for none. */
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
