import { sql } from "drizzle-orm";
import { check, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/**
 * What the owner has changed of the shop, a row for each name of SETTINGS; without a row, shop.ts and the environment count. A
 * trigger notifies every process (SETTING_CHANGES). The audit also has who changed what, and when.
 */
export const settings = pgTable(
  "settings",
  {
    name: text().primaryKey(),
    value: jsonb().notNull(),
    /** Grows with each change, also by "Put back", so that a form that was opened before is refused. */
    version: integer().notNull(),
    changedAt: timestamp("changed_at", { withTimezone: true }).notNull().defaultNow(),
    /** The name of the person who changed it last. */
    changedBy: text("changed_by").notNull(),
  },
  (table) => [check("setting_version", sql`${table.version} > 0`)],
);
