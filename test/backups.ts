import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type pg from "pg";
import { inject } from "vitest";
import { verifyBackup } from "../src/platform/backup/manifest.server.ts";
import { restoreBackup } from "../src/platform/backup/restore-backup.server.ts";
import { takeBackup } from "../src/platform/backup/take-backup.server.ts";
import type { Tx } from "../src/platform/database/db.server.ts";
import { ask } from "./ask.ts";
import { makeFolder } from "./make-folder.ts";

export const MIGRATIONS = resolve("migrations");

/** A folder for backups, and empty databases to restore them into, until `close`. */
export async function openBackups() {
  const server: pg.ClientConfig = inject("server");
  const folder = await makeFolder();
  const made: string[] = [];
  return {
    folder,
    emptyDatabase: async (): Promise<pg.ClientConfig> => {
      const database = `restored_${randomUUID().replaceAll("-", "")}`;
      await ask(server, `create database ${database}`);
      made.push(database);
      return { ...server, database };
    },
    /** A backup of the database in a new folder. */
    take: async (connection: pg.ClientConfig, files: string[] = []): Promise<string> => {
      const target = join(folder, randomUUID());
      await takeBackup({ connection, folder: target, migrations: MIGRATIONS, version: "1.2.3", files });
      return target;
    },
    close: async () => {
      for (const database of made) await ask(server, `drop database ${database} with (force)`);
      await rm(folder, { recursive: true });
    },
  };
}

/** Restores a backup as the command does; rows stay as they were unless `adapt` says otherwise. */
export async function restore<T = void>(
  connection: pg.ClientConfig,
  folder: string,
  options: { replace?: boolean; migrations?: string; adapt?: (tx: Tx) => Promise<T> } = {},
): Promise<T | undefined> {
  const manifest = await verifyBackup(folder);
  const { replace = false, migrations = MIGRATIONS, adapt = async () => undefined } = options;
  return restoreBackup<T | undefined>({ connection, folder, manifest, migrations, replace, adapt });
}

/** A checksum of all rows of every table, and of the schema around them. */
export async function checksums(connection: pg.ClientConfig): Promise<Record<string, string>> {
  const tables = await ask<{ name: string }>(
    connection,
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  const rows = tables.map(({ name }) => [name, `select t::text as line from public."${name}" t`] as const);
  const sums = [...rows, ...Object.entries(SCHEMA)].map(
    ([what, query]) =>
      `select '${what}' as what, count(*) || ' ' || coalesce(md5(string_agg(line, E'\\n' order by line)), '') as sum from (${query}) _`,
  );
  const summed = await ask<{ what: string; sum: string }>(connection, sums.join(" union all "));
  return Object.fromEntries(summed.map(({ what, sum }) => [what, sum]));
}

const SCHEMA = {
  constraints:
    "select conrelid::regclass || conname || pg_get_constraintdef(oid) as line from pg_constraint where connamespace = 'public'::regnamespace",
  indexes: "select indexdef as line from pg_indexes where schemaname = 'public'",
  triggers: "select pg_get_triggerdef(oid) || tgenabled::text as line from pg_trigger where not tgisinternal",
  columns:
    "select table_name || column_name || data_type || coalesce(column_default, '') as line from information_schema.columns where table_schema = 'public'",
  migrations: "select hash || created_at as line from drizzle.__drizzle_migrations",
};
