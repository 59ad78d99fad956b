import { existsSync, statSync } from "node:fs";
import { mkdir, readdir, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Pool } from "pg";
import { expect, test, vi } from "vitest";
import {
  beginShop,
  endShop,
  makeFolder,
  ORDINARY,
  openShop,
  postmasterOf,
  processesOn,
  query,
  spawnShop,
  stock,
} from "../../../test/support/embedded-shop.ts";

const FAST = { fsync: "off" };
const LOCKS = "select distinct pid from pg_locks where locktype = 'advisory' and granted";

test("a fresh folder gets a database that is safe on disk and keeps what is written", async () => {
  const folder = await makeFolder();
  const first = await openShop({ folder });
  expect(first.infos).toContain(`Making the shop's database in ${folder}/postgres.`);
  expect(
    await query(
      first.connection,
      `select current_database() as database, current_setting('server_encoding') as encoding,
         current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
         current_setting('synchronous_commit') as sync, current_setting('listen_addresses') as listens,
         datlocprovider as provider, datlocale as locale, datcollate as collate
       from pg_database where datname = 'shop'`,
    ),
  ).toEqual([
    {
      database: "shop",
      encoding: "UTF8",
      checksums: "on",
      fsync: "on",
      sync: "on",
      listens: "",
      provider: "b",
      locale: "C.UTF-8",
      collate: "C",
    },
  ]);
  await query(first.connection, "create table kept as select 42 as answer");
  await first.close();

  const second = await openShop({ folder });
  expect(second.connection).toEqual(first.connection);
  expect(await query(second.connection, "select answer from kept")).toEqual([{ answer: 42 }]);
  expect(second.infos).toEqual([]);
});

test("the password is random, readable by the shop's user alone, and asked for", async () => {
  const folder = await stock(await makeFolder());
  const { connection } = await openShop({ folder, settings: FAST });
  const password = statSync(join(folder, "postgres/password"));
  expect(password.mode & 0o777).toBe(0o600);
  expect(password.uid).toBe(process.getuid?.());
  expect(statSync(connection.host).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, "postgres/data")).mode & 0o777).toBe(0o700);
  expect(connection.password).toMatch(/^[\w-]{32}$/);
  const rules = await query(connection, "select distinct auth_method from pg_hba_file_rules");
  expect(rules).toEqual([{ auth_method: "scram-sha-256" }]);
  await expect(query({ ...connection, password: "guess" }, "select 1")).rejects.toThrow(
    'password authentication failed for user "shop"',
  );
  expect(existsSync(join(folder, "postgres/initdb"))).toBe(false);
});

test("an ordinary user runs the engine as itself, in a session of its own, and leaves nothing running", async () => {
  const folder = await makeFolder({ mode: 0o777 });
  const shop = await spawnShop({ folder: join(folder, "deep/data"), settings: FAST }, { as: ORDINARY });
  expect(shop.refused).toBeUndefined();
  const pid = await postmasterOf(join(folder, "deep/data/postgres"));
  const owner = ORDINARY.uid ?? process.getuid?.();
  expect(statSync(join(folder, "deep/data/postgres/data")).uid).toBe(owner);
  expect(statSync(join(folder, "deep/data/postgres")).mode & 0o777).toBe(0o700);
  // The leader of a group of its own, out of reach of the terminal's Ctrl-C.
  expect(process.kill(-pid, 0)).toBe(true);
  await endShop(shop, "SIGTERM");
  expect([shop.child.exitCode, shop.child.signalCode]).toEqual([0, null]);
  expect(processesOn(folder)).toEqual([]);
  expect(existsSync(join(folder, "deep/data/postgres/socket"))).toBe(false);
});

test("a crash in the middle of making the database leaves no half of one", async () => {
  const folder = await makeFolder();
  const shop = beginShop({ folder, settings: FAST });
  await vi.waitFor(
    async () => {
      const draft = (await readdir(folder)).find((name) => name.startsWith("postgres.new-")) ?? "none";
      expect(existsSync(join(folder, draft, "data/base"))).toBe(true);
    },
    { timeout: 30_000, interval: 5 },
  );
  await endShop(shop, "SIGKILL");
  for (const { pid } of processesOn(folder)) process.kill(pid, "SIGKILL");
  expect(existsSync(join(folder, "postgres"))).toBe(false);
  await mkdir(join(folder, `postgres.new-${process.pid}-theirs`));

  const { connection } = await openShop({ folder, settings: FAST });
  expect(await query(connection, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(await readdir(folder)).toEqual(["postgres"]);
});

test("close can be called twice and ends the server with clients still connected", async () => {
  const folder = await stock(await makeFolder());
  const shop = await openShop({ folder, settings: FAST });
  const pool = new Pool({ ...shop.connection, ssl: false });
  pool.on("error", () => undefined);
  const busy = pool.query("select pg_sleep(300)").then(
    () => "slept",
    () => "cut off",
  );
  const sleepers = "select query from pg_stat_activity where query = 'select pg_sleep(300)'";
  await vi.waitFor(async () => expect(await query(shop.connection, sleepers)).toHaveLength(1), 30_000);
  await Promise.all([shop.close(), shop.close()]);
  expect(await busy).toBe("cut off");
  expect(processesOn(folder)).toEqual([]);
  await shop.close();
  await pool.end();
});

test("a server that dies is started again at the same address, and the pool reconnects", async () => {
  const folder = await stock(await makeFolder());
  const shop = await openShop({ folder });
  const pool = new Pool({ ...shop.connection, ssl: false });
  pool.on("error", () => undefined);
  await pool.query("create table kept as select 1 as one");
  for (const round of [1, 2]) {
    process.kill(await postmasterOf(join(folder, "postgres")), "SIGKILL");
    await vi.waitFor(
      async () => {
        expect(shop.warnings).toHaveLength(round);
        expect((await pool.query(LOCKS)).rows).toHaveLength(1);
        expect((await pool.query("select one from kept")).rows).toEqual([{ one: 1 }]);
      },
      { timeout: 30_000, interval: 50 },
    );
  }
  expect(shop.warnings[0]).toBe("The database stopped by itself; starting it again.");
  await pool.end();
  await shop.close();
  expect(processesOn(folder)).toEqual([]);
});

test("a lost lock is taken again without a word", async () => {
  const folder = await stock(await makeFolder());
  const shop = await openShop({ folder, settings: FAST });
  const [before] = await query<{ pid: number }>(shop.connection, LOCKS);
  await query(shop.connection, `select pg_terminate_backend(${before?.pid})`);
  await vi.waitFor(async () => {
    const [now] = await query<{ pid: number }>(shop.connection, LOCKS);
    expect(now?.pid).toBeTypeOf("number");
    expect(now?.pid).not.toBe(before?.pid);
  }, 30_000);
  await expect(openShop({ folder })).rejects.toThrow("is in use by another shop");
  expect(shop.warnings).toEqual([]);
});

test("a large log gives way to a new one at the next start", async () => {
  const folder = await stock(await makeFolder());
  const log = join(folder, "postgres/server.log");
  await (await openShop({ folder, settings: FAST })).close();
  expect(existsSync(`${log}.1`)).toBe(false);
  await truncate(log, 11 * 1024 * 1024);
  await writeFile(`${log}.1`, "older");
  await openShop({ folder, settings: FAST });
  expect(statSync(`${log}.1`).size).toBe(11 * 1024 * 1024);
  expect(statSync(log).size).toBeLessThan(10_000);
});
