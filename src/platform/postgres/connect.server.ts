import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { USER } from "./cluster.server.ts";
import type { Installation } from "./installation.server.ts";
import { acquireInstanceLock, registerUser, unregisterUser } from "./instance-lock.server.ts";
import { type Address, findRunning, rewriteStalePid } from "./pid-file.server.ts";
import { failedToStart, type Postmaster, startPostmaster, stopPostmaster } from "./postmaster.server.ts";
import { hasSocketFolder } from "./sockets.server.ts";
import { acquireStartLock } from "./start-lock.server.ts";
import { alreadyInUse, DatabaseStartError, startErrorFrom } from "./startup-errors.server.ts";
import { isCutOff, tryConnect } from "./try-connect.server.ts";
import { watchServer } from "./watcher.server.ts";

/** What connecting to the database of one shop needs and remembers, from the first start to the last restart. */
export type ConnectionContext = {
  installation: Installation;
  password: string;
  settings: Record<string, string>;
  /** Where a server of ours listens; one taken over stays where it is. */
  address: Address;
  /** The server this process started last. */
  started?: Postmaster;
  /** True for an owner's command, which may use the database of an open shop; a shop needs the instance lock. */
  shared: boolean;
  /** Milliseconds after which a server that nobody uses is stopped. */
  orphanMs: number;
  /** Aborted when the shop closes. */
  closing: AbortSignal;
};

const POLL_MS = 25;
const READY_MS = 180_000;
const START_LOCK_MS = 10_000;
const LEFTOVERS_MS = 15_000;
const TRIES = 3;
/** A server whose pid file names an address that does not answer has lost its socket; an open shop notices sooner. */
const UNREACHABLE_MS = 6_000;
// The server refuses while another is starting, or while the last children of a killed one still end.
const ANOTHER_SERVER =
  /lock file ".*" already exists|lock file ".*" is empty|pre-existing shared memory block/;

/**
 * Connects to the shop's server and registers as a user of it, starting the server where none runs. A shop also acquires
 * the instance lock.
 * @throws DatabaseStartError when another shop holds the lock; nothing has changed then
 */
export async function connect(context: ConnectionContext): Promise<Client> {
  for (;;) {
    const client = await connectOrStart(context);
    const taken = await acquireLocks(context, client).catch((error: unknown) => {
      if (isCutOff(error)) return undefined;
      throw error;
    });
    if (taken === true) {
      if (!context.shared && context.started?.watcher === undefined) await watchRunning(context);
      return client;
    }
    await client.end().catch(() => undefined);
    if (taken === false) {
      context.started = undefined;
      throw alreadyInUse(context.installation.folder);
    }
    // the server was being stopped: the next round starts another
  }
}

async function acquireLocks({ shared }: ConnectionContext, client: Client): Promise<boolean> {
  if (!shared && !(await acquireInstanceLock(client))) return false;
  await registerUser(client);
  return true;
}

/** The watcher of a server that another process started may be gone, or may never have been. */
async function watchRunning({ installation, orphanMs }: ConnectionContext) {
  const running = await findRunning(installation.data);
  if (running !== undefined) watchServer(installation, running.pid, orphanMs);
}

/** Unregisters, and stops the server when nobody else uses it. `client` is the connection made by `connect`, if still open. */
export async function disconnect(context: ConnectionContext, client: Client | undefined): Promise<void> {
  const last = client === undefined || (await unregisterUser(client).catch(() => true));
  // without a connection, only a server of our own is stopped
  const stops =
    last && (client !== undefined || (context.started !== undefined && !failedToStart(context.started)));
  if (stops) {
    await stopPostmaster(context.installation, context.address.host, context.started);
    context.started?.watcher?.kill();
  }
  await client?.end().catch(() => undefined);
}

async function connectOrStart(context: ConnectionContext): Promise<Client> {
  const { installation, closing } = context;
  const startedAt = Date.now();
  const failures = { times: 0, since: startedAt };
  let reachable = startedAt;
  for (; Date.now() - startedAt < READY_MS; await pause(POLL_MS, undefined, { signal: closing })) {
    const running = await findRunning(installation.data);
    const address = running?.address ?? context.address;
    const client = await tryAddress(context, address);
    if (client instanceof Client) {
      context.address = address;
      return client;
    }
    if (running?.address === undefined || client !== "absent") reachable = Date.now();
    if (Date.now() - reachable > UNREACHABLE_MS && !context.shared) {
      await stopPostmaster(installation, address.host, context.started);
      context.started = undefined;
    } else if (context.started === undefined) {
      if (running === undefined && client === "absent") await startUnderLock(context);
    } else if (failedToStart(context.started)) {
      await checkFailedStart(context.started, installation, failures);
      context.started = undefined;
    }
  }
  context.started = undefined;
  throw new DatabaseStartError(
    `The shop's database in ${installation.folder} was still not ready after three minutes: see ${installation.log} for what it is doing, then start again.`,
  );
}

async function tryAddress({ installation, password }: ConnectionContext, { host, port }: Address) {
  if (process.platform !== "win32" && !(await hasSocketFolder(host, installation.account))) return "absent";
  return tryConnect({ host, port, user: USER, password, database: "postgres" });
}

/** Starts a server unless another shop holds the start lock. Releases the lock once the server listens or has failed. */
async function startUnderLock(context: ConnectionContext) {
  const { installation, address, settings, orphanMs, closing } = context;
  const release = await acquireStartLock(installation.home);
  // a random wait: equal ones would collide again
  if (release === undefined) return pause(Math.random() * 50);
  try {
    if ((await findRunning(installation.data)) !== undefined) return;
    await rewriteStalePid(installation.data, address.host);
    closing.throwIfAborted();
    const started = await startPostmaster(installation, { address, settings, orphanMs });
    context.started = started;
    for (let waited = 0; waited < START_LOCK_MS && !failedToStart(started); waited += 5) {
      if ((await findRunning(installation.data))?.address !== undefined) return;
      await pause(5);
    }
  } finally {
    await release();
  }
}

/** Returns when another try may succeed, else throws why the start failed. */
async function checkFailedStart(
  started: Postmaster,
  installation: Installation,
  failures: { times: number; since: number },
) {
  const output = await started.output();
  if (ANOTHER_SERVER.test(output)) {
    if (Date.now() - failures.since < LEFTOVERS_MS) return;
    throw new DatabaseStartError(
      `Remains of an earlier database server still work on ${installation.folder}: wait a minute or restart the machine, then start again.`,
    );
  }
  failures.times += 1;
  if (failures.times < TRIES) return;
  const { folder, log, engine } = installation;
  throw await startErrorFrom(output, { folder, log, platform: engine.platform });
}
