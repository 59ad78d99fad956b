import { sql } from "drizzle-orm";
import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { payments } from "../core/tables.server.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** What the owner is mailed, each matter once; several that wait leave in one mail. */
export const ownerNotices = pgTable(
  "owner_notices",
  {
    id: text().primaryKey(),
    /** Names the matter. */
    key: text().notNull().unique(),
    paymentId: text("payment_id").references(() => payments.id),
    what: text().notNull(),
    /** The line of the mail that says what it is about. */
    line: text().notNull(),
    /** The id it is shown by at the counter; null where an earlier release wrote it, whose line says how to see it. */
    shownBy: text("shown_by"),
    createdAt: moment("created_at").notNull().defaultNow(),
    mailedAt: moment("mailed_at"),
  },
  (table) => [index("notices_waiting").on(table.id).where(sql`${table.mailedAt} is null`)],
);
