import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

/**
 * What is to be done, when: one row per kind and key. `tries` counts those since it was added last. A process that works on
 * it holds a lease, and renews it while it lives.
 */
export const jobs = pgTable(
  "jobs",
  {
    kind: text().notNull(),
    key: text().notNull(),
    dueAt: timestamp("due_at", { withTimezone: true }).notNull(),
    tries: integer().notNull().default(0),
    leasedUntil: timestamp("leased_until", { withTimezone: true }),
    /** Of who took it last: what an earlier holder does to the row is nothing. */
    lease: uuid(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key] }), index("jobs_due").on(table.dueAt)],
);
