import { Client, type ClientConfig } from "pg";
import { DatabaseStartError, errorFields } from "./startup-errors.server.ts";

export type Connection = { host: string; port: number; user: string; password: string; database: string };

const WRONG_PASSWORD = "28P01";
const NO_SERVER = new Set(["ENOENT", "ECONNREFUSED"]);
// Starting up, recovering, shutting down, or full.
const NOT_READY = new Set(["ECONNRESET", "EPIPE", "57P01", "57P02", "57P03", "53300"]);
const CUT_OFF = /Connection terminated|timeout expired|Client has encountered a connection error/;

/** Connects to a server; "busy" when it is not ready, "absent" when there is none. */
export async function tryConnect(connection: Connection): Promise<Client | "busy" | "absent"> {
  const config: ClientConfig = {
    ...connection,
    ssl: false,
    connectionTimeoutMillis: 3000,
    application_name: "shop keeper",
  };
  const client = new Client(config);
  // callers listen for "end"; an "error" without a listener would end the process
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if (NO_SERVER.has(errorFields(error).code)) return "absent";
    if (isCutOff(error)) return "busy";
    if (errorFields(error).code === WRONG_PASSWORD) throw wrongPassword();
    throw error;
  }
}

/** Whether the connection was lost or the server is not ready; false when the server refused. */
export function isCutOff(error: unknown): boolean {
  const { code, message } = errorFields(error);
  return NOT_READY.has(code) || CUT_OFF.test(message);
}

function wrongPassword() {
  return new DatabaseStartError(
    'The shop\'s database refuses the password kept beside it in the file "password": put that file back from the backup the database came from, then start again.',
  );
}

/** Creates the database where there is none yet. */
export async function ensureDatabase(client: Client, name: string): Promise<void> {
  const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
  if (rowCount === 0) await client.query(`create database "${name}"`);
}
