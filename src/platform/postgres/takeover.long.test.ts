import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
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
const TOOK_OVER = "The database server was running already; the shop goes on with it.";

test("the server of a killed shop is taken over as it runs, and closed with the new shop", async () => {
  const folder = await stock(await makeFolder());
  const killed = await spawnShop({ folder });
  await query(killed.connection, "create table kept as select 1 as one");
  const pid = await postmasterOf(join(folder, "postgres"));
  await endShop(killed, "SIGKILL");

  const shop = await openShop({ folder });
  expect(shop.connection).toEqual(killed.connection);
  expect(await postmasterOf(join(folder, "postgres"))).toBe(pid);
  expect(shop.infos).toEqual([TOOK_OVER]);
  expect(await query(shop.connection, "select one from kept")).toEqual([{ one: 1 }]);
  await expect(openShop({ folder })).rejects.toThrow("is in use by another shop");
  await shop.close();
  expect(processesOn(folder)).toEqual([]);
});

test("a server taken over that dies later is started again", async () => {
  const folder = await stock(await makeFolder());
  await endShop(await spawnShop({ folder, settings: FAST }), "SIGKILL");
  const shop = await openShop({ folder, settings: FAST });
  process.kill(await postmasterOf(join(folder, "postgres")), "SIGKILL");
  await expect
    .poll(() => query(shop.connection, "select 1 as one").catch(() => "down"), { timeout: 30_000 })
    .toEqual([{ one: 1 }]);
  expect(shop.warnings).toEqual(["The database stopped by itself; starting it again."]);
});

test("a killed server's number that now belongs to another program stops nothing and harms nobody", async () => {
  const folder = await stock(await makeFolder());
  const killed = await spawnShop({ folder, settings: FAST });
  const data = join(folder, "postgres/data");
  const pid = await postmasterOf(join(folder, "postgres"));
  process.kill(pid, "SIGKILL");
  await endShop(killed, "SIGKILL");
  // The other program runs as the server's own account, or PostgreSQL would see for itself.
  const { uid, gid } = statSync(data);
  const other = await startProgram("sleep", ["60"], { uid, gid });
  for (const note of [join(data, "postmaster.pid"), join(folder, "postgres/socket/.s.PGSQL.5432.lock")]) {
    const text = readFileSync(note, "utf8");
    expect(text.startsWith(`${pid}\n`)).toBe(true);
    await writeFile(note, text.replace(String(pid), String(other.pid)));
  }

  const shop = await openShop({ folder, settings: FAST });
  expect(await query(shop.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  await shop.close();
  expect([other.exitCode, other.signalCode]).toEqual([null, null]);
});

test("a start waits for the last children of a killed server", async () => {
  const folder = await stock(await makeFolder());
  const killed = await spawnShop({ folder, settings: FAST });
  const busy = new Client({ ...killed.connection, ssl: false });
  busy.on("error", () => undefined);
  await busy.connect();
  const { rows } = await busy.query<{ pid: number }>("select pg_backend_pid() as pid");
  const child = Number(rows[0]?.pid);
  // Held still, it cannot notice that its server is gone.
  process.kill(child, "SIGSTOP");
  process.kill(await postmasterOf(join(folder, "postgres")), "SIGKILL");
  await endShop(killed, "SIGKILL");
  const start = openShop({ folder, settings: FAST });
  const log = join(folder, "postgres/server.log");
  await expect
    .poll(() => readFileSync(log, "utf8"), { timeout: 30_000 })
    .toContain("pre-existing shared memory block");
  process.kill(child, "SIGCONT");
  expect(await query((await start).connection, "select 1 as one")).toEqual([{ one: 1 }]);
  await busy.end();
});

test("a second shop on the same folder is told so and disturbs nothing", async () => {
  const folder = await stock(await makeFolder());
  const first = await openShop({ folder, settings: FAST });
  const client = new Client({ ...first.connection, ssl: false });
  await client.connect();
  const pid = await postmasterOf(join(folder, "postgres"));
  const second = await spawnShop({ folder, settings: FAST });
  expect(second.refused).toEqual({
    name: "DatabaseStartError",
    message: `The data folder ${folder} is in use by another shop that is running: stop that one, or set DATA_DIR to another folder.`,
  });
  expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  expect(await postmasterOf(join(folder, "postgres"))).toBe(pid);
  expect(first.warnings).toEqual([]);
  await client.end();
});

test.each(["fresh", "crashed"])(
  "of shops started at one moment on a %s folder exactly one wins",
  async (kind) => {
    const folder = await makeFolder();
    if (kind === "crashed") {
      await stock(folder);
      await writeFile(join(folder, "postgres/data/postmaster.pid"), "999999999\n", { mode: 0o644 });
    }
    const shops = [1, 2, 3].map(() => beginShop({ folder, settings: FAST }));
    await Promise.all(shops.map((shop) => shop.settled));
    const [winner, ...others] = shops.filter((shop) => shop.connection !== undefined);
    expect(others).toEqual([]);
    const losers = shops.filter((shop) => shop !== winner);
    for (const { refused } of losers) expect(refused?.message).toContain("is in use by another shop");
    await query(winner?.connection, "create table kept as select 1 as one");
    const pids = processesOn(join(folder, "postgres/data")).map(({ pid }) => pid);
    expect(pids).toEqual([await postmasterOf(join(folder, "postgres"))]);
    if (winner !== undefined) await endShop(winner, "SIGTERM");
    expect(processesOn(folder)).toEqual([]);
    const next = await openShop({ folder, settings: FAST });
    expect(await query(next.connection, "select one from kept")).toEqual([{ one: 1 }]);
  },
);

test("a shop that starts while another closes gets the database once that is done", async () => {
  const folder = await stock(await makeFolder(), ORDINARY);
  const first = await spawnShop({ folder, settings: FAST }, { as: ORDINARY });
  const second = beginShop({ folder, settings: FAST }, { as: ORDINARY });
  await expect
    .poll(() => query(first.connection, KEEPERS).catch(() => []), { timeout: 30_000, interval: 10 })
    .toEqual([{ keepers: 2 }]);
  await endShop(first, "SIGTERM");
  await second.settled;
  expect(second.refused).toBeUndefined();
  expect(await query(second.connection, "select 1 as one")).toEqual([{ one: 1 }]);
});

const KEEPERS =
  "select count(*)::int as keepers from pg_stat_activity where application_name = 'shop keeper'";

async function startProgram(
  name: string,
  args: string[],
  as: { uid: number; gid: number },
): Promise<ChildProcess> {
  const child = spawn(name, args, { ...(process.getuid?.() === 0 ? as : {}), stdio: "ignore" });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  await once(child, "spawn");
  return child;
}
