import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Category, SubCategory } from "./rules.ts";
import { MOVE_REASONS } from "./staff/rules.ts";

/** A moment, in milliseconds since 1970. */
const moment = customType<{ data: number; driverData: string }>({
  dataType: () => "timestamp with time zone",
  toDriver: (ms) => new Date(ms).toISOString(),
  fromDriver: (text) => new Date(text).getTime(),
});

/**
 * Ids are time-ordered, so "latest first" is the primary key backwards. `price` is whole KES; `formerPrice` is what products on
 * offer cost before. `material` and `fit` are in words, empty where nothing is written; so is `sizeGuide`,
 * measures that replace the shop's own, a line for each size. What is archived is not published either.
 */
export const products = pgTable(
  "products",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    description: text().notNull(),
    material: text().notNull().default(""),
    fit: text().notNull().default(""),
    sizeGuide: text("size_guide").notNull().default(""),
    price: integer().notNull(),
    formerPrice: integer("former_price"),
    category: text().$type<Category>().notNull(),
    subCategory: text("sub_category").$type<SubCategory>().notNull(),
    sizes: text().array().notNull(),
    images: text().array().notNull(),
    /** What each picture shows, in the order of `images`: empty, or missing at the end, where it is not described. */
    alts: text().array().notNull().default([]),
    colour: text().notNull(),
    trending: boolean().notNull().default(false),
    bestseller: boolean().notNull().default(false),
    published: boolean().notNull().default(true),
    /** A drop: when its sale begins, if it is published; null for products without such a time. */
    onSaleFrom: moment("on_sale_from"),
    /** Whether shoppers see that time before it comes. */
    announced: boolean().notNull().default(false),
    archivedAt: timestamp("archived_at", { withTimezone: true }),
    /** The name as searches compare it (src/platform/fold-text.ts). */
    search: text().generatedAlwaysAs(sql`fold_text(name)`),
    /** Incremented with every change by staff, so that nobody overwrites what they have not seen. */
    version: integer().notNull().default(1),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    check("price_is_positive", sql`${table.price} > 0`),
    check("former_price_is_higher", sql`${table.formerPrice} > ${table.price}`),
    check("announced_for_a_moment", sql`not ${table.announced} or ${table.onSaleFrom} is not null`),
    check("archived_is_not_published", sql`${table.archivedAt} is null or not ${table.published}`),
    // each order with the filtered columns in the index itself, so that skipping earlier pages reads no row
    index("products_newest")
      .on(table.id, table.category, table.subCategory, table.onSaleFrom)
      .where(sql`${table.published}`),
    index("products_by_kind")
      .on(table.category, table.subCategory, table.id, table.onSaleFrom)
      .where(sql`${table.published}`),
    index("products_by_price")
      .on(table.price, table.id, table.category, table.subCategory, table.onSaleFrom)
      .where(sql`${table.published}`),
    index("products_by_kind_and_price")
      .on(table.category, table.subCategory, table.price, table.id, table.onSaleFrom)
      .where(sql`${table.published}`),
    index("products_drops").on(table.onSaleFrom).where(sql`${table.onSaleFrom} is not null`),
    index("products_by_name").using("gin", sql`${table.search} gin_trgm_ops`),
    index("products_trending").on(table.id).where(sql`${table.trending}`),
    index("products_bestseller").on(table.id).where(sql`${table.bestseller}`),
    index("products_on_offer")
      .on(table.id, table.category, table.subCategory)
      .where(sql`${table.published} and ${table.formerPrice} is not null`),
    // the lists of staff contain hidden products too
    index("staff_products_by_name").on(table.search, table.id).where(sql`${table.archivedAt} is null`),
    index("staff_products_by_price").on(table.price, table.id).where(sql`${table.archivedAt} is null`),
    index("products_hidden").on(table.id).where(sql`${table.archivedAt} is null and not ${table.published}`),
    index("products_archived").on(table.id).where(sql`${table.archivedAt} is not null`),
  ],
);

/** One row per product and size; received = on hand + held + sold, at any time. */
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
    // low sizes, for staff (LOW_STOCK)
    index("stock_low").on(table.productId, table.size).where(sql`${table.onHand} <= 5`),
    check("stock_is_never_negative", sql`${table.onHand} >= 0 and ${table.held} >= 0`),
  ],
);

/**
 * The ledger of stock that was added or taken away other than by sale: for each size the deltas always add up to `received`.
 * A trigger adds a move for a change of `received` without one, as by hand; moves are never changed.
 */
export const stockMoves = pgTable(
  "stock_moves",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    productId: text("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    size: text().notNull(),
    delta: integer().notNull(),
    reason: text({ enum: MOVE_REASONS }).notNull(),
    note: text().notNull().default(""),
    /** Null where it was the shop itself, or a change by hand; names are copied, as in the audit. */
    byId: text("by_id"),
    byName: text("by_name"),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    idempotencyKey: text("idempotency_key"),
  },
  (table) => [
    check("a_move_moves", sql`${table.delta} <> 0`),
    index("stock_moves_of_product").on(table.productId, table.id),
    uniqueIndex("stock_moves_once")
      .on(table.byId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
  ],
);

/** Sizes that a mail has reported to the owner as low; a row is deleted when the stock is higher again. */
export const lowStockNotified = pgTable(
  "low_stock_notified",
  {
    productId: text("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    size: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.size] })],
);

export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Files of uploaded pictures, as the pipeline makes them: folder and file of their address. */
export const storedPictures = pgTable(
  "stored_pictures",
  {
    folder: text().notNull(),
    file: text().notNull(),
    /** Null: they are in the object store. */
    bytes: bytea(),
  },
  (table) => [primaryKey({ columns: [table.folder, table.file] })],
);
