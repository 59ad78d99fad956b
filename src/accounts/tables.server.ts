import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const users = pgTable(
  "users",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    passwordHash: text("password_hash").notNull(),
    verifiedAt: moment("verified_at"),
    joinedAt: moment("joined_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("users_email").on(sql`lower(${table.email})`)],
);

/** Signed-in devices; only the token's hash is kept. */
export const sessions = pgTable(
  "sessions",
  {
    tokenHash: text("token_hash").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("sessions_of_user").on(table.userId), index("sessions_end").on(table.expiresAt)],
);

/**
 * Single-use links sent by mail; only the token's hash is kept. `again` marks one made when a not yet verified e-mail
 * was signed up once more with another password: nobody knows then whose password is the owner's.
 */
export const mailLinks = pgTable(
  "mail_links",
  {
    tokenHash: text("token_hash").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    purpose: text({ enum: ["verify", "reset"] }).notNull(),
    expiresAt: moment("expires_at").notNull(),
    usedAt: moment("used_at"),
    again: boolean().notNull().default(false),
  },
  (table) => [index("mail_links_of_user").on(table.userId), index("mail_links_end").on(table.expiresAt)],
);
