import { resolve } from "node:path";
import type { PlatformConfig } from "../config.server.ts";
import type { Log } from "../log.server.ts";
import { startEmbeddedPostgres } from "../postgres/embedded.server.ts";

/**
 * The database the settings name: a server by DATABASE_URL, or the shop's own in DATA_DIR, until `close`. `shared` is for
 * an owner's command, which may run while the shop is open.
 */
export async function openConnection(config: PlatformConfig, log: Log, { shared = false } = {}) {
  if (config.DATABASE_URL) {
    return { settings: { connectionString: config.DATABASE_URL }, embedded: false, close: async () => {} };
  }
  const own = await startEmbeddedPostgres({ folder: resolve(config.DATA_DIR), log, shared });
  return { settings: own.connection, embedded: true, close: () => own.close() };
}
