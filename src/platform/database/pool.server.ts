import pg from "pg";

/** Of twelve connections: readers leave the rest to those who write. */
const READERS = 3 / 4;

type Taker = "reader" | "any";
type Waiting = { taker: Taker; go: () => void };
type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, done: Release) => void;
type Release = (error?: Error | boolean) => void;

/**
 * A pool in which waiting for a connection to come free and making one have a limit each: a shop that is busy says so
 * within a second, a server that is slow to answer is given longer (`connectionTimeoutMillis`). pg's own pool has one
 * limit for both. Whoever waits goes in the order they came; `readers` get at most three quarters of it.
 */
export class PatientPool extends pg.Pool {
  /** Milliseconds to wait for a connection to come free. */
  patience = 1_000;
  /** Runs single statements, for those who only look. */
  readonly readers = new Readers((taker) => this.#take(taker));
  readonly #taken = { reader: 0, any: 0 };
  readonly #waiting = new Set<Waiting>();

  override connect(): Promise<pg.PoolClient>;
  override connect(done: Taken): void;
  override connect(done?: Taken): Promise<pg.PoolClient> | undefined {
    const taking = this.#take("any");
    if (!done) return taking;
    taking.then(
      (client) => done(undefined, client, client.release),
      (error) => done(error, undefined, () => {}),
    );
  }

  async #take(taker: Taker): Promise<pg.PoolClient> {
    await this.#turn(taker);
    try {
      const client = await super.connect();
      const release: Release = client.release;
      client.release = (error) => {
        release(error);
        this.#give(taker);
      };
      return client;
    } catch (error) {
      this.#give(taker);
      throw error;
    }
  }

  /** @throws Error as pg's own pool does when nothing came free in time. */
  #turn(taker: Taker): Promise<void> | undefined {
    if (this.#hasRoom(taker)) {
      this.#taken[taker] += 1;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const waiting = {
        taker,
        go: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        reject(new Error("timeout exceeded when trying to connect"));
      }, this.patience);
      this.#waiting.add(waiting);
    });
  }

  #give(taker: Taker): void {
    this.#taken[taker] -= 1;
    for (const waiting of this.#waiting) {
      if (!this.#hasRoom(waiting.taker)) continue;
      this.#waiting.delete(waiting);
      this.#taken[waiting.taker] += 1;
      waiting.go();
    }
  }

  #hasRoom(taker: Taker): boolean {
    const { reader, any } = this.#taken;
    if (reader + any >= this.options.max) return false;
    return taker === "any" || reader < Math.max(1, Math.floor(this.options.max * READERS));
  }
}

/** As much of a pool as single statements need. */
class Readers {
  readonly #take: (taker: Taker) => Promise<pg.PoolClient>;

  constructor(take: (taker: Taker) => Promise<pg.PoolClient>) {
    this.#take = take;
  }

  async query(statement: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const client = await this.#take("reader");
    try {
      const result = await client.query(statement, values);
      client.release();
      return result;
    } catch (error) {
      // as pg's own pool does: a connection that failed is not used again
      client.release(error as Error);
      throw error;
    }
  }
}
