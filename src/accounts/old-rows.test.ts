import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { migrateDatabase } from "../platform/migrate.server.ts";

test("accounts of before: a marked link makes its unverified account contested, first passwords count as tried, and sessions began 30 days before they end", async () => {
  const server: pg.ClientConfig = inject("server");
  const database = `old_${randomUUID().replaceAll("-", "")}`;
  const before = await migrationsBefore("_tried-passwords");
  const on = async (connection: pg.ClientConfig, text: string) => {
    const client = new pg.Client(connection);
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  await on(server, `create database ${database}`);
  const connection = { ...server, database };
  try {
    await migrateDatabase(connection, before);
    await on(
      connection,
      `insert into users (id, name, email, password_hash, verified_at) values
         ('new', 'A', 'a@b.co', 'first', null), ('twice', 'B', 'b@b.co', 'second', null),
         ('done', 'C', 'c@b.co', 'third', now());
       insert into mail_links (token_hash, user_id, purpose, expires_at, again) values
         ('1', 'new', 'verify', now(), false), ('2', 'twice', 'verify', now(), false),
         ('3', 'twice', 'verify', now(), true), ('4', 'done', 'verify', now(), true);
       insert into sessions (token_hash, user_id, expires_at) values ('5', 'done', '2026-12-01T10:00Z')`,
    );
    await migrateDatabase(connection, resolve("migrations"));
    expect(await on(connection, "select id, contested from users order by id")).toEqual([
      { id: "done", contested: false },
      { id: "new", contested: false },
      { id: "twice", contested: true },
    ]);
    expect(await on(connection, "select user_id, password_hash from tried_passwords order by 1")).toEqual([
      { user_id: "new", password_hash: "first" },
      { user_id: "twice", password_hash: "second" },
    ]);
    expect(await on(connection, "select device, begun_at, seen_at, length(id) as id from sessions")).toEqual([
      { device: "", begun_at: new Date("2026-11-01T10:00Z"), seen_at: new Date("2026-11-01T10:00Z"), id: 36 },
    ]);
  } finally {
    await on(server, `drop database ${database} with (force)`);
    await rm(before, { recursive: true });
  }
});

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
