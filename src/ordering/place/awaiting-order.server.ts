import { and, eq, getTableColumns, inArray, ne, type SQL, sql } from "drizzle-orm";
import { users } from "../../accounts/tables.server.ts";
import { compiled } from "../../platform/database/compiled.server.ts";
import { type Db, pipelined, type Tx } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { countPaidUse, freeUses } from "../coupons/coupon-uses.server.ts";
import { releaseHold, sellOrder } from "../holds.server.ts";
import { eventsFor } from "../order-events.server.ts";
import type { OrderedItem, Purchase } from "../purchase.server.ts";
import { hashItems, readOrder, removeOrderedLines } from "../queries.server.ts";
import { type Method, ORDER_TEXTS, type Status } from "../rules.ts";
import { orders } from "../tables.server.ts";

// orders whose payment is under way, and those that ended without one: begun again, replaced, or placed when they are paid

export type Order = typeof orders.$inferSelect;
/** `inAccount`: it is an account's, not a guest's. */
type Keyed = Order & { inAccount: boolean };
const KEYED = {
  ...getTableColumns(orders),
  inAccount: sql<boolean>`(select owner.guest_email is null from ${users} owner where owner.id = ${orders.userId})`,
};

/** Hours for which an unplaced order of the same goods is reused, whatever its key. */
const SAME_GOODS = 24;

/** All orders of a key, also those of other customers. */
export async function ordersOfKey(db: Db | Tx, keyHash: string): Promise<Keyed[]> {
  return db.select(KEYED).from(orders).where(eq(orders.keyHash, keyHash));
}

/** What exists of a purchase already when it is begun again. */
export type Before = {
  /** This shopper's order of the key. */
  placed: Order | undefined;
  /** The order that a payment continues: this shopper's latest unplaced one, of the same goods or else of the key. */
  begun: Order | undefined;
  /** Orders of the key that belong to other customers. */
  others: Keyed[];
  /** No order is placed under the key: this one may have it. */
  isKeyFree: boolean;
  /** Of what is bought now. */
  contentsHash: string;
};

/**
 * Locks the existing orders, by id, as completing a payment does. An order whose key has a placed order, or another customer's,
 * is not continued: money for it pays the placed one, or is refunded.
 */
export async function findBefore(
  tx: Tx,
  { userId, keyHash = null, items }: { userId: string; keyHash?: string | null; items: OrderedItem[] },
): Promise<Before> {
  const contentsHash = hashItems(items);
  const found = await lockOrders(tx, { userId, keyHash, contentsHash });
  const placed = found.find(({ phase }) => phase === "placed");
  const isOwn = (order: Order) => order.userId === userId;
  // a refused order keeps its typed code, so another attempt must not continue it
  const mayGoOn = (order: Order) =>
    isOwn(order) &&
    order.phase !== "placed" &&
    order.paymentMethod !== "cod" &&
    !(placed && order.keyHash === keyHash);
  const nearness = (order: Order) =>
    (order.contentsHash === contentsHash ? 2 : 0) + (order.phase === "awaiting" ? 1 : 0);
  const [begun] = found
    .filter(mayGoOn)
    .reverse()
    .sort((a, b) => nearness(b) - nearness(a));
  return {
    placed: placed && isOwn(placed) ? placed : undefined,
    begun,
    others: found.filter((order) => !isOwn(order)),
    isKeyFree: !placed,
    contentsHash,
  };
}

type Sought = { userId: string; keyHash: string | null; contentsHash: string };

/** Locks by id. Usually there are none: a prepared statement locks, and only what it finds is read in full. */
async function lockOrders(tx: Tx, sought: Sought): Promise<Keyed[]> {
  const { rows } = await tx.execute<{ id: string }>(LOCK_ORDERS(sought));
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  return tx.select(KEYED).from(orders).where(inArray(orders.id, ids)).orderBy(orders.id);
}

const LOCK_ORDERS = compiled<Sought>(
  ({ userId, keyHash, contentsHash }) => sql`
    select id from ${orders} where key_hash = ${keyHash} or (user_id = ${userId} and contents_hash = ${contentsHash}
      and phase <> 'placed' and placed_at > now() - make_interval(hours => ${sql.raw(`${SAME_GOODS}`)})
      and not exists (select from ${orders} live where live.key_hash = ${orders.keyHash}
        and live.phase <> 'ended' and live.id <> ${orders.id}))
    order by id for update`,
);

/**
 * Why nobody can pay again under this key: who was signed in on its browser before has a placed order, or the order moved from a
 * guest to the account of its e-mail. A cancelled order does not count. Nothing about that person is disclosed. ShopError 409
 */
