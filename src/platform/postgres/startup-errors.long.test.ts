import { execFileSync, spawn } from "node:child_process";
import { existsSync, lstatSync, readFileSync, statSync } from "node:fs";
import { chmod, chown, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  copyPackage,
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
} from "../../../test/support/embedded-shop.ts";
import { DatabaseStartError } from "./embedded.server.ts";
import { startErrorFrom, toStartError } from "./startup-errors.server.ts";

const FAST = { fsync: "off" };
const OTHER = "set DATABASE_URL to a PostgreSQL server of version 15 or later";

test("links that no install script made are made at the first start, also by two shops at once", async () => {
  const engine = await copyPackage(await makeFolder());
  const folders = [await makeFolder(), await stock(await makeFolder())];
  const shops = await Promise.all(
    folders.map((folder) => openShop({ folder, machine: { engine }, settings: FAST })),
  );
  for (const { connection } of shops)
    expect(await query(connection, "select 1 as one")).toEqual([{ one: 1 }]);
  const links: { target: string }[] = JSON.parse(
    readFileSync(join(engine, "native/pg-symlinks.json"), "utf8"),
  );
  for (const { target } of links) expect(statSync(join(engine, target)).size).toBeGreaterThan(0);
});

test("an engine that lacks its links and may not be changed is copied into the data folder", async () => {
  const engine = await copyPackage(await makeFolder());
  if (!ROOT) await chmod(join(engine, "native/lib"), 0o555);
  const folder = await makeFolder({ mode: 0o777 });
  const shop = await spawnShop({ folder, machine: { engine }, settings: FAST }, { as: ORDINARY });
  expect(shop.refused).toBeUndefined();
  expect(await query(shop.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(shop.said[0]).toMatch(
    /^Copying PostgreSQL to .*, because .*package is incomplete and cannot be changed\.$/,
  );
  expect((await readdir(folder)).map((name) => name.replace(/-.*/, "")).sort()).toEqual([
    "engine",
    "postgres",
  ]);
  await endShop(shop, "SIGTERM");
});

test("a path too long for a socket works, is taken over, and leaves nothing in the short folder", async () => {
  const folder = await stock(join(await makeFolder(), "a".repeat(60), "b".repeat(60)));
  const tmp = await makeFolder({ mode: 0o777 });
  const killed = await spawnShop({ folder, machine: { tmp }, settings: FAST });
  const host = killed.connection?.host ?? "";
  expect(host.startsWith(`${tmp}/sauti-`)).toBe(true);
  expect(statSync(host).mode & 0o777).toBe(0o700);
  const pid = await postmasterOf(join(folder, "postgres"));
  await endShop(killed, "SIGKILL");
  // Also when the short folder is another by then.
  const shop = await openShop({ folder, machine: { tmp: await makeFolder() }, settings: FAST });
  expect(shop.connection).toEqual(killed.connection);
  expect(await postmasterOf(join(folder, "postgres"))).toBe(pid);
  await shop.close();
  expect(await readdir(tmp)).toEqual([]);
  const again = await openShop({ folder, machine: { tmp: "/tmp" }, settings: FAST });
  expect(again.connection.host).toMatch(/^\/tmp\/sauti-/);
  await again.close();
  expect(existsSync(again.connection.host)).toBe(false);
});

test("a socket's folder that someone else put in the short folder is not used", async () => {
  const folder = await stock(join(await makeFolder(), "a".repeat(60), "b".repeat(60)));
  const tmp = await makeFolder({ mode: 0o777 });
  const first = await openShop({ folder, machine: { tmp }, settings: FAST });
  const { host } = first.connection;
  await first.close();
  if (ROOT) {
    await mkdir(host, { mode: 0o700 });
    await chown(host, 54321, 54321);
  } else await writeFile(host, "");
  await expect(openShop({ folder, machine: { tmp } })).rejects.toThrow(
    `The folder ${host} is needed for the database's socket but belongs to someone else or is open to others: remove it, then start again.`,
  );
  await rm(host, { recursive: true });
  await mkdir(host);
  await chmod(host, 0o777);
  await expect(openShop({ folder, machine: { tmp } })).rejects.toThrow("is open to others");
  await chmod(host, 0o755);
  const again = await openShop({ folder, machine: { tmp }, settings: FAST });
  expect(lstatSync(again.connection.host).mode & 0o777).toBe(0o700);
});

test("a platform without an engine, or without it installed, is named with the way out", async () => {
  const folder = await makeFolder();
  await expect(openShop({ folder, machine: { platform: "sunos-sparc" } })).rejects.toThrow(
    `The shop has no database of its own for this platform (sunos-sparc): ${OTHER}.`,
  );
  const absent = process.arch === "ppc64" ? "linux-ia32" : "linux-ppc64";
  const failure = await openShop({ folder, machine: { platform: absent } }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(DatabaseStartError);
  expect(failure).toHaveProperty(
    "message",
    `The shop's own database for this platform (${absent}) is not installed: run "npm install" again with optional packages, or ${OTHER}.`,
  );
  expect(await readdir(folder)).toEqual([]);
});

test("an engine made for another kind of system is named with the way out", async () => {
  const engine = await copyPackage(await makeFolder());
  const folder = await makeFolder();
  await writeFile(join(engine, "native/bin/initdb"), "#!/no/such/loader\n");
  await expect(openShop({ folder, machine: { engine } })).rejects.toThrow(
    `The shop's own database cannot run on this system (${process.platform}-${process.arch}): ${OTHER}.`,
  );
  expect(await readdir(folder)).toEqual([]);
});

test("a full disk is named, at the first start and at a later one", async () => {
  const folder = await makeFolder();
  const full = `The disk that holds ${folder} is full: free at least 200 MB there, then start the shop again.`;
  expect(toStartError(Object.assign(new Error("write"), { code: "ENOSPC" }), folder).message).toBe(full);
  expect(
    (await startErrorFrom("FATAL:  could not write: No space left on device", { folder, platform: "" }))
      .message,
  ).toBe(full);
  if (!ROOT || process.platform !== "linux") return;

  const small = await insideDisk(folder, "20m");
  const first = await spawnShop({ folder, settings: FAST }, { wrap: small });
  expect(first.refused).toEqual({ name: "DatabaseStartError", message: full });
  expect(inside(small, `ls -A ${folder}`)).toBe("");

  const large = await insideDisk(folder, "120m");
  const second = await spawnShop({ folder, settings: FAST }, { wrap: large });
  expect(second.refused).toBeUndefined();
  await endShop(second, "SIGTERM");
  inside(large, `dd if=/dev/zero of=${folder}/fill bs=64k 2>/dev/null || true`);
  const third = await spawnShop({ folder, settings: FAST }, { wrap: large });
  expect(third.refused).toEqual({ name: "DatabaseStartError", message: full });
  inside(large, `rm ${folder}/fill`);
  const fourth = await spawnShop({ folder, settings: FAST }, { wrap: large });
  expect(fourth.refused).toBeUndefined();
  await endShop(fourth, "SIGTERM");
});

test("a database of another major version is left alone", async () => {
  const folder = await stock(await makeFolder());
  const file = join(folder, "postgres/data/PG_VERSION");
  await writeFile(file, "15\n");
  await expect(openShop({ folder })).rejects.toThrow(
    `The database in ${folder}/postgres was made by PostgreSQL 15, but this shop brings PostgreSQL 18: start it with the shop's version that made it, or set DATA_DIR to another folder.`,
  );
  await rm(file);
  await expect(openShop({ folder })).rejects.toThrow(
    `The folder ${folder}/postgres holds no whole database: put it back from a backup or move it elsewhere, then start again.`,
  );
});

test("a folder that cannot be written, or made, is named", async () => {
  const folder = await makeFolder({ mode: 0o555 });
  const readOnly = await spawnShop({ folder }, { as: ORDINARY });
  expect(readOnly.refused?.name).toBe("DatabaseStartError");
  expect(readOnly.refused?.message).toMatch(
    new RegExp(
      `^The shop may not write to ${folder}/postgres\\.new-\\S+: let the account it runs as write there, or set DATA_DIR to a folder where it may\\.$`,
    ),
  );
  const file = join(await makeFolder(), "file");
  await writeFile(file, "");
  await expect(openShop({ folder: join(file, "data") })).rejects.toThrow(
    `Something other than the shop's database is in the way at ${file}/data: move it elsewhere, or set DATA_DIR to another folder.`,
  );
});

test("something else in the database's place is left alone", async () => {
  const folder = await makeFolder();
  await mkdir(join(folder, "postgres"));
  await writeFile(join(folder, "postgres/notes.txt"), "mine");
  await expect(openShop({ folder })).rejects.toThrow(`The folder ${folder}/postgres holds no whole database`);
  expect(await readdir(join(folder, "postgres"))).toEqual(["notes.txt"]);
});

test("a password that is lost or wrong is named", async () => {
  const folder = await stock(await makeFolder());
  const file = join(folder, "postgres/password");
  await writeFile(file, "wrong");
  await expect(openShop({ folder, settings: FAST })).rejects.toThrow(
    'The shop\'s database refuses the password kept beside it in the file "password": put that file back from the backup the database came from, then start again.',
  );
  expect(processesOn(folder)).toEqual([]);
  await rm(file);
  await expect(openShop({ folder })).rejects.toThrow(
    `The password of the shop's database cannot be read from ${file}: start the shop as the user that made it, or put that file back from a backup.`,
  );
});

test("a server that will not start is quoted in one line, with its log", async () => {
  const folder = await stock(await makeFolder());
  const failure = await openShop({ folder, settings: { shared_buffers: "many" } }).catch(
    (error: Error) => error,
  );
  expect(failure).toBeInstanceOf(DatabaseStartError);
  expect(failure).toHaveProperty(
    "message",
    `The shop's database in ${folder} did not start (invalid value for parameter "shared_buffers": "many"; ${folder}/postgres/server.log has the rest): put that right and start again, or ${OTHER}.`,
  );
});

/** A process with a small disk of its own mounted on `folder`; answers the command to run things inside it. */
async function insideDisk(folder: string, size: string) {
  const mount = `mount -t tmpfs -o size=${size},mode=755 tmpfs ${folder} && echo ready && exec sleep 600`;
  const holder = spawn("unshare", ["-m", "sh", "-c", mount], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => {
    holder.kill("SIGKILL");
  });
  await new Promise((resolve) => holder.stdout.once("data", resolve));
  return ["nsenter", "--target", String(holder.pid), "--mount", "--"];
}

function inside([file = "", ...args]: string[], command: string) {
  return execFileSync(file, [...args, "sh", "-c", command], { encoding: "utf8" });
}
