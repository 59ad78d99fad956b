import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { products } from "../catalogue/tables.server.ts";
import { LANGUAGE_CODES } from "../language/languages.ts";

/** Stands for a size where what is waited for is the opening of a drop. */
export const OPENING = "";

/**
 * E-mails that get one mail when a sold-out size is there again, in the order of asking. A row goes with the
 * mail that it leads to.
 */
export const backInStock = pgTable(
  "back_in_stock",
  {
    id: text().primaryKey(),
    productId: text("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    size: text().notNull(),
    email: text().notNull(),
    /** Asked by the account whose verified e-mail it is. */
    proven: boolean().notNull().default(false),
    language: text({ enum: LANGUAGE_CODES }).notNull(),
    askedAt: timestamp("asked_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("back_in_stock_once").on(table.productId, table.size, sql`lower(${table.email})`),
    index("back_in_stock_of_email").on(sql`lower(${table.email})`),
  ],
);
