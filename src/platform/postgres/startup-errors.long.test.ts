import { execFileSync, spawn } from "node:child_process";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  endShop,
  makeFolder,
  openShop,
  processesOn,
  ROOT,
  spawnShop,
  stock,
} from "../../../test/support/embedded-shop.ts";
import { toStartError } from "./startup-errors.server.ts";

const FAST = { fsync: "off" };
const OTHER = "set DATABASE_URL to a PostgreSQL server of version 15 or later";

test("a full disk is named, at the first start and at a later one", async () => {
  const folder = await makeFolder();
  const full = `The disk that holds ${folder} is full: free at least 200 MB there, then start the shop again.`;
  expect(toStartError(new Error("ENOSPC: no space left on device, write"), folder).message).toBe(full);
  expect(toStartError("FATAL:  could not write: No space left on device", folder).message).toBe(full);
  if (!ROOT || process.platform !== "linux") return;

  const small = await insideDisk(folder, "20m");
  expect((await spawnShop({ folder, settings: FAST }, { wrap: small })).refused).toBe(full);
  expect(inside(small, `ls -A ${folder}`)).toBe("");

  const large = await insideDisk(folder, "120m");
  await endShop(await spawnShop({ folder, settings: FAST }, { wrap: large }), "SIGTERM");
  inside(large, `dd if=/dev/zero of=${folder}/fill bs=64k 2>/dev/null || true`);
  expect((await spawnShop({ folder, settings: FAST }, { wrap: large })).refused).toBe(full);
  inside(large, `rm ${folder}/fill`);
  const last = await spawnShop({ folder, settings: FAST }, { wrap: large });
  expect(last.refused).toBeUndefined();
  await endShop(last, "SIGTERM");
});

test("a taken port is named, and nothing stays running", async () => {
  const folder = await stock(await makeFolder());
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once("listening", resolve));
  const { port } = other.address() as { port: number };
  const settings = { ...FAST, listen_addresses: "127.0.0.1", port: String(port) };
  await expect(openShop({ folder, settings })).rejects.toThrow(
    `Another program uses the port of the shop's database: stop that program, then start the shop again, or ${OTHER}.`,
  );
  await expect.poll(() => processesOn(folder), { timeout: 30_000 }).toEqual([]);
});

test("a database of another major version is left alone", async () => {
  const folder = await stock(await makeFolder());
  await writeFile(join(folder, "postgres/data/PG_VERSION"), "15\n");
  await expect(openShop({ folder })).rejects.toThrow(
    `The database in ${folder}/postgres was made by PostgreSQL 15, but this shop brings PostgreSQL 18: start it with the shop's version that made it, or set DATA_DIR to another folder.`,
  );
});

test("a server that will not start is quoted in one line", async () => {
  const folder = await stock(await makeFolder());
  await expect(openShop({ folder, settings: { shared_buffers: "many" } })).rejects.toThrow(
    `The shop's database in ${folder} did not start (invalid value for parameter "shared_buffers": "many"): put that right and start again, or ${OTHER}.`,
  );
});

test("something else in the database's place, or a lost password, is named and left alone", async () => {
  const folder = await makeFolder();
  await mkdir(join(folder, "postgres"));
  await writeFile(join(folder, "postgres/notes.txt"), "mine");
  await expect(openShop({ folder })).rejects.toThrow(
    `(ENOENT: no such file or directory, open '${folder}/postgres/data/PG_VERSION')`,
  );
  expect(await readdir(join(folder, "postgres"))).toEqual(["notes.txt"]);

  const other = await stock(await makeFolder());
  await rm(join(other, "postgres/password"));
  await expect(openShop({ folder: other, settings: FAST })).rejects.toThrow(
    `(ENOENT: no such file or directory, open '${other}/postgres/password')`,
  );
  await expect.poll(() => processesOn(other), { timeout: 30_000 }).toEqual([]);
});

test("a path too long for a socket, and programs for another system, are named", async () => {
  const folder = join(await makeFolder(), "a".repeat(80));
  await expect(openShop({ folder })).rejects.toThrow(
    `The path ${folder} is too long for the socket of a database: set DATA_DIR to a folder with a shorter one.`,
  );
  const root = await makeFolder();
  await expect(openShop({ folder: root, root })).rejects.toThrow(
    `The shop's own database cannot run on this system: ${OTHER}.`,
  );
});

/** A process with a small disk of its own mounted on `folder`; gives the command to run things inside it. */
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
