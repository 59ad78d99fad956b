import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { ensureCluster, readPassword, USER } from "./cluster.server.ts";
import { type Connection, ensureDatabase } from "./guard.server.ts";
import { findRunning } from "./pid-file.server.ts";
import { choosePlace, type Machine, thisMachine } from "./place.server.ts";
import { gaveUp, newAddress, stopPostmaster } from "./postmaster.server.ts";
import { attach, type Reach } from "./reach.server.ts";
import { DatabaseStartError, explain } from "./trouble.server.ts";

export { DatabaseStartError };

export type EmbeddedPostgres = { connection: Connection; close(): Promise<void> };

type Log = { info(message: string): void; warn(message: string): void };

const DATABASE = "shop";
const LONGEST_WAIT_MS = 10_000;
const STEADY_MS = 60_000;

/**
 * Starts (or takes over) the shop's own PostgreSQL, kept in the data folder `folder`, and keeps it running
 * until `close`: a server that dies is started again at the same address. `settings` are further server
 * settings; `machine` is for tests. Throws a DatabaseStartError, written for the shop's owner.
 */
export async function startEmbeddedPostgres(options: {
  folder: string;
  log: Log;
  settings?: Record<string, string>;
  machine?: Partial<Machine>;
}): Promise<EmbeddedPostgres> {
  const { folder, log, settings = {} } = options;
  try {
    const place = await choosePlace(folder, { ...thisMachine(), ...options.machine }, log);
    await ensureCluster(place, log);
    const closing = new AbortController();
    const password = await readPassword(place);
    const address = await newAddress(place);
    const reach: Reach = { place, password, settings, address, closing: closing.signal };
    const guard = await begin(reach);
    if (reach.started === undefined)
      log.info("Took over the database server that an earlier shop left running.");
    return keep({ reach, guard, log, closing });
  } catch (error) {
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
    await guard?.end().catch(() => undefined);
    if (reach.started !== undefined && !gaveUp(reach.started))
      await stopPostmaster(reach.place, reach.address.host, reach.started);
    throw error;
  }
}

/** Holds the lock for the life of the shop and brings server and lock back when they are lost. */
function keep({
  reach,
  guard,
  log,
  closing,
}: {
  reach: Reach;
  guard: Client;
  log: Log;
  closing: AbortController;
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
    if (held !== undefined || reach.started !== undefined) {
      await stopPostmaster(reach.place, reach.address.host, reach.started);
    }
    await held?.end();
  }

  hold(guard);
  const connection = { ...reach.address, user: USER, password: reach.password, database: DATABASE };
  return {
    connection,
    close() {
      closed ??= shutDown();
      return closed;
    },
  };
}

async function reattach(reach: Reach, log: Log) {
  if ((await findRunning(reach.place.data)) === undefined) {
    log.warn("The database stopped by itself; starting it again.");
    reach.started = undefined;
  }
  return attach(reach);
}
