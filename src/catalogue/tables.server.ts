import { sql } from "drizzle-orm";
import { boolean, check, customType, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

/**
 * Ids are time-ordered, so "latest first" is the primary key backwards. `price` is whole KES; `formerPrice`, of goods on
 * offer, what they cost before. `material` and `fit` are in words, empty where nobody has written them.
 */
export const products = pgTable(
  "products",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    description: text().notNull(),
    material: text().notNull().default(""),
    fit: text().notNull().default(""),
    price: integer().notNull(),
    formerPrice: integer("former_price"),
    category: text().notNull(),
    subCategory: text("sub_category").notNull(),
    sizes: text().array().notNull(),
    images: text().array().notNull(),
    colour: text().notNull(),
    trending: boolean().notNull().default(false),
    bestseller: boolean().notNull().default(false),
    published: boolean().notNull().default(true),
  },
  (table) => [
    check("price_is_positive", sql`${table.price} > 0`),
    check("former_price_is_higher", sql`${table.formerPrice} > ${table.price}`),
    // each order with what is filtered by in the index itself: pages before the one shown cost no look at a row
    index("products_newest").on(table.id, table.category, table.subCategory).where(sql`${table.published}`),
    index("products_by_kind").on(table.category, table.subCategory, table.id).where(sql`${table.published}`),
    index("products_by_price")
      .on(table.price, table.id, table.category, table.subCategory)
      .where(sql`${table.published}`),
    index("products_by_kind_and_price")
      .on(table.category, table.subCategory, table.price, table.id)
      .where(sql`${table.published}`),
    index("products_by_name").using("gin", sql`lower(${table.name}) gin_trgm_ops`),
    index("products_trending").on(table.id).where(sql`${table.trending}`),
    index("products_bestseller").on(table.id).where(sql`${table.bestseller}`),
    index("products_on_offer")
      .on(table.id, table.category, table.subCategory)
      .where(sql`${table.published} and ${table.formerPrice} is not null`),
  ],
);

/** One row per product and size: received = on hand + held + sold, at every moment. */
export const stock = pgTable(
  "stock",
  {
    productId: text("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    size: text().notNull(),
    onHand: integer("on_hand").notNull(),
    held: integer().notNull().default(0),
    received: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.size] }),
    check("stock_is_never_negative", sql`${table.onHand} >= 0 and ${table.held} >= 0`),
  ],
);

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Files of pictures that came in while the shop was open, as the pipeline makes them: folder and file of their address. */
export const storedPictures = pgTable(
  "stored_pictures",
  { folder: text().notNull(), file: text().notNull(), bytes: bytea().notNull() },
  (table) => [primaryKey({ columns: [table.folder, table.file] })],
);
