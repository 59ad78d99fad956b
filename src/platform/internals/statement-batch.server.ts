import pg from "pg";

type Answer = pg.QueryResult;
/** What of pg's connection a statement is written with. */
type Connection = {
  submittedNamedStatements: Record<string, string>;
  _send(message: Buffer): void;
  bind(message: unknown): void;
  sync(): void;
};
/** What pg's client calls of a query, and its own `Query` is made of. */
type PgQuery = pg.Query & {
  name: string | undefined;
  text: string;
  callback: ((error?: Error, answer?: Answer) => void) | undefined;
  prepare(connection: object): void;
  handleError(error: Error, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleEmptyQuery(connection: Connection): void;
};
/** A statement, and who is told its answer. */
export type BatchedStatement = {
  config: pg.QueryConfig;
  done: (error: Error | undefined, answer: Answer) => void;
};

/** in_failed_sql_transaction: what PostgreSQL answers to a statement behind one that failed. */
export const ABORTED = "25P02";

/** Several statements before one Sync, as a query of pg's: the client hands every answer to the one whose turn it is. */
export class StatementBatch extends (pg.Query as unknown as new (text: string) => PgQuery) {
  readonly statements: { text: string; values: unknown[] }[];
  readonly #parts: PgQuery[];
  #turn = 0;

  constructor(statements: BatchedStatement[]) {
    super("");
    this.statements = statements.map(({ config }) => ({ text: config.text, values: config.values ?? [] }));
    this.#parts = statements.map(
      ({ config, done }) => new pg.Query(config, undefined, done as never) as PgQuery,
    );
    this.callback = () => {};
    this.#show();
  }

  /** Sends all of it in one write; gives the error, and sends nothing, where a value cannot be written. */
  override submit = (connection: unknown): Error | null => {
    const real = connection as Connection;
    const messages: Buffer[] = [];
    let unwritable: Error | undefined;
    // pg's own connection, but what it would send is kept, and each statement's Sync left out
    const kept: Connection = Object.assign(Object.create(real), {
      _send: (message: Buffer) => messages.push(message),
      bind: (message: unknown) => {
        try {
          real.bind.call(kept, message);
        } catch (error) {
          unwritable = error as Error;
          throw error;
        }
      },
      sync: () => {},
      close: () => {},
    });
    for (const part of this.#parts) part.prepare(kept);
    if (unwritable) return unwritable;
    real.sync.call(kept);
    real._send(Buffer.concat(messages));
    return null;
  };

  override handleRowDescription(message: unknown): void {
    this.#current?.handleRowDescription(message);
  }

  override handleDataRow(message: unknown): void {
    this.#current?.handleDataRow(message);
  }

  override handleEmptyQuery(): void {
    this.#advance();
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    this.#current?.handleCommandComplete(message, connection);
    this.#advance();
  }

  override handleReadyForQuery(connection: Connection): void {
    this.callback?.();
    for (const part of this.#parts) part.handleReadyForQuery(connection);
  }

  /** Those before have their answers; those behind were not executed. */
  override handleError(error: Error, connection: Connection): void {
    this.callback?.();
    for (const [at, part] of this.#parts.entries()) {
      if (at < this.#turn) part.handleReadyForQuery(connection);
      else part.handleError(at === this.#turn ? error : skipped(error), connection);
      if (at >= this.#turn && part.name) delete connection.submittedNamedStatements[part.name];
    }
    this.#parts.length = 0;
  }

  get #current(): PgQuery | undefined {
    return this.#parts[this.#turn];
  }

  #advance(): void {
    this.#turn += 1;
    this.#show();
  }

  /** pg's client notes what it has parsed by these. */
  #show(): void {
    this.name = this.#current?.name;
    this.text = this.#current?.text ?? "";
  }
}

/** A database that is gone is that for all of them. */
function skipped(error: Error): Error {
  if (!(error instanceof pg.DatabaseError)) return error;
  const message = "current transaction is aborted, commands ignored until end of transaction block";
  return Object.assign(new pg.DatabaseError(message, 0, "error"), { code: ABORTED });
}
