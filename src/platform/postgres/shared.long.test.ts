import { join } from "node:path";
import { Client } from "pg";
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
} from "../../../test/support/embedded-shop.ts";

const FAST = { fsync: "off" };

/** An owner's command on the folder, in this process. */
const openCommand = (folder: string) => openShop({ folder, settings: FAST, shared: true });

test("a command works beside the open shop, and leaves it as it was", async () => {
  const folder = await stock(await makeFolder());
  const shop = await openShop({ folder, settings: FAST });
  const pid = await postmasterOf(join(folder, "postgres"));
  const command = await openCommand(folder);
  expect(command.connection).toEqual(shop.connection);
  await query(command.connection, "create table kept as select 1 as one");
  await command.close();
  expect(await postmasterOf(join(folder, "postgres"))).toBe(pid);
  expect(await query(shop.connection, "select one from kept")).toEqual([{ one: 1 }]);
  expect([shop.warnings, command.infos, command.warnings]).toEqual([[], [], []]);
  await shop.close();
  expect(processesOn(folder)).toEqual([]);
});

test("a command with no shop open starts the server itself, and leaves nothing running", async () => {
  const folder = await stock(await makeFolder());
  const command = await openCommand(folder);
  expect(await query(command.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  await command.close();
  expect(processesOn(folder)).toEqual([]);
});

test("a shop opens on the server that a command started, and keeps it when the command ends", async () => {
  const folder = await stock(await makeFolder());
  const command = await spawnShop({ folder, settings: FAST, shared: true });
  const pid = await postmasterOf(join(folder, "postgres"));
  const shop = await openShop({ folder, settings: FAST });
  await endShop(command, "SIGTERM");
  expect([command.child.exitCode, command.refused]).toEqual([0, undefined]);
  expect(await query(shop.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(await postmasterOf(join(folder, "postgres"))).toBe(pid);
  expect(shop.warnings).toEqual([]);
  await shop.close();
  expect(processesOn(folder)).toEqual([]);
});

test("a shop that stops while a command works leaves it the server until it has ended", async () => {
  const folder = await stock(await makeFolder());
  const shop = await spawnShop({ folder, settings: FAST });
  const command = await openCommand(folder);
  const client = new Client({ ...command.connection, ssl: false });
  await client.connect();
  await client.query("create table deeds (deed text)");
  await client.query("begin");
  await client.query("insert into deeds values ('half')");
  await endShop(shop, "SIGTERM");
  expect([shop.child.exitCode, shop.child.signalCode]).toEqual([0, null]);
  await client.query("insert into deeds values ('whole')");
  await client.query("commit");
  await client.end();
  await command.close();
  expect(command.warnings).toEqual([]);
  expect(processesOn(folder)).toEqual([]);
  const next = await openShop({ folder, settings: FAST });
  expect(await query(next.connection, "select deed from deeds")).toEqual([
    { deed: "half" },
    { deed: "whole" },
  ]);
});

test("a shop that is killed while a command works takes nothing from it", async () => {
  const folder = await stock(await makeFolder());
  const shop = await spawnShop({ folder, settings: FAST });
  const command = await openCommand(folder);
  await endShop(shop, "SIGKILL");
  expect(await query(command.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(command.warnings).toEqual([]);
  await command.close();
  expect(processesOn(folder)).toEqual([]);
});

test("of a shop and commands that leave at one moment the last stops the server", async () => {
  const folder = await stock(await makeFolder());
  for (const _round of [1, 2, 3]) {
    const all = await Promise.all([
      openShop({ folder, settings: FAST }),
      openCommand(folder),
      openCommand(folder),
    ]);
    for (const { connection } of all)
      expect(await query(connection, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(processesOn(join(folder, "postgres/data"))).toHaveLength(1);
    await Promise.all(all.map(({ close }) => close()));
    expect(processesOn(folder)).toEqual([]);
  }
});

test("a command that comes while the last user stops the server starts it again", async () => {
  const folder = await stock(await makeFolder());
  const shop = await spawnShop({ folder, settings: FAST });
  const command = beginShop({ folder, settings: FAST, shared: true });
  const waiting =
    "select count(*)::int as users from pg_stat_activity where application_name = 'shop keeper'";
  await expect
    .poll(() => query(shop.connection, waiting).catch(() => []), { timeout: 30_000, interval: 5 })
    .toEqual([{ users: 2 }]);
  await endShop(shop, "SIGTERM");
  await command.settled;
  expect(command.refused).toBeUndefined();
  expect(await query(command.connection, "select 1 as one")).toEqual([{ one: 1 }]);
});
