import { createHash } from "node:crypto";
import { fillPlaceholders, type Placeholder, SQL, type SQLWrapper, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";

/** A value of a statement, or the placeholder for it in a compiled one. */
export type Value<T> = T | Placeholder;

/** The placeholders of a compiled statement's values. */
export type Places<Values> = { [Name in keyof Values]-?: Placeholder };
type Text = { text: string; params: unknown[] };

/**
 * A statement whose text is built once and prepared once per connection, for those that run with every order: building it
 * each time took a quarter of an order's processor time. `build` gets a placeholder for each value, never the value, so the text
 * cannot depend on it. Objects become JSON and lists become PostgreSQL arrays: for a list as JSON pass its text.
 * @returns a function that gives the whole statement with these values, for `execute`; within another statement it throws
 */
export function compiled<Values extends Record<string, unknown>>(
  build: (places: Places<Values>) => SQL,
): (values: Values) => SQLWrapper {
  return compiledBy(() => "", build);
}

/**
 * As compiled, where the text depends on the values: it is built once for each name that `shapeOf` returns. `build` also gets
 * the first values of that shape, and may use only what is in the name, of which there must be few.
 */
export function compiledBy<Values extends Record<string, unknown>>(
  shapeOf: (values: Values) => string,
  build: (places: Places<Values>, values: Values) => SQL,
): (values: Values) => SQLWrapper {
  const known = new Map<string, Text>();
  return (values) => {
    const shape = shapeOf(values);
    let statement = known.get(shape);
    if (!statement) {
      statement = compile((places: Places<Values>) => build(places, values));
      known.set(shape, statement);
    }
    return new Compiled(statement.text, fillPlaceholders(statement.params, values));
  };
}

/** Names of the prepared texts; derived from the text alone, as behind a pooler two processes may share a connection. */
const names = new Map<string, string>();
let generation = 1;

/** The statement with its name, where its text was compiled or drizzle's `prepare` was called. */
export function named(statement: pg.QueryConfig): pg.QueryConfig {
  const { text } = statement;
  if (statement.name !== undefined && !names.has(text)) addName(text);
  const name = names.get(text);
  return name === undefined ? statement : { ...statement, name: `${name}_${generation}` };
}

function addName(text: string): void {
  names.set(text, `shop_${createHash("sha256").update(text).digest("base64url").slice(0, 22)}`);
}

/** Whether a prepared statement failed only because its table has changed since: nothing of it was executed. */
export function isOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "0A000" && error.message.includes("cached plan");
}

/** Makes each connection prepare every statement again, under a new name. */
export function renameAll(): void {
  generation += 1;
}

const dialect = new PgDialect();

function compile<Values>(build: (places: Places<Values>) => SQL): Text {
  const places = new Proxy({} as Places<Values>, {
    get: (_, name) => sql.placeholder(String(name)),
    // placeholders cannot be listed: `...rest` would hold none of them
    ownKeys: () => {
      throw new Error("Places are taken by their names.");
    },
  });
  const { sql: text, params } = dialect.sqlToQuery(build(places));
  addName(text);
  return { text, params };
}

const NESTED: SQLWrapper = {
  getSQL() {
    throw new Error("A compiled statement cannot stand within another one.");
  },
};

/** A statement that goes to the driver as it is. */
class Compiled extends SQL {
  readonly #text: string;
  readonly #params: unknown[];

  constructor(text: string, params: unknown[]) {
    // drizzle reads this when the statement stands within another one
    super([NESTED]);
    this.#text = text;
    this.#params = params;
  }

  override toQuery() {
    return { sql: this.#text, params: this.#params };
  }
}
