import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { LANGUAGE_CODES } from "../language/languages.ts";

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
    /** Before the e-mail was verified, more than one password was typed at sign-up: it is unknown which is the owner's. */
    contested: boolean().notNull().default(false),
    /**
     * Set only for guests, who order without an account: the e-mail they gave. Their `email` is "<id> <that e-mail>", which no
     * typed e-mail equals: a guest is not found by e-mail, and an account can still be opened with it.
     */
    guestEmail: text("guest_email"),
    /** Only for a guest: 254 and nine digits. */
    guestPhone: text("guest_phone"),
    /** Only for a guest: the hash of the network address they came from, in the form in which limits count addresses. */
    guestFrom: text("guest_from"),
    /** The language of mails that belong to no order, unless the person who asks for one has chosen another. */
    language: text({ enum: LANGUAGE_CODES }).notNull().default("en"),
  },
  (table) => [
    uniqueIndex("users_email").on(sql`lower(${table.email})`),
    index("guests_by_email").on(sql`lower(${table.guestEmail})`).where(sql`${table.guestEmail} is not null`),
    index("guests_by_phone").on(table.guestPhone).where(sql`${table.guestEmail} is not null`),
    check("language_is_known", sql`${table.language} in ('en', 'sw')`),
  ],
);

/**
 * Signed-in devices; only the token's hash is stored. `device` describes the browser in words, `deviceHash` is its hash in
 * `devices`; `seenAt` is up to an hour old.
 */
export const sessions = pgTable(
  "sessions",
  {
    tokenHash: text("token_hash").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    expiresAt: moment("expires_at").notNull(),
    /** Identifies the session to its owner, without its token. */
    id: text().notNull().unique().default(sql`gen_random_uuid()::text`),
    device: text().notNull().default(""),
    deviceHash: text("device_hash"),
    begunAt: moment("begun_at").notNull().defaultNow(),
    seenAt: moment("seen_at").notNull().defaultNow(),
  },
  (table) => [index("sessions_of_user").on(table.userId), index("sessions_end").on(table.expiresAt)],
);

/** Browsers that have logged in to an account before, by the hash of a secret that only they store. */
export const devices = pgTable(
  "devices",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    secretHash: text("secret_hash").notNull(),
    usedAt: moment("used_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.secretHash] })],
);

/**
 * Passwords typed at sign-up with this account's e-mail, hashed with the account's own salt; none of them opens it. A log-in
 * with one of them is answered as if the e-mail were not verified yet.
 */
export const triedPasswords = pgTable(
  "tried_passwords",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    passwordHash: text("password_hash").notNull(),
    triedAt: moment("tried_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.passwordHash] })],
);

/** Single-use links sent by mail; only the token's hash is stored. */
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
  },
  (table) => [index("mail_links_of_user").on(table.userId), index("mail_links_end").on(table.expiresAt)],
);
