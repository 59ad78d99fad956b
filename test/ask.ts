import pg from "pg";

/** One statement on a connection of its own; gives its rows. */
export async function ask<Row = Record<string, unknown>>(
  on: pg.ClientConfig | undefined,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client(on);
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(statement)).rows as Row[];
  } finally {
    await client.end();
  }
}
