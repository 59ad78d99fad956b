import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { appliedMigrations, namesMade, readMigrations } from "../database/migrations.server.ts";
import { syncPath } from "../files.server.ts";
import { BackupError, toBackupError } from "./backup-error.server.ts";
import { listSequences, listTables, quoted, type Table } from "./catalogue.server.ts";
import { withClient } from "./client.server.ts";
import { FORMAT, MANIFEST, MANIFEST_SUM, type Manifest, OBJECTS, sumLine } from "./manifest.server.ts";

/** Objects that rows name and a store holds; none of them ever changes or is deleted. */
type Objects = {
  /** SQL that gives their names as `name`. */
  names: string;
  /** Undefined for an object that is missing. No `read`: there is no store, and no row may name an object. */
  read?: ((name: string) => Promise<Buffer | undefined>) | undefined;
};

/** How many objects are copied in parallel: each copy mostly waits for the store. */
const AT_ONCE = 8;

/** Copies the objects of these names into a backup that is being made. @throws BackupError one is missing */
async function copyObjects(
  draft: string,
  names: readonly string[],
  read: Objects["read"],
): Promise<Manifest["objects"]> {
  if (names.length > 0 && !read)
    throw new BackupError(
      "The backup was not made: some pictures are in a store, and PICTURES_URL does not say where.",
    );
  return eachOf(names, async (name) => {
    const bytes = await read?.(name);
    if (!bytes) throw new BackupError(`The backup was not made: the store of pictures lacks ${name}.`);
    const path = join(draft, OBJECTS, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, bytes, { mode: 0o600, flush: true });
    return { file: name, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
  });
}

/** Gives every object of a verified backup to `put`, `atOnce` at a time. */
export async function restoreObjects(
  folder: string,
  { objects }: Manifest,
  put: (name: string, bytes: Buffer) => Promise<unknown>,
  atOnce = AT_ONCE,
): Promise<void> {
  await eachOf(objects, async ({ file }) => put(file, await readFile(join(folder, OBJECTS, file))), atOnce);
}

/** Works on so many at a time. Stops after the batch in which one fails. @throws what that one threw */
async function eachOf<T, R>(all: readonly T[], work: (one: T) => Promise<R>, atOnce = AT_ONCE): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < all.length; at += atOnce) {
    const ended = await Promise.allSettled(all.slice(at, at + atOnce).map(work));
    for (const one of ended)
      if (one.status === "fulfilled") results.push(one.value);
      else throw one.reason;
  }
  return results;
}

type Options = {
  connection: pg.ClientConfig;
  /** Becomes the backup: must not exist yet, or be empty. */
  folder: string;
  /** The folder of this release's migrations. */
  migrations: string;
  /** This release. */
  version: string;
  /** Files beside the database; those that are missing are left out. */
  files: string[];
  /** The objects that rows name and another store holds. */
  objects?: Objects;
};

/** Fast, and almost as small as the best level. */
const GZIP_LEVEL = 4;

/**
 * Writes a backup: every table as of one moment, in gzip'd files, with a manifest of checksums. The shop may be
 * open meanwhile. The folder gets its name once all of it is on the disk; until then it is called `….unfinished`.
 * @throws BackupError, ConfigError: a sentence for the owner; no folder is left then
 */
export async function takeBackup(options: Options): Promise<Manifest> {
  const draft = `${options.folder}.unfinished`;
  try {
    await demandFree(options.folder);
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true, mode: 0o700 });
    const manifest = await withClient(options.connection, (client) => writeAll(client, draft, options));
    await writeManifest(draft, manifest);
    await rmdir(options.folder).catch(() => {});
    await rename(draft, options.folder);
    await syncPath(dirname(options.folder));
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => {});
    throw toBackupError(error, "The backup was not made.");
  }
}

async function demandFree(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  if (names.length > 0)
    throw new BackupError(`${folder} is not empty: name a new folder, or leave the name to the command.`);
}

/** One transaction reads all tables, so that they are of one moment. */
async function writeAll(client: pg.Client, draft: string, options: Options): Promise<Manifest> {
  const known = readMigrations(options.migrations);
  // the lock keeps migrations out; the shop goes on reading and writing
  await client.query("select pg_advisory_lock_shared(hashtext('sauti-migrate'))");
  const migrations = await appliedMigrations(client);
  if (migrations.length === 0)
    throw new BackupError("The backup was not made: there is no shop in this database yet.");
  if (migrations.some(({ hash }, at) => known[at]?.hash !== hash)) throw notOurTables();
  await client.query("begin isolation level repeatable read read only");
  const tables = await listTables(client, namesMade(known, "TABLE"));
  const locked = tables.map(({ name }) => `public.${quoted(name)}`).join(", ");
  await client.query(`lock table ${locked} in access share mode`);
  await client.query("select pg_advisory_unlock_shared(hashtext('sauti-migrate'))");
  const { rows } = await client.query<{ version: string; now: Date }>(
    "select current_setting('server_version') as version, now() as now",
  );
  const written: Manifest["tables"] = [];
  for (const table of tables) written.push(await writeTable(client, draft, table));
  const names = options.objects ? await namesOf(client, options.objects) : [];
  const manifest: Manifest = {
    format: FORMAT,
    version: options.version,
    takenAt: (rows[0]?.now ?? new Date()).toISOString(),
    server: rows[0]?.version ?? "",
    migrations,
    tables: written,
    sequences: await listSequences(client, tables),
    files: await copyFiles(draft, options.files),
    objects: [],
  };
  await client.query("commit");
  // objects never change, so they are copied after the transaction
  return { ...manifest, objects: await copyObjects(draft, names, options.objects?.read) };
}

async function namesOf(client: pg.Client, { names }: Objects): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(names);
  return rows.map(({ name }) => name);
}

async function writeTable(
  client: pg.Client,
  draft: string,
  { name, columns }: Table,
): Promise<Manifest["tables"][number]> {
  const file = `${name}.copy.gz`;
  const copied = client.query(
    copyTo(`copy public.${quoted(name)} (${columns.map(quoted).join(", ")}) to stdout`),
  );
  const sums = await writeZipped(copied, join(draft, file));
  return { name, columns, rows: copied.rowCount, file, ...sums };
}

async function writeZipped(source: Readable, path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let bytes = 0;
  await pipeline(
    source,
    createGzip({ level: GZIP_LEVEL }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }),
  );
  return { bytes, sha256: hash.digest("hex") };
}

async function copyFiles(draft: string, files: string[]): Promise<Manifest["files"]> {
  const copied: Manifest["files"] = [];
  for (const path of files) {
    const file = basename(path);
    const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    if (!content) continue;
    await writeFile(join(draft, file), content, { mode: 0o600, flush: true });
    const sha256 = createHash("sha256").update(content).digest("hex");
    copied.push({ file, bytes: content.length, sha256 });
  }
  return copied;
}

async function writeManifest(draft: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  const options = { mode: 0o600, flush: true };
  await writeFile(join(draft, MANIFEST), text, options);
  await writeFile(join(draft, MANIFEST_SUM), sumLine(text), options);
  await syncPath(draft);
}

function notOurTables(): BackupError {
  return new BackupError(
    "The backup was not made: a newer release of the shop has changed this database's tables. Use the backup command of that release.",
  );
}
