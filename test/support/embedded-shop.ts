import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmod, mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, onTestFinished, vi } from "vitest";
import { startEmbeddedPostgres } from "../../src/platform/postgres/embedded.server.ts";
import { ask } from "../ask.ts";
import { makeFolder as newFolder } from "../make-folder.ts";

// A test takes a second or two, or many times that on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

/** For tests only: users of an embedded server in this process and in processes of their own, on folders that go away again. */

export const ROOT = process.getuid?.() === 0;
/** An ordinary user: when the tests run as root, another one than root. */
export const ORDINARY = ROOT ? { uid: 65534, gid: 65534 } : {};

const CODE = `
import { startEmbeddedPostgres } from ${JSON.stringify(fileURLToPath(new URL("../../src/platform/postgres/embedded.server.ts", import.meta.url)))};
const say = (line) => process.stdout.write(JSON.stringify(line) + "\\n");
const log = { info() {}, warn() {} };
try {
  const postgres = await startEmbeddedPostgres({ ...JSON.parse(process.env.SHOP), log });
  process.on("SIGTERM", () => postgres.close().then(() => process.exit(0)));
  say({ connection: postgres.connection });
  setInterval(() => {}, 1000);
} catch (error) {
  say({ refused: error.message });
  process.exit(1);
}
`;

type Connection = Awaited<ReturnType<typeof startEmbeddedPostgres>>["connection"];
export type TestShop = { child: ChildProcess; connection?: Connection; refused?: string };

type Options = { folder: string; base?: string; root?: string; settings?: Record<string, string> };
/** As which user, and a command to run it through. */
type How = { as?: { uid?: number; gid?: number }; wrap?: string[] };

/** A folder of its own that all users may enter; at the test's end all that runs on it ends and it goes. */
export async function makeFolder({ mode = 0o755 } = {}): Promise<string> {
  const folder = await newFolder();
  await chmod(folder, mode);
  onTestFinished(async () => {
    for (const { pid } of processesOn(folder)) kill(pid);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return folder;
}

function kill(pid: number) {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    // it may have ended just before
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

let model: Promise<string> | undefined;

/** Puts a database into `folder` as if a shop had run there; made once and copied, as making takes long. */
export async function stock(folder: string): Promise<string> {
  model ??= makeModel();
  await mkdir(folder, { recursive: true });
  execFileSync("cp", ["-a", join(await model, "postgres"), folder]);
  return folder;
}

async function makeModel() {
  const folder = await newFolder();
  await (await startEmbeddedPostgres({ folder, log: { info() {}, warn() {} } })).close();
  return folder;
}

afterAll(async () => {
  if (model !== undefined) await rm(await model, { recursive: true });
});

/** A user in this process. */
export async function openShop(options: Options) {
  const shop = await startEmbeddedPostgres({ ...options, log: { info() {}, warn() {} } });
  onTestFinished(() => shop.close());
  return shop;
}

/** A user in a process of its own, that has started or been refused. */
export async function spawnShop(options: Options, how: How = {}): Promise<TestShop> {
  const shop = beginShop(options, how);
  await shop.settled;
  return shop;
}

/** The same, not waited for. */
export function beginShop(
  options: Options,
  { as = {}, wrap = [] }: How = {},
): TestShop & { settled: Promise<void> } {
  const node = [process.execPath, "--import", import.meta.resolve("tsx"), "--input-type=module", "-e", CODE];
  const [file = "", ...args] = [...wrap, ...node];
  const child = spawn(file, args, {
    ...as,
    env: { ...process.env, SHOP: JSON.stringify(options) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const shop: TestShop = { child };
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const settled = new Promise<void>((resolve) => {
    createInterface(child.stdout).on("line", (line) => {
      Object.assign(shop, JSON.parse(line));
      resolve();
    });
    child.once("close", () => resolve());
  });
  return Object.assign(shop, { settled });
}

/** Ends a spawned user, well (SIGTERM) or not (SIGKILL), and waits until it is gone. */
export async function endShop({ child }: TestShop, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => {
    child.once("close", resolve);
    child.kill(signal);
  });
}

export const query = ask;

type Process = { pid: number; user: string; command: string };

/** The server and the supervisor that run on `path`: those that name it in their command. */
export function processesOn(path: string): Process[] {
  const list = execFileSync("ps", ["-A", "-ww", "-o", "pid=,user=,command="], { encoding: "utf8" });
  return list.split("\n").flatMap((line) => {
    const [, pid, user = "", command = ""] = /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return command.includes(path) && !command.includes("--input-type=module")
      ? [{ pid: Number(pid), user, command }]
      : [];
  });
}

/** The supervisor's process number. */
export function supervisorOf(folder: string): number {
  return processesOn(folder).find(({ command }) => command.includes("supervisor.mjs"))?.pid ?? 0;
}

/** The server's process number, as it wrote it down. */
export async function postmasterOf(folder: string): Promise<number> {
  return Number.parseInt(await readFile(join(folder, "postgres/data/postmaster.pid"), "utf8"), 10);
}
