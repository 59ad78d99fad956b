import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { users } from "../accounts/tables.server.ts";
import { products } from "../catalogue/tables.server.ts";
import { orders } from "../ordering/tables.server.ts";

/**
 * Reviews by people who bought a product. Ids are time-ordered, so "newest first" is the primary key backwards. First name
 * and size are copied when the review is written, so that what staff approved does not change.
 */
export const reviews = pgTable(
  "reviews",
  {
    id: text().primaryKey(),
    productId: text("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The delivered order that it is about. */
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    firstName: text("first_name").notNull(),
    size: text().notNull(),
    stars: integer().notNull(),
    words: text().notNull(),
    /** The folder of its photograph among the stored pictures. */
    photo: text().unique("reviews_photo"),
    writtenAt: timestamp("written_at", { withTimezone: true }).notNull().defaultNow(),
    shown: boolean().notNull().default(false),
    /** When staff last approved or hid it; null while it waits. */
    decidedAt: timestamp("decided_at", { withTimezone: true }),
  },
  (table) => [
    uniqueIndex("reviews_once").on(table.productId, table.userId),
    index("reviews_of_user").on(table.userId),
    index("reviews_of_order").on(table.orderId),
    index("reviews_shown").on(table.productId, table.id).where(sql`${table.shown}`),
    index("reviews_waiting").on(table.id).where(sql`${table.decidedAt} is null`),
    check("one_to_five_stars", sql`${table.stars} between 1 and 5`),
    check("words_are_few", sql`char_length(${table.words}) <= 1000`),
    check("shown_was_decided", sql`not ${table.shown} or ${table.decidedAt} is not null`),
  ],
);

/** Invented ratings of the sample products: how many per number of stars. They count, but search engines get none. */
export const sampleRatings = pgTable(
  "sample_ratings",
  {
    productId: text("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    stars: integer().notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.stars] }),
    check("sample_has_stars", sql`${table.stars} between 1 and 5 and ${table.count} > 0`),
  ],
);
