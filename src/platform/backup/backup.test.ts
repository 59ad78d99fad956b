import { randomUUID } from "node:crypto";
import { cp, mkdir, readdir, readFile, stat, truncate, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { checksums, MIGRATIONS, openBackups, restore } from "../../../test/backups.ts";
import { openTestShop } from "../../../test/shop.ts";
import { toBackupError } from "./backup-error.server.ts";
import { takeBackup } from "./take-backup.server.ts";

const [shop, backups] = await Promise.all([openTestShop(), openBackups()]);
/** It is never put back here: backup.slow.test.ts does. */
const taken = await backups.take(shop.connection);
afterAll(async () => {
  await shop.close();
  await backups.close();
});

/** The sentence with which a restore of this folder over the shop is refused. */
const refusal = async (folder: string) =>
  restore(shop.connection, folder, { replace: true }).then(
    () => "restored",
    (error: Error) => `${error.name}: ${error.message}`,
  );

test("only the shop's account may read a backup", async () => {
  expect((await stat(taken)).mode & 0o777).toBe(0o700);
  for (const name of await readdir(taken)) expect((await stat(join(taken, name))).mode & 0o777).toBe(0o600);
});

test("A damaged backup is refused and changes nothing", async () => {
  const before = await checksums(shop.connection);
  const copy = join(backups.folder, randomUUID());
  await cp(taken, copy, { recursive: true });
  for (const name of await readdir(taken)) {
    const whole = await readFile(join(copy, name));
    const flipped = Buffer.from(whole);
    const at = Math.floor(whole.length / 2);
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    await writeFile(join(copy, name), flipped);
    expect(await refusal(copy)).toMatch(/^BackupError: .* is damaged: .* Nothing was changed/);
    await writeFile(join(copy, name), whole);
  }
  expect(await checksums(shop.connection)).toEqual(before);
});

test("a file that is missing or cut short is refused, as is a folder without a backup", async () => {
  const copy = join(backups.folder, randomUUID());
  await cp(taken, copy, { recursive: true });
  await truncate(join(copy, "orders.copy.gz"), 40);
  expect(await refusal(copy)).toMatch("orders.copy.gz is damaged");
  await unlink(join(copy, "orders.copy.gz"));
  expect(await refusal(copy)).toMatch("is not whole: orders.copy.gz is missing.");
  expect(await refusal(backups.folder)).toMatch(/There is no backup in .*: manifest.json is missing there/);
  expect(await refusal(join(backups.folder, "nowhere"))).toMatch("There is no backup in");
});

test("An open shop's database is not restored", async () => {
  const before = await checksums(shop.connection);
  await shop.get("/api/ready");
  expect(await refusal(taken)).toMatch(
    /^BackupError: The shop is open on this database \(\d+ connections\): stop every process of it, then restore\.$/,
  );
  expect(await checksums(shop.connection)).toEqual(before);
});

test("A backup is whole or none, and says what prevents it", async () => {
  const full = join(backups.folder, "full");
  await mkdir(full);
  await writeFile(join(full, "mine"), "");
  const options = { connection: shop.connection, migrations: MIGRATIONS, version: "1.2.3", files: [] };
  const attempt = (folder: string, changes = {}) => takeBackup({ ...options, folder, ...changes });
  await expect(attempt(full)).rejects.toThrow(`${full} is not empty: name a new folder`);
  await expect(attempt(join(full, "mine/below"))).rejects.toThrow("Something on the way there is no folder");
  const connection = await backups.emptyDatabase();
  const target = join(backups.folder, "nothing");
  await expect(attempt(target, { connection })).rejects.toThrow("there is no shop in this database yet");
  const { database: _, ...nowhere } = {
    ...shop.connection,
    database: "",
    connectionString: "postgres://127.0.0.1:1/x",
  };
  await expect(attempt(target, { connection: nowhere })).rejects.toThrow(
    "DATABASE_URL: no PostgreSQL server",
  );
  expect((await readdir(backups.folder)).filter((name) => name.startsWith("nothing"))).toEqual([]);
});

test("a full disk, missing rights and a database in use have a sentence each", () => {
  const sentence = (code: string, path?: string) =>
    toBackupError(Object.assign(new Error("a statement with values"), { code, path }), "Not made.").message;
  expect(sentence("ENOSPC", "/mnt/stick")).toBe(
    "Not made. /mnt/stick: The disk that holds it is full: free some room there, or name a folder on another disk.",
  );
  expect(sentence("EACCES", "/root/x")).toMatch("Not made. /root/x: This account may not use that folder");
  expect(sentence("53100")).toMatch("Not made. The database's disk is full");
  expect(sentence("42501")).toMatch("Not made. The database user may not do that");
  expect(sentence("55P03")).toMatch("Not made. Something else is using the database");
});
