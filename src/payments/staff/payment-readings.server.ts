import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.server.ts";
import type { Reading } from "../../platform/http/metrics.server.ts";
import { payments } from "../core/tables.server.ts";
import { IS_DUE } from "../reconcile.server.ts";
import { refunds } from "../transactions/tables.server.ts";
import { LISTS, waitingIn } from "./needs-decision.server.ts";

/** What the owner may want alerts about, for metrics: the lists of the back office, refunds, and delays. */
export async function paymentReadings(db: Db, { canAsk }: { canAsk: boolean }): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const list of LISTS)
    readings.push({
      name: "payments_waiting_for_person",
      help: "What waits for the owner, by list",
      labels: { list },
      value: (await waitingIn(db, list, { canAsk })).rows,
    });
  const { rows } = await db.execute<{ due: number; oldest: number; checks: number }>(sql`
    select (select count(*)::int from ${refunds} where ${refunds.state} <> 'done' and ${refunds.givenUpAt} is null) as due,
      (select coalesce(extract(epoch from now() - min(${payments.createdAt})), 0)::float8 from ${payments}
        where ${payments.nextCheckAt} is not null
          and ${payments.state} in ('created', 'submitting', 'submit_unknown', 'pending')) as oldest,
      (select count(*)::int from ${payments} where ${IS_DUE}) as checks`);
  const { due = 0, oldest = 0, checks = 0 } = rows[0] ?? {};
  return [
    ...readings,
    { name: "refunds_due", help: "Refunds that are not done", value: due },
    { name: "checks_due", help: "Checks of payments whose time has come", value: checks },
    {
      name: "oldest_unsettled_payment_seconds",
      help: "Age of the oldest payment that a provider is still asked about",
      value: oldest,
    },
  ];
}
