import { sql } from "drizzle-orm";
import { check, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { users } from "../accounts/tables.server.ts";
import { products } from "../catalogue/tables.server.ts";

export const cartLines = pgTable(
  "cart_lines",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    productId: text("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    size: text().notNull(),
    quantity: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.productId, table.size] }),
    check("quantity_is_1_to_20", sql`${table.quantity} between 1 and 20`),
  ],
);
