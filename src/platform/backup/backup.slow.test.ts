import { randomUUID } from "node:crypto";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { ask } from "../../../test/ask.ts";
import { checksums, MIGRATIONS, openBackups, restore } from "../../../test/backups.ts";
import { addProduct } from "../../../test/goods.ts";
import { PLACE } from "../../../test/orders.ts";
import { customer, orderOf } from "../../../test/people.ts";
import { openTestShop } from "../../../test/shop.ts";
import { COMMAND } from "../audit/actor.server.ts";
import { writeAudit } from "../audit/write-audit.server.ts";
import { transaction } from "../database/db.server.ts";
import { migrateDatabase } from "../database/migrate.server.ts";
import { verifyBackup } from "./manifest.server.ts";
import { takeBackup } from "./take-backup.server.ts";

const [shop, backups] = await Promise.all([openTestShop(), openBackups()]);
await fill();
/** A backup of the shop with orders in it, and a database that it was put back into. */
const taken = await backups.take(shop.connection);
const restored = await backups.emptyDatabase();
await restore(restored, taken);
afterAll(async () => {
  await shop.close();
  await backups.close();
});

/** Rows with everything that is hard to copy: quotes, tabs, line ends, nulls, arrays, JSON, bytes, worked-out columns. */
async function fill(): Promise<void> {
  const tee = await addProduct(shop, { stock: { M: 50 } });
  const buyer = await customer(shop);
  expect((await shop.post(PLACE, orderOf(tee), buyer.token)).status).toBe(200);
  await shop.query("update users set name = $1 where id = $2", ["O'\\N\t\"Ä\n🧺\\.", buyer.userId]);
  await shop.query("insert into stored_pictures values ('tee', '720.jpg', '\\x00ff5c0a')");
  await transaction(shop.db, (tx) =>
    writeAudit(tx, COMMAND, { action: "test", subjectKind: "order", subjectId: "x", before: { a: '\\"\n' } }),
  );
}

test("A backup restores every row, constraint, index and trigger", async () => {
  expect(await checksums(restored)).toEqual(await checksums(shop.connection));
  await migrateDatabase(restored, MIGRATIONS);
  expect(await checksums(restored)).toEqual(await checksums(shop.connection));
});

test("A restore that ends before its commit changes nothing", async () => {
  await ask(restored, "update products set price = price + 1");
  const before = await checksums(restored);
  const fails = restore(restored, taken, {
    replace: true,
    adapt: async (tx) => {
      await tx.execute(sql`delete from products`);
      throw new Error("the power went out");
    },
  });
  await expect(fails).rejects.toThrow(
    "The backup was not put back, and the old data are as they were. The reason: the power went out",
  );
  const cut = restore(restored, taken, {
    replace: true,
    adapt: (tx) => tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`),
  });
  await expect(cut).rejects.toThrow("the old data are as they were");
  expect(await checksums(restored)).toEqual(before);
});

test("identities go on where they stood, and the audit log is still final", async () => {
  const insert = `insert into audit (staff_name, role, action, subject_kind, subject_id)
    values ('a', 'owner', 'test', 'order', 'y') returning id::int`;
  const [last] = await ask(shop.connection, "select max(id)::int as id from audit");
  expect(await ask(restored, insert)).toEqual([{ id: Number(last?.id) + 1 }]);
  await expect(ask(restored, "delete from audit")).rejects.toThrow("the audit log is never changed");
  await expect(ask(restored, "update orders set user_id = 'nobody'")).rejects.toThrow("foreign key");
});

/** A new database and, as `owner`, the account that it belongs to: no superuser. */
async function ownDatabase() {
  const database = await backups.emptyDatabase();
  const role = `owner_${randomUUID().replaceAll("-", "")}`;
  await ask(database, `create role ${role} login password 'of a test'`);
  await ask(database, `alter database ${database.database} owner to ${role}`);
  onTestFinished(async () => {
    await ask(database, `reassign owned by ${role} to current_user`);
    await ask(database, `drop owned by ${role}`);
    await ask(database, `drop role ${role}`);
  });
  return { database, owner: { ...database, user: role, password: "of a test" } };
}

test("The database's owner restores without superuser rights", async () => {
  const { database, owner } = await ownDatabase();
  await restore(owner, taken);
  expect(await checksums(database)).toEqual(await checksums(shop.connection));
  const again = await verifyBackup(await backups.take(owner));
  expect(again.tables).toEqual((await verifyBackup(taken)).tables);
});

test("a database with rows is refused without --replace, and left as it was", async () => {
  const { database: into, owner } = await ownDatabase();
  await migrateDatabase(owner, MIGRATIONS);
  await ask(into, "insert into provider_turns (name) values ('kept')");
  const before = await checksums(into);
  await expect(restore(owner, taken)).rejects.toThrow(
    "The database is not empty (there are rows in provider_turns). To replace what it holds by the backup: npm run restore -- <folder> --replace",
  );
  expect(await checksums(into)).toEqual(before);
  await ask(into, "create table another_programs (id int)");
  await ask(into, "insert into another_programs values (7)");
  await restore(owner, taken, { replace: true });
  expect(await ask(into, "select id from another_programs")).toEqual([{ id: 7 }]);
  await ask(into, "drop table another_programs");
  expect(await checksums(into)).toEqual(await checksums(shop.connection));
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
  await expect(restore(await backups.emptyDatabase(), folder)).rejects.toThrow(
    "was made by another release of the shop (2.0.0), whose tables this one does not know",
  );
  await expect(backups.take(into)).rejects.toThrow("Use the backup command of that release");
});
