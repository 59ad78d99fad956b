import type pg from "pg";
import { type BatchedStatement, StatementBatch } from "../internals/statement-batch.server.ts";
import type { StatementNames } from "./statement-names.server.ts";

/**
 * A connection within one transaction. What is asked of it in one turn of the event loop is sent as one batch, which
 * PostgreSQL reads, executes and answers at once; after one fails it skips the rest. So BEGIN need not be waited for: it
 * leaves with the first statements. drizzle uses only `query` of it.
 */
export class BatchedClient {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  #waiting: BatchedStatement[] = [];
  #begin: "not asked" | "kept" | "sent" = "not asked";

  constructor(client: pg.PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  query(asked: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const config = this.#names.named({ ...asked, values: values ?? asked.values ?? [] });
    if (config.text === "begin") {
      this.#begin = "kept";
      return Promise.resolve(NOTHING);
    }
    if (this.#begin === "kept") {
      // nothing was asked in this transaction
      if (config.text === "commit" || config.text === "rollback") return Promise.resolve(NOTHING);
      this.#begin = "sent";
      this.#ask({ config: { text: "begin", values: [] }, done: () => {} });
    }
    return new Promise((resolve, reject) => {
      this.#ask({ config, done: (error, answer) => (error ? reject(error) : resolve(answer)) });
    });
  }

  #ask(statement: BatchedStatement): void {
    // after all that is asked in this turn
    if (this.#waiting.length === 0) process.nextTick(() => this.#send());
    this.#waiting.push(statement);
  }

  #send(): void {
    const batch = new StatementBatch(this.#waiting);
    this.#waiting = [];
    this.#client.query(batch);
  }
}

const NOTHING: pg.QueryResult = { command: "", rowCount: 0, oid: 0, fields: [], rows: [] };
