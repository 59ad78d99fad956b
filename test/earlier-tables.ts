import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { migrateDatabase } from "../src/platform/database/migrate.server.ts";

type Query = (text: string) => Promise<Record<string, unknown>[]>;

/** Fills the tables as they were before a migration, brings them up to date, and lets `look` at what the rows have become. */
export async function migrateRows(before: string, rows: string, look: (query: Query) => Promise<void>) {
  const server: pg.ClientConfig = inject("server");
  const database = `old_${randomUUID().replaceAll("-", "")}`;
  const connection = { ...server, database };
  const folder = await migrationsBefore(before);
  await run(server, `create database ${database}`);
  try {
    await migrateDatabase(connection, folder);
    await run(connection, rows);
    await migrateDatabase(connection, resolve("migrations"));
    await look((text) => run(connection, text));
  } finally {
    await run(server, `drop database ${database} with (force)`);
    await rm(folder, { recursive: true });
  }
}

async function run(connection: pg.ClientConfig, text: string) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** A copy of the migrations that ends before the one of this name. */
async function migrationsBefore(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "sauti-migrations-"));
  await cp(resolve("migrations"), folder, { recursive: true });
  const file = join(folder, "meta/_journal.json");
  const journal = JSON.parse(await readFile(file, "utf8")) as { entries: { tag: string }[] };
  const at = journal.entries.findIndex(({ tag }) => tag.endsWith(name));
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }));
  return folder;
}
