import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { users } from "../accounts/tables.server.ts";
import type { Address } from "./contract.ts";
import { METHODS, STATUSES } from "./rules.ts";

/** Amounts in whole KES; `amount` is subtotal plus fee. */
export const orders = pgTable(
  "orders",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** Missing only while a payment asked for without one has not been claimed. */
    address: jsonb().$type<Address>(),
    subtotal: integer().notNull(),
    deliveryFee: integer("delivery_fee").notNull(),
    amount: integer().notNull(),
    status: text({ enum: STATUSES }).notNull().default("Order Placed"),
    payment: boolean().notNull().default(false),
    /** Money on its way back. */
    refund: text({ enum: ["due", "done"] }),
    paymentMethod: text("payment_method", { enum: METHODS }).notNull(),
    mpesaCode: text("mpesa_code").unique("orders_mpesa_code"),
    idempotencyKey: text("idempotency_key"),
    requestHash: text("request_hash").notNull(),
    placedAt: timestamp("placed_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("orders_of_user").on(table.userId, table.id),
    // the short name shown to people never names two orders
    uniqueIndex("orders_short_id").on(sql`right(${table.id}, 8)`),
    uniqueIndex("orders_idempotency_key").on(table.userId, table.idempotencyKey),
    check("amount_adds_up", sql`${table.amount} = ${table.subtotal} + ${table.deliveryFee}`),
    check(
      "status_is_known",
      sql`${table.status} in ('Order Placed', 'Packing', 'Shipped', 'Out for delivery', 'Delivered', 'Cancelled')`,
    ),
  ],
);

/** The goods as they were bought; the product may change or go. */
export const orderItems = pgTable(
  "order_items",
  {
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    line: integer().notNull(),
    productId: text("product_id").notNull(),
    name: text().notNull(),
    price: integer().notNull(),
    size: text().notNull(),
    quantity: integer().notNull(),
    image: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.line] }),
    check("bought_1_to_20", sql`${table.quantity} between 1 and 20`),
  ],
);

/**
 * Goods kept for a payment under way; `id` is the payment's. For an order on a typed code `checkout` is the order, and
 * `until` is null: they stay until the code is found or the order cancelled.
 */
export const holds = pgTable(
  "holds",
  {
    id: text().notNull(),
    userId: text("user_id").notNull(),
    checkoutId: text("checkout").notNull(),
    productId: text("product_id").notNull(),
    size: text().notNull(),
    quantity: integer().notNull(),
    until: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.productId, table.size] }),
    index("holds_of_checkout").on(table.userId, table.checkoutId),
    index("holds_by_end").on(table.until),
    index("holds_for_codes").on(table.productId, table.size).where(sql`${table.until} is null`),
    check("held_1_to_20", sql`${table.quantity} between 1 and 20`),
  ],
);
