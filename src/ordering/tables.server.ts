import { sql } from "drizzle-orm";
import {
  bigint,
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
import { LANGUAGE_CODES } from "../language/languages.ts";
import type { Address } from "./contract.ts";
import type { AppliedCoupon } from "./coupons/rules.ts";
import type { OrderDelivery } from "./destination.server.ts";
import { METHODS, PHASES, REFUND_STATES, STATUSES } from "./rules.ts";

/** Amounts in whole KES; `amount` is subtotal less discount plus fee. */
export const orders = pgTable(
  "orders",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** Awaiting: being paid. Ended: not paid, though late money may still find it. Only a placed one is shown as an order. */
    phase: text({ enum: PHASES }).notNull().default("placed"),
    /** That of a guest whose order moved to an account, in small letters. Limits count it to guests with it, not to the account. */
    guestEmail: text("guest_email"),
    /** Missing only while a payment asked for without one has not been claimed. */
    address: jsonb().$type<Address>(),
    subtotal: integer().notNull(),
    deliveryFee: integer("delivery_fee").notNull(),
    /** What its coupon takes off. */
    discount: integer().notNull().default(0),
    amount: integer().notNull(),
    /** The coupon as it was when it was applied. */
    coupon: jsonb().$type<AppliedCoupon>(),
    /** What was promised of its delivery, where src/shop.ts does not promise the same. */
    delivery: jsonb().$type<OrderDelivery>(),
    status: text({ enum: STATUSES }).notNull().default("Order Placed"),
    payment: boolean().notNull().default(false),
    /** KES still to come of a paid order: less came, or an edit made it dearer. */
    owed: integer().notNull().default(0),
    /** The names of its money, also of what went back, by which staff find it. */
    receipts: text().notNull().default(""),
    /** How far its money is refunded; `part`: some of it, and the order goes on. */
    refund: text({ enum: REFUND_STATES }),
    /** Nothing of its money is left: all of it was refunded, or is being refunded. */
    allRefunded: boolean("all_refunded").notNull().default(false),
    paymentMethod: text("payment_method", { enum: METHODS }).notNull(),
    mpesaCode: text("mpesa_code").unique("orders_mpesa_code"),
    /** Hash of the browser's Idempotency-Key (order-key.server.ts); the order's own id where none was sent. */
    keyHash: text("key_hash").notNull(),
    requestHash: text("request_hash").notNull(),
    /** Hash of what is bought, by which the same cart in another tab is recognised. */
    contentsHash: text("contents_hash").notNull(),
    /** While it awaits its payment: when it was begun. */
    placedAt: timestamp("placed_at", { withTimezone: true }).notNull().defaultNow(),
    /** Incremented with each change by staff and of the status: a change based on an earlier version is refused. */
    version: integer().notNull().default(0),
    courier: text(),
    tracking: text(),
    /** When the owner was mailed that it is new; null: it is in the next such mail. */
    announcedAt: timestamp("announced_at", { withTimezone: true }),
    /** The language that the shopper had chosen, for the order's mails and its page. */
    language: text({ enum: LANGUAGE_CODES }).notNull().default("en"),
    /** What staff search an order by, folded as searches are: name, phone in digits, M-Pesa code, short id, e-mail, town. */
    search: text().generatedAlwaysAs(
      sql`' ' || fold_text(coalesce(address->>'firstName', '') || ' ' || coalesce(address->>'lastName', '')
        || ' ' || regexp_replace(coalesce(address->>'phone', ''), '[^0-9]', '', 'g')
        || ' ' || coalesce(mpesa_code, '') || receipts || ' ' || right(id, 8)
        || ' ' || coalesce(address->>'email', '') || ' ' || coalesce(address->>'city', '')) || ' '`,
    ),
  },
  (table) => [
    index("orders_of_user").on(table.userId, table.placedAt, table.id),
    index("orders_by_time").on(table.placedAt, table.id),
    index("orders_by_status").on(table.status, table.placedAt, table.id),
    // covers only what staff look for every day: few of all orders
    index("orders_to_pack")
      .on(table.placedAt, table.id)
      .where(sql`${table.status} = 'Order Placed' and ${table.payment}`),
    index("orders_unpaid")
      .on(table.placedAt, table.id)
      .where(sql`not ${table.payment} and ${table.phase} = 'placed'`),
    index("orders_not_placed").on(table.phase, table.placedAt).where(sql`${table.phase} <> 'placed'`),
    index("orders_search").using("gin", sql`${table.search} gin_trgm_ops`),
    index("orders_by_announcement").on(table.announcedAt),
    index("orders_by_email").on(sql`lower(${table.address}->>'email')`),
    // so that the short id shown to people never stands for two orders
    uniqueIndex("orders_short_id").on(sql`right(${table.id}, 8)`),
    index("orders_of_guest_email").on(table.guestEmail).where(sql`${table.guestEmail} is not null`),
    index("orders_by_key").on(table.keyHash),
    // one live order for each key; ended ones keep their key too, so that their late money finds the live one
    uniqueIndex("orders_one_per_key").on(table.keyHash).where(sql`${table.phase} <> 'ended'`),
    check(
      "amount_adds_up",
      sql`${table.amount} = ${table.subtotal} - ${table.discount} + ${table.deliveryFee}`,
    ),
    check(
      "discount_has_a_coupon",
      sql`${table.discount} = 0 or ${table.discount} > 0 and ${table.coupon} is not null`,
    ),
    check(
      "status_is_known",
      sql`${table.status} in ('Order Placed', 'Packing', 'Shipped', 'Out for delivery', 'Delivered', 'Cancelled')`,
    ),
    check("language_is_known", sql`${table.language} in ('en', 'sw')`),
    check("paid_is_placed", sql`not ${table.payment} or ${table.phase} = 'placed'`),
  ],
);

