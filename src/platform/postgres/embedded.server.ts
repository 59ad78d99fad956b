import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, open, readFile, realpath, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { withLock } from "../files.server.ts";
import { type Engine, engineEnvironment, ensureCluster, homeFor, USER } from "./cluster.server.ts";
import { DatabaseStartError, toStartError } from "./startup-errors.server.ts";

type Options = {
  folder: string;
  log: { info(message: string): void; warn(message: string): void };
  settings?: Record<string, string>;
  base?: string;
  root?: string;
};
type Place = Options & Engine & { home: string };

/**
 * A small shop's server. Its log gets no ERROR lines, because those quote what customers typed; the shop
 * logs its failed queries itself. No parallel queries, as the shared memory of a container is often too small.
 */
const SETTINGS = {
  shared_buffers: "64MB",
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
  listen_addresses: "",
};
/** The room for a socket's address on macOS, which gives the least, without the socket's name. */
const SOCKET_FOLDER_BYTES = 89;

/**
 * Uses the shop's own PostgreSQL in the data folder `folder` until `close` or the end of this process. It starts for its
 * first user, stops after its last, and is started again when it is killed. `settings` are further settings of the
 * server; `base`, where root puts what PostgreSQL's account cannot reach, and `root`, PostgreSQL's package, are for tests.
 * @throws DatabaseStartError, written for the shop's owner
 */
export async function startEmbeddedPostgres({ base = "/var/lib/sauti", ...options }: Options) {
  try {
    await mkdir(options.folder, { recursive: true });
    const folder = await realpath(options.folder);
    const home = homeFor(folder, base);
    const host = join(home, "data");
    if (Buffer.byteLength(host) > SOCKET_FOLDER_BYTES)
      throw new DatabaseStartError(
        `The path ${folder} is too long for the socket of a database: set DATA_DIR to a folder with a shorter one.`,
      );
    const engine = await ensureCluster(home, { ...options, base });
    const password = await readFile(join(home, "password"), "utf8");
    const connection = { host, port: 5432, user: USER, password, database: "postgres" };
    const place = { ...options, ...engine, folder, home };
    return { connection, close: stayJoined(place, await joinServer(place)) };
  } catch (error) {
    throw toStartError(error, options.folder);
  }
}

/** Joins again whenever the server or its supervisor ended, until the returned function is called. */
function stayJoined(place: Place, first: Socket): () => Promise<void> {
  let socket = first;
  let closing = false;
  async function rejoin() {
    while (!closing) {
      await once(socket, "close").catch(() => {});
      while (!closing && socket.destroyed)
        socket = await joinServer(place).catch(async (error: unknown) => {
          place.log.warn(toStartError(error, place.folder).message);
          return pause(5_000, socket);
        });
    }
    if (!socket.destroyed) await once(socket.end(), "close").catch(() => {});
  }
  const rejoining = rejoin();
  return () => {
    closing = true;
    socket.end();
    return rejoining;
  };
}

/** Becomes a user of the server for as long as the connection to its supervisor is open. */
async function joinServer(place: Place): Promise<Socket> {
  const start = () => startSupervisor(place);
  for (;;) {
    const socket = (await reach(place)) ?? (await withLock(join(place.folder, "starting.lock"), start));
    const [answer] = await Promise.race([once(socket, "data"), once(socket, "close")]).catch(() => []);
    if (String(answer) === "ready") return socket.resume();
    socket.destroy();
    if (answer) throw toStartError(String(answer), place.folder);
    // the last user had left, and the server was being stopped
    await pause(20);
  }
}

/** The connection to the supervisor, where one listens. */
async function reach({ home }: Place): Promise<Socket | undefined> {
  const socket = connect(join(home, "supervisor"));
  return new Promise((resolve) => {
    socket.on("error", () => resolve(undefined)).once("connect", () => resolve(socket));
  });
}

/** Runs under the lock, so that only a socket on which nobody listens is removed. */
async function startSupervisor(place: Place): Promise<Socket> {
  const { home, bin, account } = place;
  const running = await reach(place);
  if (running) return running;
  await rm(join(home, "supervisor"), { force: true });
  const log = await open(join(home, "server.log"), "a", 0o600);
  if ((await log.stat()).size > 10_000_000) await log.truncate();
  const script = fileURLToPath(new URL("./supervisor.mjs", import.meta.url));
  const orders = { home, program: join(bin, "pg_ctl"), options: serverOptions(place), account };
  const child = spawn(process.execPath, [script, JSON.stringify(orders)], {
    cwd: bin,
    env: { ...engineEnvironment(), PGDATA: join(home, "data") },
    detached: true,
    stdio: ["pipe", log.fd, log.fd],
  });
  await log.close();
  child.unref();
  child.stdin?.on("error", () => {});
  while (child.exitCode === null && child.signalCode === null) {
    const socket = await reach(place);
    if (socket) return socket;
    await pause(5);
  }
  throw new Error(`its supervisor ended, as ${home}/server.log says`);
}

/** In quotes, as pg_ctl hands them to a shell. */
function serverOptions({ home, settings }: Place): string {
  const data = join(home, "data");
  const all = Object.entries({ ...SETTINGS, unix_socket_directories: `"${data}"`, ...settings });
  const words = ["-D", data, ...all.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  return words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
}
