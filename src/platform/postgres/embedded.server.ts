import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { ensureCluster, readPassword, USER } from "./cluster.server.ts";
import { type Connection, ensureDatabase } from "./guard.server.ts";
import { findRunning } from "./pid-file.server.ts";
import { choosePlace, type Machine, thisMachine } from "./place.server.ts";
import { newAddress, stopPostmaster } from "./postmaster.server.ts";
import { attach, leave, type Reach } from "./reach.server.ts";
import { hasSocket } from "./sockets.server.ts";
import { DatabaseStartError, explain } from "./trouble.server.ts";
import { keepTouching, ORPHAN_MS } from "./watcher.server.ts";

export { DatabaseStartError };

export type EmbeddedPostgres = { connection: Connection; close(): Promise<void> };

type Log = { info(message: string): void; warn(message: string): void };

const DATABASE = "shop";
const LONGEST_WAIT_MS = 10_000;
const STEADY_MS = 60_000;
const SOCKET_CHECK_MS = 2_000;

/**
 * Starts (or takes over) the shop's own PostgreSQL, kept in the data folder `folder`, and keeps it running
 * until `close`: a server that dies is started again at the same address. With `beside` it is an owner's command that
 * comes: it uses the server of an open shop, or starts one itself. Whoever leaves last stops the server, and a server
 * whose users were all killed is stopped after `orphanMs`. `settings` are further server settings; `machine` is for
 * tests. Throws a DatabaseStartError, written for the shop's owner.
 */
export async function startEmbeddedPostgres(options: {
  folder: string;
  log: Log;
  beside?: boolean;
  orphanMs?: number;
  settings?: Record<string, string>;
  machine?: Partial<Machine>;
}): Promise<EmbeddedPostgres> {
  const { folder, log, settings = {}, beside = false, orphanMs = ORPHAN_MS } = options;
  let stopTouching = () => {};
  try {
    const place = await choosePlace(folder, { ...thisMachine(), ...options.machine }, log);
    await ensureCluster(place, log);
    const closing = new AbortController();
    const password = await readPassword(place);
    const address = await newAddress(place);
    const reach: Reach = { place, password, settings, address, beside, orphanMs, closing: closing.signal };
    stopTouching = keepTouching(place, orphanMs);
    const guard = await begin(reach);
    if (reach.started === undefined && !beside)
      log.info("The database server was running already; the shop goes on with it.");
    return keep({ reach, guard, log, closing, stopTouching });
  } catch (error) {
    stopTouching();
    throw explain(error, folder);
  }
}

/** A server started for nothing is not left behind. */
async function begin(reach: Reach) {
  let guard: Client | undefined;
  try {
    guard = await attach(reach);
    await ensureDatabase(guard, DATABASE);
    return guard;
  } catch (error) {
    await leave(reach, guard);
    throw error;
  }
}

/** Holds the lock for the life of the shop and brings server and lock back when they are lost. */
function keep({
  reach,
  guard,
  log,
  closing,
  stopTouching,
}: {
  reach: Reach;
  guard: Client;
  log: Log;
  closing: AbortController;
  stopTouching: () => void;
}) {
  let held: Client | undefined;
  let revival = Promise.resolve();
  let closed: Promise<void> | undefined;
  let wait = 0;

  function hold(client: Client) {
    held = client;
    const since = Date.now();
    client.once("end", () => {
      held = undefined;
      if (Date.now() - since > STEADY_MS) wait = 0;
      if (!closing.signal.aborted) revival = revive();
    });
  }

  async function revive() {
    while (!closing.signal.aborted) {
      try {
        await pause(wait, undefined, { signal: closing.signal });
        wait = Math.min(Math.max(2 * wait, 250), LONGEST_WAIT_MS);
        return hold(await reattach(reach, log));
      } catch (error) {
        if (!closing.signal.aborted) log.warn(explain(error, reach.place.folder).message);
      }
    }
  }

  async function shutDown() {
    closing.abort();
    await revival;
    await leave(reach, held);
    stopTouching();
  }

  hold(guard);
  if (!reach.beside) watchSocket(reach, { log, isHeld: () => held !== undefined });
  const connection = { ...reach.address, user: USER, password: reach.password, database: DATABASE };
  return {
    connection,
    close() {
      closed ??= shutDown();
      return closed;
    },
  };
}

/**
 * A server that lost its socket serves the connections it has and takes no other, for as long as it runs; an older one of
 * the same folder takes the socket away as it ends. It is stopped, so that it is started again with a new one.
 */
function watchSocket(reach: Reach, { log, isHeld }: { log: Log; isHeld: () => boolean }): void {
  let missed = 0;
  const timer = setInterval(async () => {
    if (reach.closing.aborted) return clearInterval(timer);
    missed = isHeld() && !hasSocket(reach.address) ? missed + 1 : 0;
    if (missed !== 2) return;
    log.warn("The database's socket is gone; starting the database again.");
    await stopPostmaster(reach.place, reach.address.host).catch((error: unknown) =>
      log.warn(explain(error, reach.place.folder).message),
    );
  }, SOCKET_CHECK_MS);
  timer.unref();
}

async function reattach(reach: Reach, log: Log) {
  if ((await findRunning(reach.place.data)) === undefined) {
    log.warn("The database stopped by itself; starting it again.");
    reach.started = undefined;
  }
  return attach(reach);
}
