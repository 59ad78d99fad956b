import type { Client } from "pg";

const USERS = "hashtext('the users of this database')";

/**
 * Marks the process of this connection as a user of the server. While the last user is stopping the server this waits,
 * and fails with the connection.
 */
export async function becomeUser(client: Client): Promise<void> {
  await client.query(`select pg_advisory_lock_shared(${USERS})`);
}

/** Ends that. True for the last user, who then has to stop the server: until it is gone nobody becomes one. */
export async function leaveAsLast(client: Client): Promise<boolean> {
  // of two that leave at once each would see the other's lock, if they did not give up their own first
  await client.query(`select pg_advisory_unlock_shared(${USERS})`);
  const { rows } = await client.query<{ last: boolean }>(`select pg_try_advisory_lock(${USERS}) as last`);
  return rows[0]?.last === true;
}
