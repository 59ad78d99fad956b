import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Actor } from "../../platform/audit/actor.server.ts";
import type { Db, Tx } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { PLACED } from "../queries.server.ts";
import { statusesBefore } from "../rules.ts";
import type { LinePieces } from "../stock.server.ts";
import { orderEvents, orders } from "../tables.server.ts";

/** Events after which what staff saw of an order is out of date. */
const CHANGES = ["placed", "paid", "step", "undo", "cancel", "address", "edit"] as const;

/**
 * Why a change by staff was not made: `message`, with the order's current state, who changed it last, and when (milliseconds
 * since 1970).
 * @throws ShopError 404 when there is no such order
 */
export async function conflict(tx: Tx, id: string, message: string): Promise<ShopError> {
  const standing = await orderStanding(tx, id);
  if (!standing) throw new ShopError(404, "There is no such order.");
  return new ShopError(409, message, standing);
}

/** Statuses of an order that has not left, in which it can still be cancelled. */
const NOT_SHIPPED = statusesBefore("Cancelled");

/**
 * Locks an order that has not left, at the version that staff saw.
 * @throws ShopError 404; 409 `current`, `by`, `at`: another version, or it has left
 */
export async function lockUnshipped(tx: Tx, { id, version }: { id: string; version: number }) {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(PLACED, eq(orders.id, id), eq(orders.version, version), inArray(orders.status, NOT_SHIPPED)))
    .for("update");
  if (!order) throw await conflict(tx, id, "This order has changed meanwhile, or has left already.");
  return order;
}

/** An order's current state, who changed it last, and when (milliseconds since 1970). */
export async function orderStanding(db: Db | Tx, id: string) {
  const [order] = await db
    .select({
      status: orders.status,
      payment: orders.payment,
      amount: orders.amount,
      // staff who may not see the e-mail read this too
      address: sql<object | null>`${orders.address} - 'email'`,
      version: orders.version,
      placedAt: orders.placedAt,
    })
    .from(orders)
    .where(and(PLACED, eq(orders.id, id)));
  if (!order) return undefined;
  const [last] = await db
    .select({ kind: orderEvents.kind, at: orderEvents.at, by: orderEvents.byName })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, id), inArray(orderEvents.kind, [...CHANGES])))
    .orderBy(desc(orderEvents.id))
    .limit(1);
  const { placedAt, ...current } = order;
  const by = last?.by ?? (last && last.kind !== "placed" ? "the shop" : "the shopper");
  return { current, by, at: (last?.at ?? placedAt).getTime() };
}

/** `confirmed`: who says so was shown the sum, to whom it goes and how; without, the answer is that (409 `confirm`). */
type Owing = { orderId: string; reason: string; by: Actor; confirmed?: boolean | string | undefined };

/**
 * What staff's changes of an order need of its money, within their transaction; src/payments provides it. Everything locks
 * in one order, so that nothing deadlocks: the order, its payments, its stock.
 */
export type OrderMoney = {
  /** Locks an order and its payments. */
  lock: (tx: Tx, orderId: string) => Promise<unknown>;
  /** Closes the payment that an unpaid order waits for, and ends the search for its code. */
  closeWaiting: (tx: Tx, orderId: string, by: Actor) => Promise<unknown>;
  /** Makes all that is left of a paid order's money due for refund; gives it in KES. Undefined: nothing is left. */
  oweAll: (tx: Tx, owing: Owing) => Promise<{ amount: number } | undefined>;
  /** Makes a part of it, in KES, due for refund; the order stays. */
  owePart: (tx: Tx, owing: Owing & { amount: number }) => Promise<unknown>;
  /** Pieces of a paid order's lines that its refunds name: refunds that are done, under way or to be tried again. */
  piecesGivenBack: (tx: Tx, orderId: string) => Promise<LinePieces[]>;
  /** Compares an unpaid order's code with its new total, once its new lines are written. */
  expectAmount: (tx: Tx, orderId: string) => Promise<unknown>;
};
