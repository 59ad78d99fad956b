import { randomUUID } from "node:crypto";
import { cp, mkdir, readdir, readFile, stat, truncate, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, checksums, MIGRATIONS, openBackups, restore } from "../../../test/backups.ts";
import { addProduct } from "../../../test/goods.ts";
import { PLACE } from "../../../test/orders.ts";
import { customer, orderOf } from "../../../test/people.ts";
import { openTestShop, type TestShop } from "../../../test/shop.ts";
import { COMMAND } from "../audit/actor.server.ts";
import { writeAudit } from "../audit/write-audit.server.ts";
import { transaction } from "../database/db.server.ts";
import { migrateDatabase } from "../database/migrate.server.ts";
import { toBackupError } from "./backup-error.server.ts";
import { takeBackup } from "./take-backup.server.ts";

let shop: TestShop;
let backups: Awaited<ReturnType<typeof openBackups>>;
/** A backup of the shop with orders in it. */
let taken: string;

beforeAll(async () => {
  [shop, backups] = await Promise.all([openTestShop(), openBackups()]);
  await fill();
  taken = await backups.take(shop.connection);
});
afterAll(async () => {
  await shop.close();
  await backups.close();
});

/** Rows with everything that is hard to copy: quotes, tabs, line ends, nulls, arrays, JSON, worked-out columns. */
async function fill(): Promise<void> {
  const tee = await addProduct(shop, { stock: { M: 50 } });
  const buyer = await customer(shop);
  expect((await shop.post(PLACE, orderOf(tee), buyer.token)).status).toBe(200);
  await shop.query("update users set name = $1 where id = $2", ["O'\\N\t\"Ä\n🧺\\.", buyer.userId]);
  await transaction(shop.db, (tx) =>
    writeAudit(tx, COMMAND, { action: "test", subjectKind: "order", subjectId: "x", before: { a: '\\"\n' } }),
  );
}

/** The sentence that a restore of this folder is refused with. */
const refusal = async (folder: string, into: Parameters<typeof restore>[0], replace = true) =>
  restore(into, folder, { replace }).then(
    () => "restored",
    (error: Error) => `${error.name}: ${error.message}`,
  );

test("a restore into an empty database gives every row, constraint, index and trigger back", async () => {
  const into = await backups.emptyDatabase();
  await restore(into, taken);
  expect(await checksums(into)).toEqual(await checksums(shop.connection));
  await migrateDatabase(into, MIGRATIONS);
  expect(await checksums(into)).toEqual(await checksums(shop.connection));
});

test("identities go on where they stood, and the audit log is still final", async () => {
  const into = await backups.emptyDatabase();
  await restore(into, taken);
  const insert = `insert into audit (staff_name, role, action, subject_kind, subject_id)
    values ('a', 'owner', 'test', 'order', 'y') returning id::int`;
  const [last] = await ask(shop.connection, "select max(id)::int as id from audit");
  expect(await ask(into, insert)).toEqual([{ id: Number(last?.id) + 1 }]);
  await expect(ask(into, "delete from audit")).rejects.toThrow("the audit log is never changed");
  await expect(ask(into, "update orders set user_id = 'nobody'")).rejects.toThrow("foreign key");
});

test("the database's owner restores, without the rights of a superuser", async () => {
  const into = await backups.emptyDatabase();
  const role = `owner_${randomUUID().replaceAll("-", "")}`;
  await ask(into, `create role ${role} login password 'of a test'`);
  await ask(into, `alter database ${into.database} owner to ${role}`);
  const owner = { ...into, user: role, password: "of a test" };
  await restore(owner, taken);
  await restore(owner, taken, { replace: true });
  expect(await checksums(into)).toEqual(await checksums(shop.connection));
  const again = await backups.take(owner);
  await restore(await backups.emptyDatabase(), again);
  await ask(into, `reassign owned by ${role} to current_user`);
  await ask(into, `drop owned by ${role}`);
  await ask(into, `drop role ${role}`);
});

test("only the shop's account may read a backup", async () => {
  expect((await stat(taken)).mode & 0o777).toBe(0o700);
  for (const name of await readdir(taken)) expect((await stat(join(taken, name))).mode & 0o777).toBe(0o600);
});

