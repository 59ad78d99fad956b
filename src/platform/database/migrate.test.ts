import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type pg from "pg";
import { afterAll, beforeEach, expect, inject, test } from "vitest";
import { ask } from "../../../test/ask.ts";
import { migrateDatabase } from "./migrate.server.ts";

const OURS = resolve("migrations");
const made: string[] = [];
/** An empty database. */
let connection: pg.ClientConfig;

const server = inject("server");
const folder = await mkdtemp(join(tmpdir(), "sauti-migrations-"));
await cp(OURS, folder, { recursive: true });
beforeEach(async () => {
  const database = `empty_${randomUUID().replaceAll("-", "")}`;
  await ask(server, `create database ${database}`);
  made.push(database);
  connection = { ...server, database };
});
afterAll(async () => {
  for (const database of made) await ask(server, `drop database ${database} with (force)`);
  await rm(folder, { recursive: true });
});

const tables = () =>
  ask(
    connection,
    "select table_name from information_schema.tables where table_schema = 'public' order by 1",
  );
const steps = async () => (await ask(connection, "select * from drizzle.__drizzle_migrations")).length;
const journal = async () =>
  JSON.parse(await readFile(join(OURS, "meta/_journal.json"), "utf8")) as {
    entries: { when: number; tag: string }[];
  };

/** Adds one more migration to the copy. */
async function addStep(sql: string): Promise<void> {
  const { entries, ...rest } = await journal();
  const last = entries.at(-1);
  const next = { ...last, idx: entries.length, when: (last?.when ?? 0) + 1000, tag: "9999_next" };
  await writeFile(
    join(folder, "meta/_journal.json"),
    JSON.stringify({ ...rest, entries: [...entries, next] }),
  );
  await writeFile(join(folder, "9999_next.sql"), sql);
}

test("Several processes may start at once", async () => {
  await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(connection, OURS)));
  expect(await steps()).toBe((await journal()).entries.length);
  expect(await tables()).toContainEqual({ table_name: "orders" });
  await migrateDatabase(connection, OURS);
  expect(await steps()).toBe((await journal()).entries.length);
});

test("A migration that fails half way changes nothing", async () => {
  await migrateDatabase(connection, OURS);
  const [before, count] = [await tables(), await steps()];
  await addStep("create table half (id int);\n--> statement-breakpoint\nselect 1/0;");
  await expect(migrateDatabase(connection, folder)).rejects.toThrow();
  expect(await tables()).toEqual(before);
  expect(await steps()).toBe(count);
  await addStep("create table whole (id int);");
  await migrateDatabase(connection, folder);
  expect(await tables()).toContainEqual({ table_name: "whole" });
  expect(await steps()).toBe(count + 1);
});
