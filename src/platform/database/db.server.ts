import { Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { logOutside } from "../log.server.ts";
import { ShopError } from "../shop-error.ts";
import { isOutdated, named, renameAll } from "./compiled.server.ts";

/** A database on the pool `$client`. Use `transaction` below, not drizzle's own. */
export type Db = Omit<NodePgDatabase, "transaction"> & { $client: pg.Pool };
export type Tx = Parameters<Parameters<NodePgDatabase["transaction"]>[0]>[0];

/** Connections for the catalogue, so that browsing takes none from orders and staff. */
const READERS = 6;

/** A pooled PostgreSQL; every wait has a timeout. `reading` is for the catalogue, and has a pool of its own. */
export function connectDatabase(
  connection: pg.PoolConfig,
  log: { warn(fields: object, message: string): void },
) {
  const settings: pg.PoolConfig = {
    max: 12,
    // milliseconds to wait for a free connection as for a new one: a busy shop says so soon
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    // for a server that does not answer at all: a little longer than statement_timeout
    query_timeout: 6_000,
    keepAlive: true,
    // see `pipelined`
    pipeline: true,
    stream: () => new BatchingSocket(),
    application_name: "sauti-shop",
    options: [
      "-c TimeZone=UTC",
      // for SSDs: the default assumes spinning disks and avoids indexes
      "-c random_page_cost=1.1",
      "-c statement_timeout=5000",
      "-c lock_timeout=2000",
      "-c idle_in_transaction_session_timeout=10000",
    ].join(" "),
    ...connection,
  };
  const pool = openPool(settings, log);
  const readers = openPool({ ...settings, max: Math.min(READERS, settings.max ?? READERS) }, log);
  return {
    pool,
    readers,
    db: over(pool, preparing(pool)),
    // not prepared: each search deserves a plan for its own values
    reading: over(readers, readers),
    /** A connection of its own for LISTEN, not open yet. */
    listenerClient: () => new pg.Client({ ...settings, application_name: "sauti-listener" }),
    close: () => Promise.all([pool.end(), readers.end()]),
  };
}

/** Sends what is written in one turn of the event loop together: pg writes each pipelined statement alone. */
class BatchingSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork());
  }
}

function openPool(settings: pg.PoolConfig, log: { warn(fields: object, message: string): void }): pg.Pool {
  const pool = new pg.Pool(settings);
  // a lost connection emits "error", idle or in use; without a listener that would end the process
  pool.on("error", (error) =>
    logOutside(() => log.warn({ reason: error.message }, "a database connection was lost")),
  );
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

type Statements = { query(statement: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> };

/** drizzle uses only `query` of a pool. */
function over(pool: pg.Pool, statements: Statements): Db {
  return Object.assign(drizzle({ client: statements as unknown as pg.Pool }), { $client: pool });
}

/** Sends compiled statements under their names; a second time where the table has changed, as then nothing was executed. */
function preparing(pool: pg.Pool): Statements {
  return {
    async query(statement, values) {
      try {
        return await pool.query(named(statement), values);
      } catch (error) {
        if (!isOutdated(error)) throw error;
        renameAll();
        return pool.query(named(statement), values);
      }
    },
  };
}

/**
 * Runs one use case in one transaction; after a deadlock or serialization failure it is tried up to three times.
 * @throws ShopError 503 when the third fails too
 */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transactionOnce(db, work);
    } catch (error) {
      if (!isRepeatable(error)) throw error;
      if (attempt === 3) throw new ShopError(503, BUSY);
      await setTimeout(Math.random() * 20 * attempt);
    }
  }
}

/** Everything was rolled back, for a reason that may not occur in another try. */
function isRepeatable(error: unknown): boolean {
  const found = databaseError(error);
  if (!isOutdated(found)) return found?.code === "40001" || found?.code === "40P01";
  renameAll();
  return true;
}

/** Drizzle's own pooled transaction never releases a connection whose BEGIN failed, and keeps one that timed out. */
async function transactionOnce<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await db.$client.connect();
  let silent = false;
  try {
    const statements: Statements = { query: (statement, values) => client.query(named(statement), values) };
    return await drizzle({ client: statements as unknown as pg.PoolClient }).transaction(work);
  } catch (error) {
    silent = isDatabaseAway(error) && databaseCode(error) === undefined;
    throw error;
  } finally {
    client.release(silent);
  }
}

/**
 * Pipelines statements of one transaction that do not need each other's results: they are sent one after the other without
 * waiting, executed in the order given, and all awaited.
 * @throws the error of the statement that failed first, not the "transaction is aborted" of those after it
 */
export async function pipelined<T extends readonly (() => unknown)[] | []>(
  work: T,
): Promise<{ -readonly [At in keyof T]: T[At] extends () => infer Answer ? Awaited<Answer> : never }> {
  // inside a Promise, as drizzle sends a statement only when it is awaited
  const started = work.map((begin) => new Promise((resolve) => resolve(begin())));
  const settled = await Promise.allSettled(started);
  const errors = settled.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  if (errors.length > 0) throw errors.find((error) => databaseCode(error) !== ABORTED) ?? errors[0];
  return settled.map((one) => (one.status === "fulfilled" ? one.value : undefined)) as never;
}

/** in_failed_sql_transaction: what PostgreSQL answers to a statement behind one that failed. */
const ABORTED = "25P02";

export const BUSY = "The shop is very busy. Please try again in a moment.";

/** Milliseconds for which `retryWrite` tries. */
const RETRY_WRITE_MS = 30_000;

/** Writes what only this process knows, such as a provider's answer: once more each second while the database is away. */
export async function retryWrite<T>(write: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + RETRY_WRITE_MS; ; await setTimeout(1_000)) {
    try {
      return await write();
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() > until) throw error;
    }
  }
}

/** True when the row violates the unique constraint. */
export function isDuplicate(error: unknown, constraint: string): boolean {
  return databaseCode(error) === "23505" && databaseError(error)?.constraint === constraint;
}

/** True when the database is unreachable or overloaded, so that a later try may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  const code = databaseCode(error) ?? (cause as NodeJS.ErrnoException).code;
  if (code && AWAY.has(code)) return true;
  return SILENT.test(cause.message);
}

/** True when the database is unreachable, not when a statement timed out or waited too long for a lock. */
export function isConnectionLost(error: unknown): boolean {
  const code = databaseCode(error);
  return isDatabaseAway(error) && code !== "55P03" && code !== "57014";
}

// PostgreSQL's class 08 and 57P0x, too many connections, disk full, lock and statement timeouts; then the sockets'
const AWAY = new Set(
  "08000 08001 08003 08004 08006 57P01 57P02 57P03 57014 55P03 53100 53200 53300 25P03 ECONNREFUSED ECONNRESET ENOENT EPIPE ETIMEDOUT EAI_AGAIN ENOTFOUND".split(
    " ",
  ),
);

const SILENT =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable|Cannot use a pool after/;

function databaseCode(error: unknown): string | undefined {
  return databaseError(error)?.code;
}

function databaseError(error: unknown): pg.DatabaseError | undefined {
  if (error instanceof pg.DatabaseError) return error;
  if (error instanceof Error && error.cause) return databaseError(error.cause);
  return undefined;
}
