import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";

const LOCK_TIMEOUT_MS = 2000;
const USERS = "hashtext('the users of this database')";

/**
 * Acquires the instance lock, an advisory lock that lets one shop alone have this database. It belongs to the
 * connection, so it is released with the process that holds it and never goes stale; that of a shop just killed may
 * take a moment to be released.
 */
export async function acquireInstanceLock(client: Client): Promise<boolean> {
  for (let waited = 0; ; waited += 100) {
    const { rows } = await client.query<{ acquired: boolean }>(
      "select pg_try_advisory_lock(hashtext('the shop of this database')) as acquired",
    );
    if (rows[0]?.acquired === true) return true;
    if (waited >= LOCK_TIMEOUT_MS) return false;
    await pause(100);
  }
}

/**
 * Counts this connection as a user of the server, by a shared advisory lock. Waits while the last user is stopping the
 * server, and fails with the connection.
 */
export async function registerUser(client: Client): Promise<void> {
  await client.query(`select pg_advisory_lock_shared(${USERS})`);
}

/** Ends that. True for the last user, who has to stop the server: it holds the lock alone, so nobody can register. */
export async function unregisterUser(client: Client): Promise<boolean> {
  // released first: two that leave at once would each see the other's lock
  await client.query(`select pg_advisory_unlock_shared(${USERS})`);
  const { rows } = await client.query<{ last: boolean }>(`select pg_try_advisory_lock(${USERS}) as last`);
  return rows[0]?.last === true;
}
