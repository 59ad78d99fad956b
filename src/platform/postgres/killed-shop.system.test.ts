import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { expect, test } from "vitest";
import {
  endShop,
  makeFolder,
  openShop,
  postmasterOf,
  processesOn,
  query,
  spawnShop,
  stock,
  supervisorOf,
} from "../../../test/support/embedded-shop.ts";

const FAST = { fsync: "off" };
const SOON = { timeout: 30_000, interval: 50 };
const logOf = (folder: string) => readFileSync(join(folder, "postgres/server.log"), "utf8");

test("No killed shop leaves its database server running", async () => {
  const folder = await stock(await makeFolder());
  const killed = await spawnShop({ folder });
  await query(killed.connection, "create table kept as select 1 as one");
  await endShop(killed, "SIGKILL");
  await expect.poll(() => processesOn(folder), SOON).toEqual([]);
  expect(logOf(folder)).toContain("received fast shutdown request");
  const shop = await openShop({ folder, settings: FAST });
  expect(await query(shop.connection, "select one from kept")).toEqual([{ one: 1 }]);
  expect(logOf(folder)).not.toContain("automatic recovery");
});

test("The embedded database keeps commits when shop and server are killed", async () => {
  const folder = await stock(await makeFolder());
  const killed = await spawnShop({ folder });
  await query(killed.connection, "create table kept as select generate_series(1, 1000) as number");
  process.kill(supervisorOf(folder), "SIGKILL");
  process.kill(await postmasterOf(folder), "SIGKILL");
  await endShop(killed, "SIGKILL");
  const shop = await openShop({ folder });
  expect(await query(shop.connection, "select count(*)::int as rows from kept")).toEqual([{ rows: 1000 }]);
  expect(logOf(folder)).toContain("automatic recovery in progress");
});

test("a killed server is started again under the open shop, for a new user at once", async () => {
  const folder = await stock(await makeFolder());
  const shop = await openShop({ folder });
  await query(shop.connection, "create table kept as select 1 as one");
  process.kill(await postmasterOf(folder), "SIGKILL");
  const command = await openShop({ folder });
  expect(await query(command.connection, "select one from kept")).toEqual([{ one: 1 }]);
  await command.close();
  expect(await query(shop.connection, "select one from kept")).toEqual([{ one: 1 }]);
  process.kill(await postmasterOf(folder), "SIGKILL");
  await expect
    .poll(() => query(shop.connection, "select one from kept").catch(() => "down"), SOON)
    .toEqual([{ one: 1 }]);
});

test("a killed supervisor costs no connection, and another stops the server after the last user", async () => {
  const folder = await stock(await makeFolder());
  const shop = await openShop({ folder, settings: FAST });
  const client = new Client({ ...shop.connection, ssl: false });
  await client.connect();
  const [pid, supervisor] = [await postmasterOf(folder), supervisorOf(folder)];
  process.kill(supervisor, "SIGKILL");
  await expect.poll(() => [0, supervisor].includes(supervisorOf(folder)), SOON).toBe(false);
  expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  expect(await postmasterOf(folder)).toBe(pid);
  await client.end();
  await shop.close();
  await expect.poll(() => processesOn(folder), SOON).toEqual([]);
});
