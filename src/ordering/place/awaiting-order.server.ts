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

/** Hours for which an order of the same goods is gone on with, whatever its key. */
const SAME_GOODS = 24;

/** The orders of a key, whosever they are. */
export async function ordersOfKey(db: Db | Tx, keyHash: string): Promise<Keyed[]> {
  return db.select(KEYED).from(orders).where(eq(orders.keyHash, keyHash));
}

/** What there is of a purchase already, as it begins once more. */
export type Before = {
  /** This shopper's order of the key. */
  placed: Order | undefined;
  /** What a payment goes on with: the latest order of this shopper that is not placed, of the same goods or else of the key. */
  begun: Order | undefined;
  /** Orders of the key that are somebody else's. */
  others: Keyed[];
  /** No order is placed under the key: this one may have it. */
  isKeyFree: boolean;
  /** Of what is bought now. */
  contentsHash: string;
};

/**
 * Locks what there is, in the order of ids, as whoever completes one does. An order whose key has its order, or is somebody
 * else's by now, is over: money for it pays that, or goes back.
 */
export async function findBefore(
  tx: Tx,
  { userId, keyHash = null, items }: { userId: string; keyHash?: string | null; items: OrderedItem[] },
): Promise<Before> {
  const contentsHash = hashItems(items);
  const found = await lockOrders(tx, { userId, keyHash, contentsHash });
  const placed = found.find(({ phase }) => phase === "placed");
  const isOwn = (order: Order) => order.userId === userId;
  // the code of a refused order stays with it
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

/** In the order of ids. Usually there are none: a prepared statement locks them, and only what it finds is read whole. */
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
 * Why nobody pays again under this key: who was signed in on its browser before has its order, or it moved from a guest to the
 * account of its e-mail. A cancelled order is in nobody's way. Nothing of that person is told. ShopError 409
 */
export function refusedForOthers(others: Keyed[]): ShopError | undefined {
  const placed = others.find(({ phase, status }) => phase === "placed" && status !== "Cancelled");
  return placed && new ShopError(409, placed.inAccount ? ORDER_TEXTS.inAccount : ORDER_TEXTS.placedBefore);
}

/**
 * What is bought now is what the order says, for the same price. One that a guest had begun stays apart: its attempts count as
 * the guest's.
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

/** An order that is not placed goes on: another attempt begins to pay it, or a typed code places it. */
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
 * The order `id` takes the key `keyHash`, and the place of all that was begun under it and under `before`: what else awaits
 * there ends, and has that key, so that late money of any of them finds the one order.
 */
export async function takeKey(
  tx: Tx,
  { id, keyHash, before }: { id: string; keyHash: string; before: string },
): Promise<void> {
  await endOthers(tx, { id, keys: [keyHash, before] });
  await changeKey(tx, { from: before, to: keyHash });
}

/** What was begun under a key has another, unless either has its order, which late money is for. */
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

/** Ends what else awaits a payment under these keys. */
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
 * Places an order whose money is here: its items are sold and leave the cart, its coupon is used. Where the items are gone it
 * is cancelled: `isSold` is false. `phone`: who paid, where that is known.
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
