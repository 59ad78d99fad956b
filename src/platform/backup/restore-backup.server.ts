import { createReadStream } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { PlatformConfig } from "../config.server.ts";
import type { Tx } from "../database/db.server.ts";
import {
  applyMigrations,
  forgetMigrations,
  type Migration,
  namesMade,
  readMigrations,
} from "../database/migrations.server.ts";
import { secretFile } from "../secret.server.ts";
import { BackupError, toBackupError } from "./backup-error.server.ts";
import { dropAll, listFilled, listTables, quoted, withoutRules } from "./catalogue.server.ts";
import { withClient } from "./client.server.ts";
import { type Manifest, newerRelease } from "./manifest.server.ts";

type Options<T> = {
  connection: pg.ClientConfig;
  /** The backup, and its manifest as `verifyBackup` gave it. */
  folder: string;
  manifest: Manifest;
  /** The folder of this release's migrations. */
  migrations: string;
  /** Restores also into a database that is not empty; what it held is gone afterwards. */
  replace: boolean;
  /** Adapts the rows within the restore's transaction: what was true when the backup was made may not be true any more. */
  adapt: (tx: Tx) => Promise<T>;
};

/**
 * Restores a verified backup in one transaction: whatever fails before the commit leaves the old data.
 * The tables are created by the migrations that the backup had, filled, and migrated to this release.
 * @returns what `adapt` returned
 * @throws BackupError, ConfigError: a sentence for the owner
 */
export async function restoreBackup<T>(options: Options<T>): Promise<T> {
  const { connection, folder, manifest } = options;
  try {
    const all = readMigrations(options.migrations);
    if (manifest.migrations.some(({ hash }, at) => all[at]?.hash !== hash))
      throw newerRelease(folder, manifest.version);
    return await withClient(connection, (client) => restoreWithin(client, all, options));
  } catch (error) {
    throw toBackupError(error, "The backup was not put back, and the old data are as they were.");
  }
}

async function restoreWithin<T>(client: pg.Client, all: Migration[], options: Options<T>): Promise<T> {
  const { manifest, replace } = options;
  // every start of the shop takes this lock first, so none can start meanwhile
  await client.query("select pg_advisory_lock(hashtext('sauti-migrate'))");
  await demandClosed(client);
  const old = await listTables(client, namesMade(all, "TABLE"));
  const filled = await listFilled(client, old);
  if (filled.length > 0 && !replace) throw notEmpty(filled);
  await client.query("begin");
  await dropAll(client, old, namesMade(all, "FUNCTION"));
  await forgetMigrations(client);
  const then = manifest.migrations.length;
  await applyMigrations(client, all.slice(0, then));
  await load(client, all, options);
  await applyMigrations(client, all.slice(then));
  const adapted = await options.adapt(drizzle(client) as unknown as Tx);
  await client.query("commit");
  await client.query("analyze").catch(() => {});
  return adapted;
}

/** @throws BackupError while a shop is connected */
async function demandClosed(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database()
     and pid <> pg_backend_pid() and application_name in ('sauti-shop', 'sauti-listener')`,
  );
  const count = rows[0]?.count ?? 0;
  if (count > 0)
    throw new BackupError(
      `The shop is open on this database (${count} connections): stop every process of it, then restore.`,
    );
}

function notEmpty(filled: string[]): BackupError {
  const some = filled.slice(0, 3).join(", ");
  return new BackupError(
    `The database is not empty (there are rows in ${some}${filled.length > 3 ? " …" : ""}). To replace what it holds by the backup: npm run restore -- <folder> --replace`,
  );
}

async function load<T>(client: pg.Client, all: Migration[], options: Options<T>): Promise<void> {
  const { folder, manifest } = options;
  const made = await listTables(client, namesMade(all, "TABLE"));
  await withoutRules(client, made, async () => {
    for (const table of manifest.tables) await loadTable(client, folder, table);
  });
  for (const { name, lastValue, isCalled } of manifest.sequences)
    await client.query("select setval($1, $2, $3)", [`public.${quoted(name)}`, lastValue, isCalled]);
}

async function loadTable(
  client: pg.Client,
  folder: string,
  { name, columns, file, rows }: Manifest["tables"][number],
): Promise<void> {
  const into = client.query(
    copyFrom(`copy public.${quoted(name)} (${columns.map(quoted).join(", ")}) from stdin`),
  );
  await pipeline(createReadStream(join(folder, file)), createGunzip(), into);
  if (into.rowCount !== rows)
    throw new BackupError(`${join(folder, file)} holds ${into.rowCount} rows where ${rows} were written.`);
}

/**
 * Puts the secret of a backup where the shop looks for it. Without it nobody's second factor of the back office works.
 * @returns a sentence for the owner
 */
export async function restoreSecret(
  config: PlatformConfig & { STAFF_SECRET?: string | undefined },
  folder: string,
  manifest: Manifest,
): Promise<string> {
  const target = secretFile(config);
  const name = basename(target);
  const saved = manifest.files.some(({ file }) => file === name) ? join(folder, name) : undefined;
  if (!saved)
    return "STAFF_SECRET must be what it was at that time, or nobody can sign in at the back office.";
  if (config.DATABASE_URL || config.STAFF_SECRET)
    return `STAFF_SECRET must be the text of ${saved}, or nobody can sign in at the back office.`;
  try {
    const draft = `${target}.restored`;
    await writeFile(draft, await readFile(saved), { mode: 0o600, flush: true });
    await rename(draft, target);
    return "The back office's secret is back too.";
  } catch (error) {
    throw toBackupError(
      error,
      `The data are back, but not the back office's secret: copy ${saved} to ${target}.`,
    );
  }
}
