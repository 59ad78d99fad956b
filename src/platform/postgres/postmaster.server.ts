import { type ChildProcess, spawn } from "node:child_process";
import { open, readFile, rename, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { engineSpawnOptions, toSpawnError } from "./cluster.server.ts";
import { program } from "./engine.server.ts";
import type { Installation } from "./installation.server.ts";
import { type Address, findRunning, runsOn } from "./pid-file.server.ts";
import { makeSocketFolder, removeSocketFolder } from "./sockets.server.ts";
import { errorFields } from "./startup-errors.server.ts";
import { watchServer } from "./watcher.server.ts";

/**
 * A server this process started; `output` reads what it has written to its log since. Its watcher starts with it, so that
 * a shop killed a moment later leaves no server behind; on Windows only once the server listens.
 */
export type Postmaster = {
  child: ChildProcess;
  watcher?: ChildProcess;
  address: Address;
  output(): Promise<string>;
};

const WINDOWS = process.platform === "win32";
const LOG_BYTES = 10 * 1024 * 1024;
const FAST_STOP_MS = 8000;
const HARD_STOP_MS = 7000;

/**
 * A small shop's server. Its log gets no ERROR lines, because those quote what customers typed; the shop
 * logs its failed queries itself. No parallel queries, as the shared memory of a container is often too small.
 */
const SETTINGS = {
  shared_buffers: "64MB",
  max_connections: "60",
  jit: "off",
  min_wal_size: "32MB",
  max_wal_size: "256MB",
  io_method: "sync",
  max_parallel_workers_per_gather: "0",
  max_logical_replication_workers: "0",
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
};

/** Where a new server will listen: on a socket only its own account can reach, on Windows on this machine alone. */
export async function newAddress(installation: Installation): Promise<Address> {
  return WINDOWS ? { host: "127.0.0.1", port: await freePort() } : { host: installation.sockets, port: 5432 };
}

async function freePort() {
  return new Promise<number>((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const found = server.address();
      server.close(() => resolve(typeof found === "object" && found !== null ? found.port : 0));
    });
  });
}

/**
 * Starts the server in a session of its own, as Ctrl-C must not reach it before the shop has drained. It logs to a file,
 * as a server that outlives the shop must be able to go on writing.
 */
export async function startPostmaster(
  installation: Installation,
  options: { address: Address; settings: Record<string, string>; orphanMs: number },
): Promise<Postmaster> {
  const { address, settings, orphanMs } = options;
  if (!WINDOWS) await makeSocketFolder(address.host, installation.account);
  await rotateLog(installation.log);
  const log = await open(installation.log, "a", 0o600);
  try {
    const { size } = await log.stat();
    const { child, watcher } = await launch(installation, {
      flags: flagsFor(address, settings),
      log: log.fd,
      orphanMs,
    });
    const output = async () => (await readFile(installation.log)).subarray(size).toString("utf8");
    return { child, watcher, address, output };
  } finally {
    await log.close();
  }
}

function flagsFor({ host, port }: Address, settings: Record<string, string>) {
  const listen = WINDOWS
    ? { listen_addresses: host }
    : {
        listen_addresses: "",
        unix_socket_directories: `"${host.replaceAll('"', '""')}"`,
        unix_socket_permissions: "0700",
      };
  const all = { ...SETTINGS, ...settings, ...listen, port: String(port) };
  return Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** On Windows pg_ctl starts it, since it alone can shed an administrator's rights, and ends once it is up. */
async function launch(
  installation: Installation,
  { flags, log, orphanMs }: { flags: string[]; log: number; orphanMs: number },
) {
  const [file, args] = WINDOWS
    ? [
        program(installation.engine, "pg_ctl"),
        ["start", "--wait", "--timeout=120", "--pgdata", installation.data, "--options", flags.join(" ")],
      ]
    : [program(installation.engine, "postgres"), ["-D", installation.data, ...flags]];
  const child = spawn(file, args, {
    ...engineSpawnOptions(installation),
    detached: true,
    stdio: ["ignore", log, log],
  });
  // in the same tick: a shop killed right after leaves no server without a watcher
  const watcher =
    WINDOWS || child.pid === undefined ? undefined : watchServer(installation, child.pid, orphanMs);
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (error) => reject(toSpawnError(error, installation)));
  });
  child.unref();
  return { child, watcher };
}

async function rotateLog(log: string) {
  const found = await stat(log).catch(() => undefined);
  if (found !== undefined && found.size > LOG_BYTES) await rename(log, `${log}.1`);
}

/** Whether a server started here has ended without ever having served; pg_ctl ends well with code 0. */
export function failedToStart({ child }: Postmaster): boolean {
  return child.signalCode !== null || (child.exitCode !== null && !(WINDOWS && child.exitCode === 0));
}

/**
 * Stops the server on the installation's data, whoever started it, and waits until it and its socket are gone.
 * `started` is the one this process started, which may not have written its pid file yet.
 */
export async function stopPostmaster(
  installation: Installation,
  sockets: string,
  started?: Postmaster,
): Promise<void> {
  for (const [signal, mode, timeoutMs] of [
    ["SIGINT", "fast", FAST_STOP_MS],
    ["SIGQUIT", "immediate", HARD_STOP_MS],
  ] as const) {
    const unregistered =
      WINDOWS || started === undefined || failedToStart(started) ? undefined : started.child.pid;
    const pid = unregistered ?? (await findRunning(installation.data))?.pid;
    if (pid === undefined) break;
    if (WINDOWS) await pgCtlStop(installation, mode);
    else sendSignal(pid, signal);
    await waitUntilGone(installation.data, pid, timeoutMs);
  }
  if (WINDOWS || (await findRunning(installation.data)) !== undefined) return;
  await removeSocketFolder(sockets);
}

/** It may have ended by itself just before. */
function sendSignal(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorFields(error).code !== "ESRCH") throw error;
  }
}

async function pgCtlStop(installation: Installation, mode: string) {
  const args = ["stop", "--pgdata", installation.data, "--mode", mode, "--wait", "--timeout", "8"];
  const child = spawn(program(installation.engine, "pg_ctl"), args, {
    ...engineSpawnOptions(installation),
    stdio: "ignore",
  });
  await new Promise((resolve) => child.once("close", resolve).once("error", resolve));
}

async function waitUntilGone(data: string, pid: number, timeoutMs: number) {
  for (let waited = 0; waited < timeoutMs && (await runsOn(pid, data)); waited += 20) await pause(20);
}
