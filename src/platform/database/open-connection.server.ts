import { resolve } from "node:path";
import type { PlatformConfig } from "../config.server.ts";
import type { Log } from "../log.server.ts";
import { startEmbeddedPostgres } from "../postgres/embedded.server.ts";

/** The database the settings name: a server by DATABASE_URL, or the shop's own in DATA_DIR, until `close`. */
export async function openConnection(config: PlatformConfig, log: Log) {
  if (config.DATABASE_URL) {
    return { settings: { connectionString: config.DATABASE_URL }, embedded: false, close: async () => {} };
  }
  const own = await startEmbeddedPostgres({ folder: resolve(config.DATA_DIR), log });
  return { settings: own.connection, embedded: true, close: own.close };
}