test("a database with rows is refused without --replace, and left as it was", async () => {
  const into = await backups.emptyDatabase();
  await migrateDatabase(into, MIGRATIONS);
  await ask(into, "insert into provider_turns (name) values ('kept')");
  const before = await checksums(into);
  expect(await refusal(taken, into, false)).toBe(
    "BackupError: The database is not empty (there are rows in provider_turns). To replace what it holds by the backup: npm run restore -- <folder> --replace",
  );
  expect(await checksums(into)).toEqual(before);
  await ask(into, "create table another_programs (id int)");
  await ask(into, "insert into another_programs values (7)");
  await restore(into, taken, { replace: true });
  expect(await ask(into, "select id from another_programs")).toEqual([{ id: 7 }]);
  await ask(into, "drop table another_programs");
  expect(await checksums(into)).toEqual(await checksums(shop.connection));
});

test("one flipped byte in any file is refused, and the old data are as they were", async () => {
  const into = await backups.emptyDatabase();
  await restore(into, taken);
  const before = await checksums(into);
  for (const name of await readdir(taken)) {
    const copy = join(backups.folder, randomUUID());
    await cp(taken, copy, { recursive: true });
    const bytes = await readFile(join(copy, name));
    const at = Math.floor(bytes.length / 2);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(join(copy, name), bytes);
    expect(await refusal(copy, into)).toMatch(/^BackupError: .* is damaged: .* Nothing was changed/);
  }
  expect(await checksums(into)).toEqual(before);
});

test("a file that is missing or cut short is refused, as is a folder without a backup", async () => {
  const into = await backups.emptyDatabase();
  const copy = join(backups.folder, randomUUID());
  await cp(taken, copy, { recursive: true });
  await truncate(join(copy, "orders.copy.gz"), 40);
  expect(await refusal(copy, into)).toMatch("orders.copy.gz is damaged");
  await unlink(join(copy, "orders.copy.gz"));
  expect(await refusal(copy, into)).toMatch("is not whole: orders.copy.gz is missing.");
  expect(await refusal(backups.folder, into)).toMatch(
    /There is no backup in .*: manifest.json is missing there/,
  );
  expect(await refusal(join(backups.folder, "nowhere"), into)).toMatch("There is no backup in");
});

test("what ends a restore before its commit leaves the old data", async () => {
  const into = await backups.emptyDatabase();
  await restore(into, taken);
  await ask(into, "update products set price = price + 1");
  const before = await checksums(into);
  const fails = restore(into, taken, {
    replace: true,
    adapt: async (tx) => {
      await tx.execute(sql`delete from products`);
      throw new Error("the power went out");
    },
  });
  await expect(fails).rejects.toThrow(
    "The backup was not put back, and the old data are as they were. The reason: the power went out",
  );
  const cut = restore(into, taken, {
    replace: true,
    adapt: (tx) => tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`),
  });
  await expect(cut).rejects.toThrow("the old data are as they were");
  expect(await checksums(into)).toEqual(before);
});

test("an open shop's database is not restored", async () => {
  const before = await checksums(shop.connection);
  await shop.get("/api/ready");
  expect(await refusal(taken, shop.connection)).toMatch(
    /^BackupError: The shop is open on this database \(\d+ connections\): stop every process of it, then restore\.$/,
  );
  expect(await checksums(shop.connection)).toEqual(before);
});

test("a backup of an earlier release gets the newer migrations; one of a newer release is refused", async () => {
  const newer = join(backups.folder, "newer");
  await cp(MIGRATIONS, newer, { recursive: true });
  const journal = JSON.parse(await readFile(join(newer, "meta/_journal.json"), "utf8"));
  const last = journal.entries.at(-1);
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1000, tag: "9999_next" });
  await writeFile(join(newer, "meta/_journal.json"), JSON.stringify(journal));
  const next = "alter table products add column season text not null default 'all';";
  await writeFile(join(newer, "9999_next.sql"), next);
  const into = await backups.emptyDatabase();
  await restore(into, taken, { migrations: newer });
  expect(await ask(into, "select distinct season from products")).toEqual([{ season: "all" }]);
  const folder = join(backups.folder, randomUUID());
  await takeBackup({ connection: into, folder, migrations: newer, version: "2.0.0", files: [] });
  expect(await refusal(folder, await backups.emptyDatabase())).toMatch(
    "was made by another release of the shop (2.0.0), whose tables this one does not know",
  );
  await expect(backups.take(into)).rejects.toThrow("Use the backup command of that release");
});

test("what stands in the way of a backup is said, and nothing half made is left", async () => {
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
