import { bigint, index, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/**
 * Who did what to which subject: one row per action of staff, written in the action's own transaction. Names and roles are
 * copied, so that a row says the same after its person has left. A trigger refuses UPDATE and DELETE.
 */
export const audit = pgTable(
  "audit",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Null for a command in the terminal. */
    staffId: text("staff_id"),
    staffName: text("staff_name").notNull(),
    role: text().notNull(),
    action: text().notNull(),
    subjectKind: text("subject_kind").notNull(),
    subjectId: text("subject_id").notNull(),
    /** The fields that the action changed, as they were and as they became. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    reason: text(),
    requestId: text("request_id"),
    ip: text(),
  },
  (table) => [
    index("audit_of_subject").on(table.subjectKind, table.subjectId, table.id),
    index("audit_by_who").on(table.staffId, table.id),
    index("audit_by_time").on(table.at, table.id),
  ],
);
