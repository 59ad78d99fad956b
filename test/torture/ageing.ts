import pg from "pg";
import { isDatabaseAway } from "../../src/platform/database/db.server.ts";
import { agings } from "../payments.ts";

/**
 * Makes all rows older by so many seconds, exactly once: the database may end during the statement, and nobody would know
 * whether it has. `times` counts the calls on this database from 1.
 */
export async function ageRows(pool: pg.Pool, seconds: number, times: number): Promise<void> {
  for (;;) {
    try {
      return await ageOnce(pool, seconds, times);
    } catch (error) {
      // changing all rows in one transaction may meet a payment under way in the other order, and gives way
      const gaveWay = error instanceof pg.DatabaseError && error.code === "40P01";
      if (!gaveWay && !isDatabaseAway(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function ageOnce(pool: pg.Pool, seconds: number, times: number): Promise<void> {
  const client = await pool.connect();
  let fault: Error | undefined;
  try {
    // the transaction that detects the deadlock first is rolled back
    await client.query("begin; set local deadlock_timeout = '50ms'");
    const { rowCount } = await client.query("update torture_aged set times = $1 where times < $1", [times]);
    if (rowCount === 1) await ageAll(client, seconds);
    await client.query("commit");
  } catch (error) {
    fault = error as Error;
    throw error;
  } finally {
    client.release(fault);
  }
}

async function ageAll(client: pg.PoolClient, seconds: number): Promise<void> {
  // a time that M-Pesa tells is compared with a row's, and ages with it
  await client.query(
    `update code_checks set result = jsonb_set(result, '{initiated}', to_jsonb(to_char(
       to_timestamp(result->>'initiated', 'YYYYMMDDHH24MISS') - make_interval(secs => $1), 'YYYYMMDDHH24MISS')))
     where result->>'initiated' is not null`,
    [seconds],
  );
  for (const statement of agings(seconds)) await client.query(statement);
}
