import pg from "pg";

export type Statement = { text: string; values: unknown[] };

/** How the connection that listens for changes checks itself. */
const EAR = /^(un)?listen |^select pg_notify\(/;

/** Statements sent while it works, by every connection of this process but the one that listens for changes. */
export async function recorded(work: () => Promise<unknown>): Promise<Statement[]> {
  const { query } = pg.Client.prototype;
  const seen: Statement[] = [];
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [asked, values] = given as [string | pg.QueryConfig, unknown[] | undefined];
    const text = typeof asked === "string" ? asked : asked.text;
    const own = typeof asked === "string" ? undefined : asked.values;
    if (!EAR.test(text)) seen.push({ text, values: own ?? (Array.isArray(values) ? values : []) });
    return Reflect.apply(query, this, given);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return seen;
}
