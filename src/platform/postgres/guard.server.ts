import { setTimeout as pause } from "node:timers/promises";
import { Client, type ClientConfig } from "pg";
import { DatabaseStartError, facts } from "./trouble.server.ts";

export type Connection = { host: string; port: number; user: string; password: string; database: string };

const LOCK_PATIENCE_MS = 2000;
const WRONG_PASSWORD = "28P01";
const ABSENT = new Set(["ENOENT", "ECONNREFUSED"]);
// Starting up, recovering, shutting down, or full.
const BUSY = new Set(["ECONNRESET", "EPIPE", "57P01", "57P02", "57P03", "53300"]);
const CUT_OFF = /Connection terminated|timeout expired|Client has encountered a connection error/;

/** Connects when a server is there and ready; else says whether one is there at all. */
export async function tryConnect(connection: Connection): Promise<Client | "busy" | "absent"> {
  const config: ClientConfig = {
    ...connection,
    ssl: false,
    connectionTimeoutMillis: 3000,
    application_name: "shop keeper",
  };
  const client = new Client(config);
  // A lost connection is noticed by its end; without a listener its error would end the shop.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if (ABSENT.has(facts(error).code)) return "absent";
    if (isCutOff(error)) return "busy";
    if (facts(error).code === WRONG_PASSWORD) throw wrongPassword();
    throw error;
  }
}

/** Whether the server went away or is not ready, rather than said no. */
export function isCutOff(error: unknown): boolean {
  const { code, message } = facts(error);
  return BUSY.has(code) || CUT_OFF.test(message);
}

function wrongPassword() {
  return new DatabaseStartError(
    'The shop\'s database refuses the password kept beside it in the file "password": put that file back from the backup the database came from, then start again.',
  );
}

/**
 * Takes the one lock that says whose database this is. It belongs to the connection, so it goes with the
 * process that holds it and never goes stale; that of a shop just killed may take a moment to go.
 */
export async function takeLock(client: Client): Promise<boolean> {
  for (let waited = 0; ; waited += 100) {
    const { rows } = await client.query<{ taken: boolean }>(
      "select pg_try_advisory_lock(hashtext('the shop of this database')) as taken",
    );
    if (rows[0]?.taken === true) return true;
    if (waited >= LOCK_PATIENCE_MS) return false;
    await pause(100);
  }
}

/** Makes the shop's database where there is none yet. */
export async function ensureDatabase(client: Client, name: string): Promise<void> {
  const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
  if (rowCount === 0) await client.query(`create database "${name}"`);
}
