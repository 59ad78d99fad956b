import { sql } from "drizzle-orm";
import type { Db } from "../database/db.server.ts";
import type { Reading } from "../http/metrics.server.ts";

/** Jobs that are due and that nobody works on, for metrics. */
export async function jobReadings(db: Db): Promise<Reading[]> {
  const { rows } = await db.execute<{ waiting: number }>(
    sql`select count(*)::int as waiting from graphile_worker.jobs where run_at <= now() and locked_at is null`,
  );
  return [{ name: "jobs_waiting", help: "Jobs that are due", value: rows[0]?.waiting ?? 0 }];
}
