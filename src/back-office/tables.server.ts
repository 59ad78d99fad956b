import { sql } from "drizzle-orm";
import {
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { ROLES } from "./rights.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** The people who work here. Nobody is deleted, so that their actions keep a name. */
export const staff = pgTable(
  "staff",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    role: text({ enum: ROLES }).notNull(),
    /** Missing until the welcome link was used. */
    passwordHash: text("password_hash"),
    /** Of the second factor, encrypted with a key from STAFF_SECRET. */
    totpSecret: text("totp_secret"),
    /** The last period of 30 seconds whose code was used, so that no code is used twice. */
    totpStep: integer("totp_step"),
    createdAt: moment("created_at").notNull().defaultNow(),
    disabledAt: moment("disabled_at"),
  },
  (table) => [uniqueIndex("staff_email").on(sql`lower(${table.email})`)],
);

/** Signed-in devices; only the token's hash is kept. */
export const staffSessions = pgTable(
  "staff_sessions",
  {
    tokenHash: text("token_hash").primaryKey(),
    /** Its id for people, which stays when the token changes. */
    id: text().notNull().unique(),
    staffId: text("staff_id")
      .notNull()
      .references(() => staff.id),
    createdAt: moment("created_at").notNull().defaultNow(),
    seenAt: moment("seen_at").notNull().defaultNow(),
    expiresAt: moment("expires_at").notNull(),
    /** When the second factor was last given; until then the session may only give it. */
    codeAt: moment("code_at"),
    ip: text().notNull(),
    agent: text().notNull(),
  },
  (table) => [
    index("staff_sessions_of_person").on(table.staffId),
    index("staff_sessions_end").on(table.expiresAt),
  ],
);

/** Links by which a person sets password and second factor, once; only the token's hash is kept. */
export const staffLinks = pgTable(
  "staff_links",
  {
    tokenHash: text("token_hash").primaryKey(),
    staffId: text("staff_id")
      .notNull()
      .references(() => staff.id),
    expiresAt: moment("expires_at").notNull(),
    usedAt: moment("used_at"),
    /** Chosen by the person who opened the link; they become the person's when the first code proves them. */
    passwordHash: text("password_hash"),
    totpSecret: text("totp_secret"),
  },
  (table) => [index("staff_links_of_person").on(table.staffId)],
);

/** Recovery codes for a lost phone, each usable once; only hashes are stored. */
export const staffRecovery = pgTable(
  "staff_recovery",
  {
    staffId: text("staff_id")
      .notNull()
      .references(() => staff.id),
    codeHash: text("code_hash").notNull(),
    usedAt: moment("used_at"),
  },
  (table) => [primaryKey({ columns: [table.staffId, table.codeHash] })],
);

/** The answer to a write with an Idempotency-Key; `status` is missing while it is in progress. */
export const staffAnswers = pgTable(
  "staff_answers",
  {
    staffId: text("staff_id").notNull(),
    key: text().notNull(),
    requestHash: text("request_hash").notNull(),
    status: integer(),
    body: jsonb(),
    at: moment("at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.staffId, table.key] }),
    index("staff_answers_by_age").on(table.at),
  ],
);
