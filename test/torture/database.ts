import { execFileSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type pg from "pg";
import { connectDatabase } from "../../src/platform/database/db.server.ts";
import { migrateDatabase } from "../../src/platform/database/migrate.server.ts";
import { startEmbeddedPostgres } from "../../src/platform/postgres/embedded.server.ts";
import { seedWhenEmpty } from "../../src/seed.server.ts";
import { databaseUrl } from "../database-url.ts";
import { makeFolder } from "../make-folder.ts";

/** How a run's shop finds its PostgreSQL: as its own in DATA_DIR, or as a server by DATABASE_URL. */
export const KINDS = ["embedded", "server"] as const;
export type Kind = (typeof KINDS)[number];

const QUIET = { info: () => {}, warn: () => {} };

/** A shop's data folder with tables and goods, that every run's own is copied from: making one takes seconds. */
export async function makeTemplate(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await makeFolder();
  const server = await startEmbeddedPostgres({ folder, log: QUIET });
  try {
    await migrateDatabase(server.connection, resolve("migrations"));
    const { db, pool, close } = connectDatabase(server.connection, QUIET);
    await seedWhenEmpty(db);
    // what a killed process has written stays with the system all the same
    await pool.query("alter system set fsync = off");
    await pool.query("create table torture_aged (times integer not null)");
    await pool.query("insert into torture_aged values (0)");
    await close();
  } finally {
    await server.close();
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** A database of its own on a copy of the template, whose server may be killed; `settings` name it to the shop. */
export async function openDatabase(template: string, kind: Kind) {
  const folder = await makeFolder();
  execFileSync("cp", ["-a", join(template, "postgres"), folder]);
  // also beside a shop that starts it itself: the server is to outlive a killed shop
  const { connection, close } = await startEmbeddedPostgres({ folder, log: QUIET });
  const settings: Record<string, string> =
    kind === "server" ? { DATABASE_URL: databaseUrl(connection) } : { DATA_DIR: folder };
  return {
    data: join(folder, "postgres/data"),
    settings,
    connection: connection as pg.ClientConfig,
    async close(): Promise<void> {
      await close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
