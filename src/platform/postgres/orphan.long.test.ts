import { existsSync } from "node:fs";
import { rename, rm, unlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import {
  beginShop,
  endShop,
  makeFolder,
  openShop,
  postmasterOf,
  processesOn,
  query,
  spawnShop,
  stock,
  watchersOn,
} from "../../../test/support/embedded-shop.ts";

const FAST = { fsync: "off" };
/** Instead of three quarters of a minute. */
const orphanMs = 1_000;
const SOCKET_GONE = "The database's socket is gone; starting the database again.";
const SOON = { timeout: 30_000, interval: 50 };

test("the server of a killed shop whose folder was deleted ends by itself", async () => {
  const folder = await stock(await makeFolder());
  const killed = await spawnShop({ folder, settings: FAST, orphanMs });
  await endShop(killed, "SIGKILL");
  // the server may still be writing a file
  await rm(join(folder, "postgres"), { recursive: true, maxRetries: 5 });
  await expect.poll(() => [...processesOn(folder), ...watchersOn(folder)], SOON).toEqual([]);
});

test("a shop killed while its server is just starting leaves none", async () => {
  const folder = await stock(await makeFolder());
  const shop = beginShop({ folder, settings: FAST, orphanMs });
  // a moment before, the server has no watcher yet: then the next start takes it over
  await expect.poll(() => watchersOn(folder), { ...SOON, interval: 1 }).not.toEqual([]);
  await endShop(shop, "SIGKILL");
  expect(shop.connection).toBeUndefined();
  await expect.poll(() => [...processesOn(folder), ...watchersOn(folder)], SOON).toEqual([]);
});

test("a server goes on under one watcher for whoever is left, until the last of them was killed", async () => {
  // a process on a busy machine may not be heard of for a while
  const orphanMs = 3_000;
  const folder = await stock(await makeFolder());
  const killed = await spawnShop({ folder, settings: FAST, orphanMs });
  const command = await spawnShop({ folder, settings: FAST, orphanMs, shared: true });
  const pid = await postmasterOf(join(folder, "postgres"));
  await endShop(killed, "SIGKILL");
  await pause(1.5 * orphanMs);
  const shop = await openShop({ folder, settings: FAST, orphanMs });
  await expect.poll(() => watchersOn(folder), SOON).toHaveLength(1);
  expect(await postmasterOf(join(folder, "postgres"))).toBe(pid);
  await shop.close();
  expect(await query(command.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  await endShop(command, "SIGKILL");
  await expect.poll(() => [...processesOn(folder), ...watchersOn(folder)], SOON).toEqual([]);
});

test("a watcher ends with the server that is stopped well", async () => {
  const folder = await stock(await makeFolder());
  const shop = await openShop({ folder, settings: FAST });
  expect(watchersOn(folder)).toHaveLength(1);
  await shop.close();
  await expect.poll(() => watchersOn(folder), SOON).toEqual([]);
});

test("a server that loses its socket is started again by its shop", async () => {
  const folder = await stock(await makeFolder());
  const shop = await openShop({ folder, settings: FAST });
  await query(shop.connection, "create table kept as select 1 as one");
  const pid = await postmasterOf(join(folder, "postgres"));
  await unlink(join(shop.connection.host, ".s.PGSQL.5432"));
  await expect(query(shop.connection, "select 1")).rejects.toThrow("ENOENT");
  await expect
    .poll(() => query(shop.connection, "select one from kept").catch(() => "down"), SOON)
    .toEqual([{ one: 1 }]);
  expect(await postmasterOf(join(folder, "postgres"))).not.toBe(pid);
  expect(shop.warnings[0]).toBe(SOCKET_GONE);
});

test("a server without its socket that a killed shop left is started anew by the next shop", async () => {
  const folder = await stock(await makeFolder());
  const killed = await spawnShop({ folder, settings: FAST });
  await query(killed.connection, "create table kept as select 1 as one");
  await endShop(killed, "SIGKILL");
  const pid = await postmasterOf(join(folder, "postgres"));
  await unlink(join(killed.connection?.host ?? "", ".s.PGSQL.5432"));
  const shop = await openShop({ folder, settings: FAST });
  expect(await query(shop.connection, "select one from kept")).toEqual([{ one: 1 }]);
  expect(await postmasterOf(join(folder, "postgres"))).not.toBe(pid);
});

test("a folder moved away and made anew works on when the old server ends and takes the new one's socket with it", async () => {
  const folder = await makeFolder();
  await stock(folder);
  await endShop(await spawnShop({ folder, settings: FAST }), "SIGKILL");
  const old = await postmasterOf(join(folder, "postgres"));
  await rename(join(folder, "postgres"), join(folder, "moved"));
  await stock(folder);
  const shop = await openShop({ folder, settings: FAST });
  await query(shop.connection, "create table kept as select 1 as one");
  // as it does by itself within a minute
  process.kill(old, "SIGINT");
  await expect.poll(() => shop.warnings, SOON).toContain(SOCKET_GONE);
  await expect
    .poll(() => query(shop.connection, "select one from kept").catch(() => "down"), SOON)
    .toEqual([{ one: 1 }]);
  expect(existsSync(join(shop.connection.host, ".s.PGSQL.5432"))).toBe(true);
});
