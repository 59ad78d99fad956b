import { and, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Tx } from "../../platform/database/db.server.ts";
import { freeUses } from "../coupons/coupon-uses.server.ts";
import { releaseHold } from "../holds.server.ts";
import { eventsFor } from "../order-events.server.ts";
import type { Purchase } from "../purchase.server.ts";
import { PLACED } from "../queries.server.ts";
import type { Method, Status } from "../rules.ts";
import { orders } from "../tables.server.ts";

// orders whose payment is under way, and those that ended without one: begun again, replaced, or placed when they are paid

export type Order = typeof orders.$inferSelect;

/** Hours for which an order of the same goods is gone on with, whatever the browser calls its checkout. */
const SAME_GOODS = 24;

/**
 * Of this shopper the order that its checkout has, and the one that a payment would go on with: the latest that is not placed,
 * of the same goods or else of the same checkout; locked. An order of the same goods whose checkout has its order is over.
 */
export async function findBegun(
  tx: Tx,
  { userId, key, contentsHash }: { userId: string; key: string | undefined; contentsHash: string },
): Promise<{ placed: Order | undefined; begun: Order | undefined }> {
  const isOfKey = key === undefined ? sql`false` : sql`${orders.idempotencyKey} = ${key}`;
  const isSameGoods = sql`(${orders.contentsHash} = ${contentsHash}
    and ${orders.placedAt} > now() - make_interval(hours => ${SAME_GOODS})
    and not exists (select from ${orders} placed where placed.user_id = ${userId}
      and placed.idempotency_key = ${orders.idempotencyKey} and placed.phase = 'placed'))`;
  const found = await tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        // the code of a refused order stays with it
        sql`case when ${PLACED} then ${isOfKey} else ${orders.paymentMethod} <> 'cod' and (${isOfKey} or ${isSameGoods}) end`,
      ),
    )
    .orderBy(
      sql`${orders.contentsHash} = ${contentsHash} desc`,
      sql`${orders.phase} = 'awaiting' desc`,
      desc(orders.id),
    )
    .for("update");
  const placed = found.find(({ phase }) => phase === "placed");
  // money for what that checkout had begun pays its order, or goes back: another attempt is another order's
  const isOver = ({ phase, idempotencyKey }: Order) =>
    phase === "placed" || idempotencyKey === placed?.idempotencyKey;
  return { placed, begun: found.find((order) => !isOver(order)) };
}

/** The order that awaits another way to pay in this shopper's checkout; its id. */
export async function findAwaiting(tx: Tx, userId: string, key: string): Promise<string | undefined> {
  const [found] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.idempotencyKey, key), eq(orders.phase, "awaiting")));
  return found?.id;
}

/** What is bought now is what the order says, for the same price. */
export function isSameOrder(order: Order, contentsHash: string, purchase: Purchase): boolean {
  const { subtotal, deliveryFee, discount, amount, coupon } = purchase;
  return (
    order.contentsHash === contentsHash &&
    order.subtotal === subtotal &&
    order.deliveryFee === deliveryFee &&
    order.discount === discount &&
    order.amount === amount &&
    order.coupon?.code === coupon?.code
  );
}

type Begun = Pick<Order, "id" | "address" | "delivery" | "language"> & {
  method: Method;
  idempotencyKey: string;
};

/** Another attempt begins to pay an order that is not placed. */
export async function awaitAgain(tx: Tx, { id, method, ...begun }: Begun): Promise<void> {
  await tx
    .update(orders)
    .set({ ...begun, phase: "awaiting", paymentMethod: method, placedAt: sql`now()` })
    .where(and(eq(orders.id, id), ne(orders.phase, "placed")));
}

/**
 * The order `id` takes the place of all that this shopper had `begun` for it and in the checkout `name`: what else awaits there
 * ends, and goes by that name, so that late money of any of them finds the one order.
 */
export async function takePlace(
  tx: Tx,
  { id, name, begun: { userId, idempotencyKey: before } }: { id: string; name: string; begun: Order },
): Promise<void> {
  await endOthers(tx, { id, userId, key: name });
  if (before === null || before === name) return;
  await endOthers(tx, { id, userId, key: before });
  await renameCheckout(tx, { userId, from: before, to: name });
}

/** All that this shopper's checkout has begun goes by another name, unless it has an order, which late money is for. */
export async function renameCheckout(
  tx: Tx,
  { userId, from, to }: { userId: string; from: string; to: string },
): Promise<void> {
  await tx
    .update(orders)
    .set({ idempotencyKey: to })
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.idempotencyKey, from),
        sql`not exists (select from ${orders} placed where placed.user_id = ${userId}
          and placed.idempotency_key = ${from} and placed.phase = 'placed')`,
      ),
    );
}

/**
 * These orders await nothing any more: what is held for them is free, and their uses of a coupon. Late money may still place
 * one. `which`: what else must hold of them, as they stand then.
 */
export async function endOrders(tx: Tx, ids: string[], which?: SQL): Promise<void> {
  if (ids.length === 0) return;
  const ended = tx.$with("ended").as(
    tx
      .update(orders)
      .set({ phase: "ended" })
      .where(and(inArray(orders.id, ids), eq(orders.phase, "awaiting"), which))
      .returning({ id: orders.id }),
  );
  const changed = await tx.with(ended, freeUses(tx, "ended")).select().from(ended);
  for (const { id } of changed) await releaseHold(tx, id);
}

/** Ends what else of this shopper's checkout awaits a payment. */
export async function endOthers(
  tx: Tx,
  { id, userId, key }: { id: string; userId: string; key: string | null | undefined },
): Promise<void> {
  if (!key) return;
  const others = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.idempotencyKey, key),
        eq(orders.phase, "awaiting"),
        ne(orders.id, id),
      ),
    );
  await endOrders(
    tx,
    others.map((other) => other.id),
  );
}

/** An order that was not placed is, as its money is here. `status`: Cancelled where its goods are gone. */
export async function placePaid(
  tx: Tx,
  id: string,
  { method, status }: { method: Method; status: Status },
): Promise<void> {
  const placed = tx.$with("placed").as(
    tx
      .update(orders)
      .set({ phase: "placed", payment: true, paymentMethod: method, status, placedAt: sql`now()` })
      .where(and(eq(orders.id, id), ne(orders.phase, "placed")))
      .returning({ id: orders.id, status: orders.status }),
  );
  const events = eventsFor(tx, "placed", [{ kind: "placed", to: sql`status` }, { kind: "paid" }]);
  const changed = await tx.with(placed, events).select().from(placed);
  if (changed.length === 0) throw new Error(`order ${id} is placed already`);
}
