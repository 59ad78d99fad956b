import { existsSync } from "node:fs";
import { BackupError } from "../src/platform/backup/backup-error.server.ts";
import { ConfigError } from "../src/platform/config.server.ts";
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
