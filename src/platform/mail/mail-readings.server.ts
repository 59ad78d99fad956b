import { sql } from "drizzle-orm";
import type { Db } from "../database/db.server.ts";
import type { Reading } from "../http/metrics.server.ts";
import { outbox } from "./tables.server.ts";

/** Mails that wait, and those of the last day that did not leave, for metrics. */
export async function mailReadings(db: Db): Promise<Reading[]> {
  const { rows } = await db.execute<{ waiting: number; failed: number }>(sql`
    select (select count(*)::int from ${outbox} where ${outbox.state} in ('waiting', 'sending')) as waiting,
      (select count(*)::int from ${outbox} where ${outbox.state} in ('failed', 'unknown')
        and ${outbox.createdAt} > now() - interval '1 day') as failed`);
  const { waiting = 0, failed = 0 } = rows[0] ?? {};
  return [
    { name: "mails_waiting", help: "Mails that are to be sent", value: waiting },
    {
      name: "mails_failed",
      help: "Mails of the last day that did not leave, or may not have",
      value: failed,
    },
  ];
}
