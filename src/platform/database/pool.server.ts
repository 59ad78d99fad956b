import pg from "pg";
import { namesOf, type StatementNames } from "./statement-names.server.ts";

/** The share of connections that readers may use; the rest is left to those who write. */
const READERS = 3 / 4;

type Priority = "reader" | "any";
type QueuedAcquire = { priority: Priority; grant: () => void };
type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, done: Release) => void;
type Release = (error?: Error | boolean) => void;

/**
 * A priority pool: `readers` get at most three quarters of the connections; queued acquires are served in order. It has
 * an acquire timeout of its own, so that a busy shop says so within a second while a slow server is given longer to
 * connect (`connectionTimeoutMillis`). pg's own pool has one timeout for both.
 */
export class PriorityPool extends pg.Pool {
  /** Milliseconds to wait for a free connection. */
  acquireTimeoutMillis = 1_000;
  /** Runs single statements that only read. */
  readonly readers = new SingleStatements(() => this.#acquire("reader"));
  /** The same for everybody else; what is sent often is prepared. */
  readonly statements = new SingleStatements(() => this.#acquire("any"), namesOf(this));
  readonly #inUse = { reader: 0, any: 0 };
  readonly #acquired = new WeakMap<pg.PoolClient, Priority>();
  readonly #queue = new Set<QueuedAcquire>();

  constructor(settings: pg.PoolConfig) {
    super(settings);
    this.on("release", (_error, client) => {
      const priority = this.#acquired.get(client);
      this.#acquired.delete(client);
      if (priority) this.#releaseSlot(priority);
    });
  }

  /** Its connections, those of them that are free, and the acquires that are queued. */
  counts(): { total: number; idle: number; waiting: number } {
    return { total: this.totalCount, idle: this.idleCount, waiting: this.#queue.size + this.waitingCount };
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(done: ConnectCallback): void;
  override connect(done?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const taking = this.#acquire("any");
    if (!done) return taking;
    taking.then(
      (client) => done(undefined, client, client.release),
      (error) => done(error, undefined, () => {}),
    );
  }

  async #acquire(priority: Priority): Promise<pg.PoolClient> {
    await this.#waitForSlot(priority);
    try {
      const client = await super.connect();
      this.#acquired.set(client, priority);
      return client;
    } catch (error) {
      this.#releaseSlot(priority);
      throw error;
    }
  }

  /** @throws Error with the message of pg's own pool when the timeout passes. */
  #waitForSlot(priority: Priority): Promise<void> | undefined {
    if (this.#hasSlot(priority)) {
      this.#inUse[priority] += 1;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const waiting = {
        priority,
        grant: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#queue.delete(waiting);
        reject(new Error("timeout exceeded when trying to connect"));
      }, this.acquireTimeoutMillis);
      this.#queue.add(waiting);
    });
  }

  #releaseSlot(priority: Priority): void {
    this.#inUse[priority] -= 1;
    for (const waiting of this.#queue) {
      if (!this.#hasSlot(waiting.priority)) continue;
      this.#queue.delete(waiting);
      this.#inUse[waiting.priority] += 1;
      waiting.grant();
    }
  }

  #hasSlot(priority: Priority): boolean {
    const { reader, any } = this.#inUse;
    if (reader + any >= this.options.max) return false;
    return priority === "any" || reader < Math.max(1, Math.floor(this.options.max * READERS));
  }
}

/** The part of a pool's interface that single statements need. */
class SingleStatements {
  readonly #acquire: () => Promise<pg.PoolClient>;
  readonly #names: StatementNames | undefined;

  constructor(acquire: () => Promise<pg.PoolClient>, names?: StatementNames) {
    this.#acquire = acquire;
    this.#names = names;
  }

  async query(statement: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const client = await this.#acquire();
    try {
      const result = await this.#send(client, statement, values);
      client.release();
      return result;
    } catch (error) {
      // as pg's own pool does: a connection that failed is not used again
      client.release(error as Error);
      throw error;
    }
  }

  /** Once more where the prepared statement is outdated, as then nothing of it was executed. */
  async #send(client: pg.PoolClient, statement: pg.QueryConfig, values?: unknown[]) {
    if (!this.#names) return client.query(statement, values);
    const named = this.#names.named(statement);
    try {
      return await client.query(named, values);
    } catch (error) {
      const { code, message } = error as pg.DatabaseError;
      if (named.name === undefined || !this.#names.renewAfter(code, message)) throw error;
      return client.query(this.#names.named(statement), values);
    }
  }
}
