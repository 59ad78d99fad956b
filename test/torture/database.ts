import { execFileSync } from "node:child_process";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { seedWhenEmpty } from "../../src/catalogue/seed.server.ts";
import { connectDatabase } from "../../src/platform/database/db.server.ts";
import { migrateDatabase } from "../../src/platform/database/migrate.server.ts";
import { startEmbeddedPostgres } from "../../src/platform/postgres/embedded.server.ts";
import { seedRatings } from "../../src/reviews/seed.server.ts";
import { databaseUrl } from "../database-url.ts";
import { postmasterOf } from "./kill-postgres.ts";

/** Who owns the PostgreSQL of a run: the shop's own process, or a server of its own that another supervisor restarts. */
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
    await seedWhenEmpty(db, seedRatings);
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
  const home = join(folder, "postgres");
  const data = join(home, "data");
  const server = kind === "server" ? await startEmbeddedPostgres({ folder, log: QUIET }) : undefined;
  const connection: pg.ClientConfig = {
    host: join(home, "socket"),
    port: 5432,
    user: "shop",
    password: (await readFile(join(home, "password"), "utf8")).trim(),
    database: "shop",
  };
  const settings: Record<string, string> = server
    ? { DATABASE_URL: databaseUrl(server.connection) }
    : { DATA_DIR: folder };
  return {
    kind,
    data,
    settings,
    connection: server?.connection ?? connection,
    /** After the shop's own processes: an embedded server outlives a killed shop. */
    async close(): Promise<void> {
      if (server) await server.close();
      else await stop(data);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "sauti-torture-"));
  // as root, the account that runs the database must be able to enter
  await chmod(folder, 0o755);
  return folder;
}

async function stop(data: string): Promise<void> {
  const pid = postmasterOf(data);
  if (pid === undefined) return;
  try {
    process.kill(pid, "SIGQUIT");
    for (let waited = 0; waited < 10_000; waited += 20) {
      process.kill(pid, 0);
      await pause(20);
    }
    process.kill(pid, "SIGKILL");
  } catch {
    // it is gone
  }
}
