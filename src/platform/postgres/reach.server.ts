import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { USER } from "./cluster.server.ts";
import { isCutOff, takeLock, tryConnect } from "./guard.server.ts";
import { type Address, disownStale, findRunning } from "./pid-file.server.ts";
import type { Place } from "./place.server.ts";
import { gaveUp, type Postmaster, startPostmaster, stopPostmaster } from "./postmaster.server.ts";
import { hasSocketFolder } from "./sockets.server.ts";
import { alreadyInUse, DatabaseStartError, explainOutput } from "./trouble.server.ts";
import { takeTurn } from "./turn.server.ts";
import { becomeUser, leaveAsLast } from "./users.server.ts";
import { watchServer } from "./watcher.server.ts";

/** What it takes to reach the database of one shop, from the first start to the last restart. */
export type Reach = {
  place: Place;
  password: string;
  settings: Record<string, string>;
  /** Where a server of ours listens; one taken over stays where it is. */
  address: Address;
  /** The server this process started last. */
  started?: Postmaster;
  /** True for an owner's command, which works beside the open shop; one shop alone may have the database. */
  beside: boolean;
  /** Milliseconds after which a server that nobody uses is stopped. */
  orphanMs: number;
  /** Ends all waiting when the shop closes. */
  closing: AbortSignal;
};

const POLL_MS = 25;
const READY_MS = 180_000;
const TURN_MS = 10_000;
const REMAINS_MS = 15_000;
const TRIES = 3;
/** A server that has noted where it listens and is not there has lost its socket; a shop that has it open notices sooner. */
const UNREACHABLE_MS = 6_000;
// The server refuses while another is starting, or while the last children of a killed one still end.
const ANOTHER = /lock file ".*" already exists|lock file ".*" is empty|pre-existing shared memory block/;

/**
 * Connects to the shop's server as one of its users, starting it where none runs; a shop also takes the lock. Refused, it
 * leaves all as it is.
 */
export async function attach(reach: Reach): Promise<Client> {
  for (;;) {
    const client = await connect(reach);
    const taken = await enter(reach, client).catch((error: unknown) => {
      if (isCutOff(error)) return undefined;
      throw error;
    });
    if (taken === true) {
      if (!reach.beside && reach.started?.watcher === undefined) await watchTaken(reach);
      return client;
    }
    await client.end().catch(() => undefined);
    if (taken === false) {
      reach.started = undefined;
      throw alreadyInUse(reach.place.folder);
    }
    // Its owner was just closing it, so there will be another to connect to.
  }
}

async function enter({ beside }: Reach, client: Client): Promise<boolean> {
  if (!beside && !(await takeLock(client))) return false;
  await becomeUser(client);
  return true;
}

/** The watcher of a server that another process started may be gone, or may never have been. */
async function watchTaken({ place, orphanMs }: Reach) {
  const running = await findRunning(place.data);
  if (running !== undefined) watchServer(place, running.pid, orphanMs);
}

/** Leaves the server, and stops it where nobody else uses it. `client` is the connection made by `attach`, if it lasts. */
export async function leave(reach: Reach, client: Client | undefined): Promise<void> {
  const last = client === undefined || (await leaveAsLast(client).catch(() => true));
  // without a connection it may be another's
  const stops = last && (client !== undefined || (reach.started !== undefined && !gaveUp(reach.started)));
  if (stops) {
    await stopPostmaster(reach.place, reach.address.host, reach.started);
    reach.started?.watcher?.kill();
  }
  await client?.end().catch(() => undefined);
}

async function connect(reach: Reach): Promise<Client> {
  const { place, closing } = reach;
  const begun = Date.now();
  const failed = { times: 0, since: begun };
  let reachable = begun;
  for (; Date.now() - begun < READY_MS; await pause(POLL_MS, undefined, { signal: closing })) {
    const running = await findRunning(place.data);
    const address = running?.address ?? reach.address;
    const client = await knock(reach, address);
    if (client instanceof Client) {
      reach.address = address;
      return client;
    }
    if (running?.address === undefined || client !== "absent") reachable = Date.now();
    if (Date.now() - reachable > UNREACHABLE_MS && !reach.beside) {
      await stopPostmaster(place, address.host, reach.started);
      reach.started = undefined;
    } else if (reach.started === undefined) {
      if (running === undefined && client === "absent") await start(reach);
    } else if (gaveUp(reach.started)) {
      await judge(reach.started, place, failed);
      reach.started = undefined;
    }
  }
  reach.started = undefined;
  throw new DatabaseStartError(
    `The shop's database in ${place.folder} was still not ready after three minutes: see ${place.log} for what it is doing, then start again.`,
  );
}

async function knock({ place, password }: Reach, { host, port }: Address) {
  if (process.platform !== "win32" && !(await hasSocketFolder(host, place.account))) return "absent";
  return tryConnect({ host, port, user: USER, password, database: "postgres" });
}

/** Starts a server unless another shop has the turn, and gives the turn back once it stands or has given up. */
async function start(reach: Reach) {
  const { place, address, settings, orphanMs, closing } = reach;
  const giveBack = await takeTurn(place.home);
  // Were all to wait alike, they would meet again and again.
  if (giveBack === undefined) return pause(Math.random() * 50);
  try {
    if ((await findRunning(place.data)) !== undefined) return;
    await disownStale(place.data, address.host);
    closing.throwIfAborted();
    const started = await startPostmaster(place, { address, settings, orphanMs });
    reach.started = started;
    for (let waited = 0; waited < TURN_MS && !gaveUp(started); waited += 5) {
      if ((await findRunning(place.data))?.address !== undefined) return;
      await pause(5);
    }
  } finally {
    await giveBack();
  }
}

/** Lets a failed start pass when the next may go better, else throws why. */
async function judge(started: Postmaster, place: Place, failed: { times: number; since: number }) {
  const output = await started.output();
  if (ANOTHER.test(output)) {
    if (Date.now() - failed.since < REMAINS_MS) return;
    throw new DatabaseStartError(
      `Remains of an earlier database server still work on ${place.folder}: wait a minute or restart the machine, then start again.`,
    );
  }
  failed.times += 1;
  if (failed.times < TRIES) return;
  const { folder, log, engine } = place;
  throw await explainOutput(output, { folder, log, platform: engine.platform });
}