export function refusedForOthers(others: Keyed[]): ShopError | undefined {
  const placed = others.find(({ phase, status }) => phase === "placed" && status !== "Cancelled");
  return placed && new ShopError(409, placed.inAccount ? ORDER_TEXTS.inAccount : ORDER_TEXTS.placedBefore);
}

/**
 * Whether the order has the same items at the same price as what is bought now. An order that a guest had begun is never the
 * same: its attempts count towards the guest's limits.
 */
export function isSameOrder(order: Order, contentsHash: string, purchase: Purchase): boolean {
  const { subtotal, deliveryFee, discount, amount, coupon } = purchase;
  return (
    order.guestEmail === null &&
    order.contentsHash === contentsHash &&
    order.subtotal === subtotal &&
    order.deliveryFee === deliveryFee &&
    order.discount === discount &&
    order.amount === amount &&
    order.coupon?.code === coupon?.code
  );
}

type Again = Pick<Order, "id" | "address" | "delivery" | "language" | "keyHash" | "phase" | "requestHash"> & {
  method: Method;
  mpesaCode?: string;
};

/** Continues an order that is not placed: another attempt begins to pay it, or a typed code places it. */
export async function goOn(tx: Tx, { id, method, ...again }: Again): Promise<void> {
  const going = tx.$with("going").as(
    tx
      .update(orders)
      .set({ ...again, paymentMethod: method, placedAt: sql`now()` })
      .where(and(eq(orders.id, id), ne(orders.phase, "placed")))
      .returning({ id: orders.id, status: orders.status, phase: orders.phase }),
  );
  const isPlaced = sql`phase = 'placed'`;
  const events = eventsFor(tx, "going", [{ kind: "placed", to: sql`status`, when: isPlaced }]);
  await tx.with(going, events).select().from(going);
}

/**
 * Gives the order `id` the key `keyHash`. All other orders that await a payment under it or under `before` end, and get that key,
 * so that late money of any of them finds this one order.
 */
export async function takeKey(
  tx: Tx,
  { id, keyHash, before }: { id: string; keyHash: string; before: string },
): Promise<void> {
  await endOthers(tx, { id, keys: [keyHash, before] });
  await changeKey(tx, { from: before, to: keyHash });
}

/** Moves what was begun under one key to another, unless either key has an order for which late money is meant. */
export async function changeKey(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  if (from === to) return;
  await tx
    .update(orders)
    .set({ keyHash: to })
    .where(
      sql`${orders.keyHash} = ${from} and not exists (select from ${orders} live
        where live.key_hash = ${from} and live.phase = 'placed' or live.key_hash = ${to} and live.phase <> 'ended')`,
    );
}

/**
 * Ends orders that awaited a payment: frees what is held for them, and their uses of a coupon. Late money may still place one.
 * `which`: what else must hold of them in this statement.
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

/** Ends all other orders that await a payment under these keys. */
async function endOthers(tx: Tx, { id, keys }: { id: string; keys: string[] }): Promise<void> {
  const others = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.keyHash, keys), eq(orders.phase, "awaiting"), ne(orders.id, id)));
  await endOrders(
    tx,
    others.map((other) => other.id),
  );
}

/**
 * Places an order whose money is here: sells its items, takes them out of the cart and counts its coupon. Where items are gone it
 * is cancelled instead: `isSold` is false. `phone`: who paid, where that is known.
 */
export async function placePaid(
  tx: Tx,
  id: string,
  { method, phone }: { method: Method; phone: string | null },
) {
  const order = await readOrder(tx, id);
  await endOthers(tx, { id, keys: [order.keyHash] });
  const isSold = await sellOrder(tx, id, order.lines);
  const status: Status = isSold ? "Order Placed" : "Cancelled";
  const placed = tx.$with("placed").as(
    tx
      .update(orders)
      .set({ phase: "placed", payment: true, paymentMethod: method, status, placedAt: sql`now()` })
      .where(and(eq(orders.id, id), ne(orders.phase, "placed")))
      .returning({ id: orders.id, status: orders.status }),
  );
  const events = eventsFor(tx, "placed", [{ kind: "placed", to: sql`status` }, { kind: "paid" }]);
  const freed = isSold ? [] : [freeUses(tx, "placed")];
  const changed = await tx
    .with(placed, events, ...freed)
    .select()
    .from(placed);
  if (changed.length === 0) throw new Error(`order ${id} is placed already`);
  if (isSold)
    await pipelined([
      () => countPaidUse(tx, order, phone),
      () => removeOrderedLines(tx, order.userId, order.lines),
    ]);
  return { order, isSold };
}
