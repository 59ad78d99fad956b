import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { ConfigError } from "../config.server.ts";
import { explainDatabase } from "../start-fault.server.ts";

/**
 * Brings the database to this version's tables: the SQL in `migrations/`, all in one transaction, under a lock,
 * so that several processes may start together and a failed migration leaves the old state.
 * @throws ConfigError when the server that DATABASE_URL names is of no use
 */
export async function migrateDatabase(connection: pg.ClientConfig, folder: string): Promise<void> {
  try {
    await applyMigrations(connection, folder);
  } catch (error) {
    throw connection.connectionString ? explainDatabase(error) : error;
  }
}

async function applyMigrations(connection: pg.ClientConfig, folder: string): Promise<void> {
  const client = new pg.Client({
    connectionTimeoutMillis: 5_000,
    ...connection,
    application_name: "sauti-migrate",
  });
  client.on("error", () => {});
  await client.connect();
  try {
    await demandVersion(client);
    await client.query("select pg_advisory_lock(hashtext('sauti-migrate'))");
    await client.query("set lock_timeout = '10s'");
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
}

/** @throws ConfigError when the server is older than the shop needs */
export async function demandVersion(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version_num') as version",
  );
  if (Number(rows[0]?.version) < 150_000)
    throw new ConfigError("DATABASE_URL: the shop needs PostgreSQL 15 or later.");
}
