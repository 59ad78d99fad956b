import { existsSync } from "node:fs";
import { type Config, readConfig } from "../src/config.server.ts";
import { BackupError } from "../src/platform/backup/backup-error.server.ts";
import { ConfigError } from "../src/platform/config.server.ts";
import { openConnection } from "../src/platform/database/open-connection.server.ts";
import { createLog, type Log } from "../src/platform/log.server.ts";
import { DatabaseStartError } from "../src/platform/postgres/startup-errors.server.ts";

/** Their messages are written for the owner. */
const KNOWN = [ConfigError, DatabaseStartError, BackupError];

/** Runs a command with the settings of .env and the environment. One that fails says why and exits with 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    if (existsSync(".env")) process.loadEnvFile(".env");
    await work();
  } catch (error) {
    const known = error instanceof Error && KNOWN.some((type) => error instanceof type);
    console.error(known ? `\n${error.message}\n` : error);
    process.exit(1);
  }
}

/** Opens the database that the settings name until `work` has ended. */
export async function withDatabase(
  work: (on: {
    config: Config;
    log: Log;
    connection: Awaited<ReturnType<typeof openConnection>>;
  }) => Promise<void>,
): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  const connection = await openConnection(config, log);
  try {
    await work({ config, log, connection });
  } finally {
    await connection.close();
  }
}

/** The sentence for whoever wrote the command wrongly. */
export function refuse(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
