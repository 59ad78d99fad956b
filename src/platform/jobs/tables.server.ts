import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

/**
 * The jobs, one row for each kind and key. `tries` counts those since it was last added. A process that works on a job
 * holds a lease, and renews it while it lives.
 */
export const jobs = pgTable(
  "jobs",
  {
    kind: text().notNull(),
    key: text().notNull(),
    dueAt: timestamp("due_at", { withTimezone: true }).notNull(),
    tries: integer().notNull().default(0),
    leasedUntil: timestamp("leased_until", { withTimezone: true }),
    /** Id of the latest lease: updates by an earlier holder do not match it, and change nothing. */
    lease: uuid(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key] }), index("jobs_due").on(table.dueAt)],
);
