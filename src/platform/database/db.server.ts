import { Socket } from "node:net";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { logOutside } from "../log.server.ts";
import { hasSocket } from "../postgres/sockets.server.ts";
import { ShopError } from "../shop-error.ts";
import { PatientPool } from "./pool.server.ts";

export type Db = NodePgDatabase & { $client: pg.Pool };
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

/** A pooled PostgreSQL; every wait in it ends by itself. `reading` is for readers, who leave part of it to writers. */
export function connectDatabase(
  connection: pg.PoolConfig,
  log: { warn(fields: object, message: string): void },
) {
  const settings: pg.PoolConfig = {
    max: 12,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // a server that says nothing at all is given up a little after its own limit
    query_timeout: 6_000,
    keepAlive: true,
    // statements of one transaction that are begun together are sent together
    pipeline: true,
    stream: () => new Gathering(),
    application_name: "sauti-shop",
    options: [
      "-c TimeZone=UTC",
      // an index pays: there is no disk that turns under a shop of today
      "-c random_page_cost=1.1",
      "-c statement_timeout=5000",
      "-c lock_timeout=2000",
      "-c idle_in_transaction_session_timeout=10000",
    ].join(" "),
    ...connection,
  };
  const pool = new PatientPool(settings);
  // a connection dies with its server: without listeners, for idle ones and for those at work, so would the process
  pool.on("error", (error) =>
    logOutside(() => log.warn({ reason: error.message }, "a database connection was lost")),
  );
  pool.on("connect", (client) => client.on("error", () => {}));
  return {
    pool,
    db: drizzle(pool),
    // drizzle asks no more of a pool than this
    reading: drizzle({ client: pool.readers as unknown as pg.Pool }) as Db,
    /** A connection of its own for listening, not open yet. */
    ear: () => new pg.Client({ ...settings, application_name: "sauti-ear" }),
    /** False when no new connection could be made, though those that are open go on: their server has lost its socket. */
    isReachable: () => hasSocket({ host: connection.host ?? "", port: connection.port ?? 5432 }),
    close: () => pool.end(),
  };
}

/** A socket that sends the statements begun in one turn in one go: each write wakes the database's process anew. */
class Gathering extends Socket {
  #gathers = false;

  // what pg does before it writes the parts of a statement
  override cork(): void {
    super.cork();
    if (this.#gathers) return;
    this.#gathers = true;
    super.cork();
    process.nextTick(() => {
      this.#gathers = false;
      this.uncork();
    });
  }
}

/**
 * Runs one use case in one transaction; a deadlock or serialization failure is tried again up to three times.
 * @throws ShopError 503 when it still does not pass.
 */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await onOneConnection(db, work);
    } catch (error) {
      const code = databaseCode(error);
      if (code !== "40001" && code !== "40P01") throw error;
      if (attempt === 3) throw new ShopError(503, BUSY);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}

/** Drizzle's own pooled transaction never gives a connection back whose BEGIN failed, and keeps one that fell silent. */
async function onOneConnection<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await db.$client.connect();
  let silent = false;
  try {
    return await drizzle(client).transaction(work);
  } catch (error) {
    silent = isDatabaseAway(error) && databaseCode(error) === undefined;
    throw error;
  } finally {
    client.release(silent);
  }
}

/**
 * Begins statements of one transaction that need nothing of each other's answers: they are sent in one go, worked on in the
 * order given here, and all waited for.
 * @throws what the first refused one was refused for, not the echo of it in those behind it
 */
export async function together<T extends readonly (() => unknown)[] | []>(
  work: T,
): Promise<{ -readonly [At in keyof T]: T[At] extends () => infer Answer ? Awaited<Answer> : never }> {
  // resolved at once: a statement is sent when it is first waited for
  const begun = work.map((begin) => new Promise((resolve) => resolve(begin())));
  const done = await Promise.allSettled(begun);
  const refused = done.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  if (refused.length > 0) throw refused.find((error) => databaseCode(error) !== ABORTED) ?? refused[0];
  return done.map((one) => (one.status === "fulfilled" ? one.value : undefined)) as never;
}

/** PostgreSQL's answer to whatever comes in a transaction after a statement of it was refused. */
const ABORTED = "25P02";

export const BUSY = "The shop is very busy. Please try again in a moment.";

/** True when a unique key refused the row. */
export function isDuplicate(error: unknown, constraint: string): boolean {
  return databaseCode(error) === "23505" && databaseError(error)?.constraint === constraint;
}

/** True when the database is away or overloaded, so that trying again later may pass. */
export function isDatabaseAway(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  const code = databaseCode(error) ?? (cause as NodeJS.ErrnoException).code;
  if (code && AWAY.has(code)) return true;
  return SILENT.test(cause.message);
}

/** True when the database itself cannot be reached, not when one statement waited too long for a lock or an answer. */
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
