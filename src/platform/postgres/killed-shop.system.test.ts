import { readFileSync } from "node:fs";
import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
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
  watchersOn,
} from "../../../test/support/embedded-shop.ts";

const FAST = { fsync: "off" };
/** Instead of three quarters of a minute. */
const orphanMs = 1_000;
const SOON = { timeout: 30_000, interval: 50 };

test("the server of a killed shop ends by itself, well and with its watcher", async () => {
  const folder = await stock(await makeFolder());
  const killed = await spawnShop({ folder, orphanMs });
  await query(killed.connection, "create table kept as select 1 as one");
  await endShop(killed, "SIGKILL");
  expect(processesOn(folder)).not.toEqual([]);
  await expect.poll(() => processesOn(folder), SOON).toEqual([]);
  await expect.poll(() => watchersOn(folder), SOON).toEqual([]);
  const log = readFileSync(join(folder, "postgres/server.log"), "utf8");
  expect(log).toContain("received fast shutdown request");
  const shop = await openShop({ folder, settings: FAST });
  expect(await query(shop.connection, "select one from kept")).toEqual([{ one: 1 }]);
  expect(readFileSync(join(folder, "postgres/server.log"), "utf8")).not.toContain("automatic recovery");
});

test("after shop and server were both killed the committed rows are there", async () => {
  const folder = await stock(await makeFolder());
  const killed = await spawnShop({ folder });
  await query(killed.connection, "create table kept as select generate_series(1, 1000) as number");
  process.kill(await postmasterOf(join(folder, "postgres")), "SIGKILL");
  await endShop(killed, "SIGKILL");
  // And so were shops that were just starting a server, whose numbers belong to others by now.
  for (const claim of [`starting-${process.pid}-1`, "starting-1-2", "starting-999999999-3"]) {
    await writeFile(join(folder, "postgres", claim), "");
  }
  await utimes(join(folder, "postgres/starting-1-2"), 0, 0);

  const shop = await openShop({ folder });
  expect((await readdir(join(folder, "postgres"))).filter((name) => name.startsWith("starting"))).toEqual([]);
  expect(await query(shop.connection, "select count(*)::int as rows from kept")).toEqual([{ rows: 1000 }]);
  expect(readFileSync(join(folder, "postgres/server.log"), "utf8")).toContain(
    "automatic recovery in progress",
  );
});
