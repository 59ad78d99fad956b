import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { ensureCluster, readPassword, USER } from "./cluster.server.ts";
import { type ConnectionContext, connect, disconnect } from "./connect.server.ts";
import { type Machine, prepareInstallation, thisMachine } from "./installation.server.ts";
import { findRunning } from "./pid-file.server.ts";
import { newAddress, stopPostmaster } from "./postmaster.server.ts";
import { hasSocket } from "./sockets.server.ts";
import { DatabaseStartError, toStartError } from "./startup-errors.server.ts";
import { type Connection, ensureDatabase } from "./try-connect.server.ts";
import { ORPHAN_MS, startHeartbeat } from "./watcher.server.ts";

export { DatabaseStartError };

export type EmbeddedPostgres = { connection: Connection; close(): Promise<void> };

type Log = { info(message: string): void; warn(message: string): void };

const DATABASE = "shop";
const LONGEST_WAIT_MS = 10_000;
const STABLE_MS = 60_000;
const SOCKET_CHECK_MS = 2_000;

/**
 * Starts (or takes over) the shop's own PostgreSQL, kept in the data folder `folder`, and keeps it running
 * until `close`: a server that dies is started again at the same address. `shared` is for an owner's command: it uses
 * the server of an open shop, or starts one itself. The last user to close stops the server, and a server whose users
 * were all killed is stopped after `orphanMs`. `settings` are further server settings; `machine` is for tests.
 * @throws DatabaseStartError, written for the shop's owner
 */
export async function startEmbeddedPostgres(options: {
  folder: string;
  log: Log;
  shared?: boolean;
  orphanMs?: number;
  settings?: Record<string, string>;
  machine?: Partial<Machine>;
}): Promise<EmbeddedPostgres> {
  const { folder, log, settings = {}, shared = false, orphanMs = ORPHAN_MS } = options;
  let stopHeartbeat = () => {};
  try {
    const installation = await prepareInstallation(folder, { ...thisMachine(), ...options.machine }, log);
    await ensureCluster(installation, log);
    const closing = new AbortController();
    const password = await readPassword(installation);
    const address = await newAddress(installation);
    const context: ConnectionContext = {
      installation,
      password,
      settings,
      address,
      shared,
      orphanMs,
      closing: closing.signal,
    };
    stopHeartbeat = startHeartbeat(installation, orphanMs);
    const client = await connectAndEnsureDatabase(context);
    if (context.started === undefined && !shared)
      log.info("The database server was running already; the shop goes on with it.");
    return keepConnected({ context, client, log, closing, stopHeartbeat });
  } catch (error) {
    stopHeartbeat();
    throw toStartError(error, folder);
  }
}

/** Stops the server again when this fails. */
async function connectAndEnsureDatabase(context: ConnectionContext) {
  let client: Client | undefined;
  try {
    client = await connect(context);
    await ensureDatabase(client, DATABASE);
    return client;
  } catch (error) {
    await disconnect(context, client);
    throw error;
  }
}

/** Holds the connection, and with it the instance lock, until `close`; reconnects when it is lost. */
function keepConnected({
  context,
  client,
  log,
  closing,
  stopHeartbeat,
}: {
  context: ConnectionContext;
  client: Client;
  log: Log;
  closing: AbortController;
  stopHeartbeat: () => void;
}) {
  let current: Client | undefined;
  let reconnecting = Promise.resolve();
  let closed: Promise<void> | undefined;
  let wait = 0;

  function watch(connected: Client) {
    current = connected;
    const since = Date.now();
    connected.once("end", () => {
      current = undefined;
      if (Date.now() - since > STABLE_MS) wait = 0;
      if (!closing.signal.aborted) reconnecting = reconnect();
    });
  }

  async function reconnect() {
    while (!closing.signal.aborted) {
      try {
        await pause(wait, undefined, { signal: closing.signal });
        wait = Math.min(Math.max(2 * wait, 250), LONGEST_WAIT_MS);
        return watch(await connectAgain(context, log));
      } catch (error) {
        if (!closing.signal.aborted) log.warn(toStartError(error, context.installation.folder).message);
      }
    }
  }

  async function shutDown() {
    closing.abort();
    await reconnecting;
    await disconnect(context, current);
    stopHeartbeat();
  }

  watch(client);
  if (!context.shared) watchSocket(context, { log, isConnected: () => current !== undefined });
  const connection = { ...context.address, user: USER, password: context.password, database: DATABASE };
  return {
    connection,
    close() {
      closed ??= shutDown();
      return closed;
    },
  };
}

/**
 * Stops a server whose socket file is gone, so that it is started again with a new one. Without it the server keeps its
 * connections but takes no other. An older server of the same folder removes the socket as it ends.
 */
function watchSocket(
  context: ConnectionContext,
  { log, isConnected }: { log: Log; isConnected: () => boolean },
): void {
  let missed = 0;
  const timer = setInterval(async () => {
    if (context.closing.aborted) return clearInterval(timer);
    missed = isConnected() && !hasSocket(context.address) ? missed + 1 : 0;
    if (missed !== 2) return;
    log.warn("The database's socket is gone; starting the database again.");
    await stopPostmaster(context.installation, context.address.host).catch((error: unknown) =>
      log.warn(toStartError(error, context.installation.folder).message),
    );
  }, SOCKET_CHECK_MS);
  timer.unref();
}

async function connectAgain(context: ConnectionContext, log: Log) {
  if ((await findRunning(context.installation.data)) === undefined) {
    log.warn("The database stopped by itself; starting it again.");
    context.started = undefined;
  }
  return connect(context);
}