/** Where shoppers had their orders delivered: the latest few of each, offered again at checkout. */
export const addresses = pgTable(
  "addresses",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    address: jsonb().$type<Address>().notNull(),
    /** Equal for addresses that differ only in capitals or spaces. */
    sameAs: text("same_as")
      .notNull()
      .generatedAlwaysAs(sql`md5(lower(regexp_replace(address::text, '\\s+', ' ', 'g')))`),
    usedAt: timestamp("used_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex("addresses_once").on(table.userId, table.sameAs)],
);

/** The items as they were bought; the product may change or go. */
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
    /** Pieces of it that were returned and put back into stock. */
    returned: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.line] }),
    check("bought_1_to_20", sql`${table.quantity} between 1 and 20`),
    check("returned_was_bought", sql`${table.returned} between 0 and ${table.quantity}`),
  ],
);

export const ORDER_EVENTS = [
  "placed",
  "paid",
  /** Staff moved it to the next status. */
  "step",
  /** Staff undid their last step. */
  "undo",
  "cancel",
  "refund",
  "address",
  "edit",
  "note",
] as const;

/** What happened to an order, in the order it happened. */
export const orderEvents = pgTable(
  "order_events",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    kind: text({ enum: ORDER_EVENTS }).notNull(),
    /** The status before and after, where it changed. */
    from: text("from_status", { enum: STATUSES }),
    to: text("to_status", { enum: STATUSES }),
    note: text(),
    /** Who of the staff did it; null when the shopper or the shop itself did. */
    byId: text("by_id"),
    byName: text("by_name"),
    /** Identifies one note of one member of staff, so that it is written once. */
    idempotencyKey: text("idempotency_key"),
    /** Whether the shopper sees it. */
    public: boolean().notNull(),
  },
  (table) => [
    index("events_of_order").on(table.orderId, table.id),
    uniqueIndex("events_idempotency_key")
      .on(table.byId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
  ],
);

/**
 * Items held for an order while its payment is under way. For an order on a typed code `until` is null: they stay until the
 * code is found or the order cancelled.
 */
export const holds = pgTable(
  "holds",
  {
    orderId: text("order_id").notNull(),
    productId: text("product_id").notNull(),
    size: text().notNull(),
    quantity: integer().notNull(),
    until: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.productId, table.size] }),
    index("holds_by_end").on(table.until),
    index("holds_for_codes").on(table.productId, table.size).where(sql`${table.until} is null`),
    check("held_1_to_20", sql`${table.quantity} between 1 and 20`),
  ],
);
