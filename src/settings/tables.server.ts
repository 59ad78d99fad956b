import { sql } from "drizzle-orm";
import { check, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/**
 * What the owner has changed of the shop, a row for each name of SETTINGS; one without a row is as shop.ts and the environment
 * have it. A trigger notifies every process (SETTING_CHANGES). Who changed what, and when, stands in the audit as well.
 */
export const settings = pgTable(
  "settings",
  {
    name: text().primaryKey(),
    value: jsonb().notNull(),
    /** Grows with each change, also by "Put back": a form that was read before is refused. */
    version: integer().notNull(),
    changedAt: timestamp("changed_at", { withTimezone: true }).notNull().defaultNow(),
    /** The name of who changed it last. */
    changedBy: text("changed_by").notNull(),
  },
  (table) => [check("setting_version", sql`${table.version} > 0`)],
);
