import { readMigrationFiles } from "drizzle-orm/migrator";
import type { ClientBase } from "pg";

/** One migration as Drizzle writes it down: the hash of its SQL and its time, in milliseconds. */
export type Applied = { hash: string; at: number };
export type Migration = Applied & { statements: string[] };

/** All migrations of this release, in order. */
export function readMigrations(folder: string): Migration[] {
  return readMigrationFiles({ migrationsFolder: folder }).map(({ hash, folderMillis, sql }) => ({
    hash,
    at: folderMillis,
    statements: sql,
  }));
}

/** The migrations that the database has, in order; none for one that never was a shop's. */
export async function appliedMigrations(client: ClientBase): Promise<Applied[]> {
  const { rows: tables } = await client.query("select to_regclass('drizzle.__drizzle_migrations') as name");
  if (tables[0]?.name === null) return [];
  const { rows } = await client.query<{ hash: string; created_at: string }>(
    "select hash, created_at from drizzle.__drizzle_migrations order by created_at",
  );
  return rows.map(({ hash, created_at }) => ({ hash, at: Number(created_at) }));
}

/**
 * Applies migrations within the transaction that is open on `client`. Drizzle's own migrator begins and commits one of its
 * own; it finds these written down as if it had applied them.
 */
export async function applyMigrations(client: ClientBase, migrations: readonly Migration[]): Promise<void> {
  for (const { hash, at, statements } of migrations) {
    for (const statement of statements) await client.query(statement);
    await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
      hash,
      at,
    ]);
  }
}

/** An empty list of applied migrations, whatever stood in it. */
export async function forgetMigrations(client: ClientBase): Promise<void> {
  await client.query("create schema if not exists drizzle");
  await client.query(
    "create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  await client.query("truncate drizzle.__drizzle_migrations restart identity");
}

/** What migrations have made so far under these names: whatever else is in the database belongs to somebody else. */
export function namesMade(migrations: readonly Migration[], kind: "TABLE" | "FUNCTION"): Set<string> {
  const made = new RegExp(
    String.raw`create\s+(?:or\s+replace\s+)?${kind}\s+(?:if\s+not\s+exists\s+)?"?(\w+)`,
    "gi",
  );
  const renamed = /rename\s+to\s+"?(\w+)/gi;
  const sql = migrations.flatMap(({ statements }) => statements).join("\n");
  return new Set([made, renamed].flatMap((rule) => [...sql.matchAll(rule)].map(([, name = ""]) => name)));
}
