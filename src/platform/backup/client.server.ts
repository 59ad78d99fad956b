import pg from "pg";
import { demandVersion } from "../database/migrate.server.ts";
import { explainDatabase } from "../start-fault.server.ts";

/** How values are written, whatever the server's own settings; and no limits on time, but on waiting for others. */
const SETTINGS = [
  "set client_encoding = 'UTF8'",
  "set datestyle = 'ISO, YMD'",
  "set intervalstyle = 'postgres'",
  "set timezone = 'UTC'",
  "set extra_float_digits = 3",
  "set statement_timeout = 0",
  "set idle_in_transaction_session_timeout = 0",
  "set lock_timeout = '10s'",
].join("; ");

/**
 * Runs `work` on a connection of its own. One that is still open to a transaction at its end is rolled back by the server.
 * @throws ConfigError when the server that DATABASE_URL names is of no use
 */
export async function withClient<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionTimeoutMillis: 5_000,
    ...connection,
    application_name: "sauti-backup",
  });
  client.on("error", () => {});
  try {
    await client.connect();
    await demandVersion(client);
    await client.query(SETTINGS);
  } catch (error) {
    await client.end().catch(() => {});
    throw connection.connectionString ? explainDatabase(error) : error;
  }
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
