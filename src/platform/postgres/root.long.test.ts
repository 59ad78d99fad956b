import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { chmod, mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  copyPackage,
  endShop,
  makeFolder,
  ORDINARY,
  openShop,
  processesOn,
  query,
  ROOT,
  spawnShop,
  stock,
} from "../../../test/support/embedded-shop.ts";
import { unprivilegedAccount } from "./account.server.ts";

// What only root can show is shown when the tests run as root; elsewhere the same rule by another route.
const FAST = { fsync: "off" };

async function engineUser() {
  return ROOT ? (await unprivilegedAccount("/etc/passwd")).name : userInfo().username;
}

function usersOn(folder: string) {
  return processesOn(join(folder, "data")).map(({ user }) => user);
}

test("a shop run by root runs the engine as an unprivileged account", async () => {
  const folder = await makeFolder();
  const { connection } = await openShop({ folder, settings: FAST });
  expect(usersOn(join(folder, "postgres"))).toEqual([await engineUser()]);
  expect(await query(connection, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("another local user reaches neither the socket nor the password", async () => {
  const folder = await stock(await makeFolder());
  const { connection } = await openShop({ folder, settings: FAST });
  const password = join(folder, "postgres/password");
  const socket = join(connection.host, ".s.PGSQL.5432");
  if (!ROOT) {
    expect(statSync(join(folder, "postgres")).mode & 0o777).toBe(0o700);
    return;
  }
  const code = `
    try { require("fs").readFileSync("${password}") } catch (error) { console.log(error.code) }
    require("net").connect("${socket}").on("error", (error) => console.log(error.code))
      .on("connect", () => { console.log("connected"); process.exit() });`;
  const attempt = (as: object) => execFileSync(process.execPath, ["-e", code], { ...as, encoding: "utf8" });
  expect(attempt({ uid: 54321, gid: 54321 })).toBe("EACCES\nEACCES\n");
  // The engine's own account gets to the socket, yet not past the password.
  const { uid, gid } = await unprivilegedAccount("/etc/passwd");
  expect(attempt({ uid, gid })).toBe("EACCES\nconnected\n");
});

test("below a closed home the database moves to a folder of its own, and stays there", async () => {
  const closed = await makeFolder({ mode: 0o700 });
  const base = join(await makeFolder(), "sauti");
  const [data, other] = [join(closed, "data"), join(closed, "other")];
  const shop = await openShop({ folder: data, machine: { base }, settings: FAST });
  await query(shop.connection, "create table kept as select 1 as one");
  await openShop({ folder: other, machine: { base }, settings: FAST });
  expect(existsSync(join(data, "postgres"))).toBe(!ROOT);
  if (!ROOT) return;
  const [, home = ""] = /kept in (\S+),/.exec(shop.infos[0] ?? "") ?? [];
  expect(shop.infos[0]).toBe(
    `The database is kept in ${home}, because the account "${await engineUser()}" that runs it cannot enter ${data}; back that folder up too.`,
  );
  expect(home).toMatch(new RegExp(`^${base}/shop-[0-9a-f]{12}$`));
  expect(usersOn(home)).toEqual([await engineUser()]);
  expect(await readdir(base)).toHaveLength(2);
  await shop.close();

  await chmod(closed, 0o755);
  const again = await openShop({ folder: data, machine: { base }, settings: FAST });
  expect(await query(again.connection, "select one from kept")).toEqual([{ one: 1 }]);
  expect(existsSync(join(data, "postgres"))).toBe(false);
});

test("an engine out of the account's reach is copied once, also by shops that start at one moment", async () => {
  const closed = await makeFolder({ mode: ROOT ? 0o700 : 0o755 });
  const engine = await copyPackage(closed);
  if (!ROOT) await chmod(join(engine, "native/lib"), 0o555);
  const base = join(await makeFolder(), "sauti");
  const folders = [await makeFolder(), await makeFolder()];
  const options = folders.map((folder) => ({ folder, machine: { base, engine }, settings: FAST }));
  const shops = await Promise.all(options.map(openShop));
  for (const { connection } of shops)
    expect(await query(connection, "select 1 as one")).toEqual([{ one: 1 }]);
  const { version } = JSON.parse(execFileSync("cat", [join(engine, "package.json")], { encoding: "utf8" }));
  const copy = `engine-${version}-${process.platform}-${process.arch}`;
  const why = ROOT
    ? `is out of reach for the account "${await engineUser()}"`
    : "is incomplete and cannot be changed";
  const shelves = ROOT ? [base, base] : folders;
  expect(shops[0]?.infos).toContain(`Copying PostgreSQL to ${shelves[0]}/${copy}, because ${engine} ${why}.`);
  for (const shelf of shelves)
    expect((await readdir(shelf)).filter((name) => name.startsWith("engine"))).toEqual([copy]);
  await shops[0]?.close();
  const again = await openShop({ folder: folders[0] ?? "", machine: { base, engine }, settings: FAST });
  expect(again.infos).toEqual([]);
});

test("without an account to run as, root is told to start the shop as an ordinary user", async () => {
  const folder = await makeFolder();
  const passwd = join(folder, "passwd");
  const sentence =
    'PostgreSQL refuses to run as root and this machine has neither an account "postgres" nor "nobody" to run it as: start the shop as an ordinary user.';
  await writeFile(passwd, "root:x:0:0::/root:/bin/sh\npostgres:x:0:0::/:/bin/sh\n");
  await expect(unprivilegedAccount(passwd)).rejects.toThrow(sentence);
  if (ROOT) await expect(openShop({ folder, machine: { passwd } })).rejects.toThrow(sentence);

  await writeFile(passwd, "nobody:x:65534:65533::/:/bin/false\n");
  expect(await unprivilegedAccount(passwd)).toEqual({ name: "nobody", uid: 65534, gid: 65533 });
  await writeFile(passwd, "nobody:x:65534:65533::/:/bin/false\npostgres:x:26:26::/:/bin/sh\n");
  expect(await unprivilegedAccount(passwd)).toEqual({ name: "postgres", uid: 26, gid: 26 });
});

test("a database made by an ordinary user keeps that user when root starts the shop", async () => {
  const folder = await makeFolder({ mode: 0o777 });
  const first = await spawnShop({ folder, settings: FAST }, { as: ORDINARY });
  await query(first.connection, "create table kept as select 1 as one");
  await endShop(first, "SIGTERM");
  const shop = await openShop({ folder, settings: FAST });
  expect(await query(shop.connection, "select one from kept")).toEqual([{ one: 1 }]);
  expect(usersOn(join(folder, "postgres"))).toEqual([ROOT ? "nobody" : userInfo().username]);
  await shop.close();
  const last = await spawnShop({ folder, settings: FAST }, { as: ORDINARY });
  expect(await query(last.connection, "select one from kept")).toEqual([{ one: 1 }]);
});

test("a database made by root is not opened, and not made anew, by an ordinary user", async () => {
  const folder = await makeFolder({ mode: 0o777 });
  if (ROOT) await (await openShop({ folder, settings: FAST })).close();
  else {
    await mkdir(join(folder, "postgres"));
    await symlink("/usr", join(folder, "postgres/data"));
  }
  const { refused } = await spawnShop({ folder }, { as: ORDINARY });
  const owner = ROOT ? await engineUser() : "root";
  expect(refused).toEqual({
    name: "DatabaseStartError",
    message: `The database in ${folder}/postgres belongs to the account "${owner}", as it was made by a shop run by root or by another user: start the shop as that user again, or set DATA_DIR to another folder.`,
  });
});

test("a database restored by root from a backup is given back to the account", async () => {
  const folder = await stock(await makeFolder());
  const shop = await openShop({ folder, settings: FAST });
  await query(shop.connection, "create table kept as select 1 as one");
  await shop.close();
  if (ROOT) expect(spawnSync("chown", ["-R", "root:root", join(folder, "postgres")]).status).toBe(0);
  const again = await openShop({ folder, settings: FAST });
  expect(await query(again.connection, "select one from kept")).toEqual([{ one: 1 }]);
});

test("a database whose folder was closed later is not made anew elsewhere", async () => {
  const folder = await makeFolder();
  const base = join(folder, "sauti");
  await stock(join(folder, "data"));
  await chmod(folder, 0o700);
  const start = openShop({ folder: join(folder, "data"), machine: { base }, settings: FAST });
  if (ROOT) {
    await expect(start).rejects.toThrow(
      `The account "${await engineUser()}" that runs the database can no longer enter ${folder}/data/postgres: let it pass through every folder of that path (chmod o+x), then start again.`,
    );
  } else expect(await query((await start).connection, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(existsSync(base)).toBe(false);
});
