import { type ChildProcess, spawn } from "node:child_process";
import { open, readFile, rename, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { engineSurroundings, explainSpawn } from "./cluster.server.ts";
import { program } from "./engine.server.ts";
import { type Address, findRunning, runsOn } from "./pid-file.server.ts";
import type { Place } from "./place.server.ts";
import { makeSocketFolder, removeSocketFolder } from "./sockets.server.ts";
import { facts } from "./trouble.server.ts";
import { watchServer } from "./watcher.server.ts";

/**
 * A server this process started; `output` reads what it has written to its log since. Its watcher starts with it, so that
 * a shop killed a moment later leaves none behind; on Windows only once the server stands.
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
export async function newAddress(place: Place): Promise<Address> {
  return WINDOWS ? { host: "127.0.0.1", port: await freePort() } : { host: place.sockets, port: 5432 };
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
 * Starts the server in a session of its own (Ctrl-C must not reach it before the shop has drained) with a
 * file for a log (a server that outlives the shop must be able to go on writing).
 */
export async function startPostmaster(
  place: Place,
  options: { address: Address; settings: Record<string, string>; orphanMs: number },
): Promise<Postmaster> {
  const { address, settings, orphanMs } = options;
  if (!WINDOWS) await makeSocketFolder(address.host, place.account);
  await rotate(place.log);
  const log = await open(place.log, "a", 0o600);
  try {
    const { size } = await log.stat();
    const { child, watcher } = await launch(place, {
      flags: flagsFor(address, settings),
      log: log.fd,
      orphanMs,
    });
    const output = async () => (await readFile(place.log)).subarray(size).toString("utf8");
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
  place: Place,
  { flags, log, orphanMs }: { flags: string[]; log: number; orphanMs: number },
) {
  const [file, args] = WINDOWS
    ? [
        program(place.engine, "pg_ctl"),
        ["start", "--wait", "--timeout=120", "--pgdata", place.data, "--options", flags.join(" ")],
      ]
    : [program(place.engine, "postgres"), ["-D", place.data, ...flags]];
  const child = spawn(file, args, {
    ...engineSurroundings(place),
    detached: true,
    stdio: ["ignore", log, log],
  });
  // not a step later
  const watcher = WINDOWS || child.pid === undefined ? undefined : watchServer(place, child.pid, orphanMs);
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (error) => reject(explainSpawn(error, place)));
  });
  child.unref();
  return { child, watcher };
}

async function rotate(log: string) {
  const found = await stat(log).catch(() => undefined);
  if (found !== undefined && found.size > LOG_BYTES) await rename(log, `${log}.1`);
}

/** Whether a server started here has ended without ever having served; pg_ctl ends well with code 0. */
export function gaveUp({ child }: Postmaster): boolean {
  return child.signalCode !== null || (child.exitCode !== null && !(WINDOWS && child.exitCode === 0));
}

/**
 * Stops the server on the place's data, whoever started it, and waits until it and its socket are gone.
 * `started` is the one this process started, which may be too young to have left its note.
 */
export async function stopPostmaster(place: Place, sockets: string, started?: Postmaster): Promise<void> {
  for (const [signal, mode, patience] of [
    ["SIGINT", "fast", FAST_STOP_MS],
    ["SIGQUIT", "immediate", HARD_STOP_MS],
  ] as const) {
    const young = WINDOWS || started === undefined || gaveUp(started) ? undefined : started.child.pid;
    const pid = young ?? (await findRunning(place.data))?.pid;
    if (pid === undefined) break;
    if (WINDOWS) await pgCtlStop(place, mode);
    else send(pid, signal);
    await untilGone(place.data, pid, patience);
  }
  if (WINDOWS || (await findRunning(place.data)) !== undefined) return;
  await removeSocketFolder(sockets);
}

/** It may have ended by itself just before. */
function send(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (facts(error).code !== "ESRCH") throw error;
  }
}

async function pgCtlStop(place: Place, mode: string) {
  const args = ["stop", "--pgdata", place.data, "--mode", mode, "--wait", "--timeout", "8"];
  const child = spawn(program(place.engine, "pg_ctl"), args, {
    ...engineSurroundings(place),
    stdio: "ignore",
  });
  await new Promise((resolve) => child.once("close", resolve).once("error", resolve));
}

async function untilGone(data: string, pid: number, patience: number) {
  for (let waited = 0; waited < patience && (await runsOn(pid, data)); waited += 20) await pause(20);
}
