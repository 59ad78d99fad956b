import { and, eq, getTableColumns, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { lockUserIfAny } from "../cart/queries.server.ts";
import type { Actor } from "../platform/audit/actor.server.ts";
import { type Db, pipelined, type Tx, transaction } from "../platform/database/db.server.ts";
import type { Address } from "./contract.ts";
import { freeUses, keepUses } from "./coupons/coupon-uses.server.ts";
import { releaseHold, sellHold } from "./holds.server.ts";
import { eventsFor } from "./order-events.server.ts";
import { itemsOf, PLACED } from "./queries.server.ts";
import { type Method, type RefundState, type Status, statusesBefore } from "./rules.ts";
import { saveAddress } from "./saved-addresses.server.ts";
import { lockStock, restock } from "./stock.server.ts";
import { orderEvents, orders } from "./tables.server.ts";

type Change = {
  kind: "step" | "undo" | "cancel";
  /** Orders of another status are left as they are. */
  from: readonly Status[];
  to: Status;
  /** What else changes in them. */
  columns?: Omit<PgUpdateSetSource<typeof orders>, "status" | "version">;
  by?: Actor | undefined;
  note?: string | undefined;
};

/**
 * The only function that changes an order's status: changes the orders that `which` selects, and writes their history in the
 * same statement, which also frees the use of a coupon where it cancels.
 * @returns the orders that changed, with the status they had
 */
export async function changeStatus(tx: Tx, which: SQL | undefined, change: Change) {
  const { kind, from, to, columns, by, note } = change;
  const before = tx.$with("before").as(
    tx
      .select({ id: orders.id, was: sql<Status>`${orders.status}`.as("was") })
      .from(orders)
      .where(and(PLACED, which, inArray(orders.status, [...from])))
      .for("update"),
  );
  const changed = tx.$with("changed").as(
    tx
      .update(orders)
      .set({ ...columns, status: to, version: sql`${orders.version} + 1` })
      .from(before)
      .where(eq(orders.id, before.id))
      .returning({ ...getTableColumns(orders), was: before.was }),
  );
  const event = { kind, by, note, from: sql`was`, to: sql`${to}::text` };
  return tx
    .with(
      before,
      changed,
      eventsFor(tx, "changed", [event]),
      ...(to === "Cancelled" ? [freeUses(tx, "changed")] : []),
    )
    .select()
    .from(changed);
}

/**
 * Cancels an order that is not shipped yet, and puts its items back into stock; a second call does nothing. `where`: what else
 * must hold of the order. Returns whether it was cancelled.
 */
export async function cancelOrder(
  tx: Tx,
  id: string,
  { where, by, note }: { where?: SQL | undefined; by?: Actor; note?: string } = {},
): Promise<boolean> {
  const [cancelled] = await changeStatus(tx, and(eq(orders.id, id), where), {
    kind: "cancel",
    from: statusesBefore("Cancelled"),
    to: "Cancelled",
    // what was not paid of it is not owed any more
    columns: { owed: 0 },
    by,
    note,
  });
  if (!cancelled) return false;
  const items = await itemsOf(tx, [id]);
  await lockStock(tx, items);
  // its items were held until its code was found, or else are sold already
  if (await releaseHold(tx, id)) return true;
  const sold = items.map((item) => ({ ...item, quantity: item.quantity - item.returned }));
  await restock(tx, sold);
  return true;
}

/** Marks a placed order paid, by whatever way, and sells what is held for it. Returns false where it is paid, or cancelled. */
export async function markOrderPaid(tx: Tx, id: string, paymentMethod?: Method): Promise<boolean> {
  const isUnpaid = sql`not ${orders.payment} and ${orders.phase} = 'placed' and ${orders.status} <> 'Cancelled'`;
  const changed = tx.$with("changed").as(
    tx
      .update(orders)
      .set({ payment: true, ...(paymentMethod ? { paymentMethod } : {}) })
      .where(and(eq(orders.id, id), isUnpaid))
      .returning({ id: orders.id }),
  );
  const isFirst = sql`not exists (select from ${orderEvents} where order_id = changed.id and kind = 'paid')`;
  const event = eventsFor(tx, "changed", [{ kind: "paid", when: isFirst }]);
  const paid = await tx.with(changed, event, keepUses(tx, "changed")).select().from(changed);
  if (paid.length === 0) return false;
  await sellHold(tx, id);
  return true;
}

/** Writes on an order what it still owes after a payment, in KES, and the payment's receipt, by which staff find it. */
export async function recordPayment(
  tx: Tx,
  id: string,
  { owed, receipt }: { owed: number; receipt: string | null },
): Promise<void> {
  await tx.update(orders).set({ owed }).where(eq(orders.id, id));
  if (receipt !== null) await nameReceipt(tx, id, receipt);
}

/** Raises what a paid order owes, in KES: less of its money came than was seen. */
export async function oweMore(tx: Tx, id: string, amount: number): Promise<void> {
  await tx
    .update(orders)
    .set({ owed: sql`${orders.owed} + ${amount}::int` })
    .where(eq(orders.id, id));
}

/** Adds a receipt to those by which staff find the order. */
export async function nameReceipt(tx: Tx, id: string, receipt: string): Promise<void> {
  await tx
    .update(orders)
    .set({ receipts: sql`${orders.receipts} || ' ' || ${receipt}::text` })
    .where(eq(orders.id, id));
}

/**
 * Sets how far an order's money is refunded; null: none of it, as the shop keeps it after all. `allRefunded`: nothing of it is
 * left, or will be.
 */
export async function markOrderRefund(
  tx: Tx,
  id: string,
  { refund, allRefunded }: { refund: RefundState | null; allRefunded: boolean },
): Promise<void> {
  const changed = tx.$with("changed").as(
    tx
      .update(orders)
      .set({ refund })
      .where(and(eq(orders.id, id), sql`${orders.refund} is distinct from ${refund}::text`))
      .returning({ id: orders.id }),
  );
  const event = eventsFor(tx, "changed", [{ kind: "refund", note: refund ?? "none" }]);
  await pipelined([
    () => tx.with(changed, event).select().from(changed),
    () => tx.update(orders).set({ allRefunded }).where(eq(orders.id, id)),
  ]);
}

/** An order that was paid for without an address gets one; one that has an address keeps it. */
export async function addOrderAddress(db: Db, id: string, address: Address): Promise<void> {
  await transaction(db, async (tx) => {
    const bare = and(eq(orders.id, id), isNull(orders.address));
    const [order] = await tx.select({ userId: orders.userId }).from(orders).where(bare);
    if (!order) return;
    // another order of the shopper may save an address at the same time
    await lockUserIfAny(tx, order.userId);
    const addressed = await tx.update(orders).set({ address }).where(bare).returning({ id: orders.id });
    if (addressed.length > 0) await saveAddress(tx, order.userId, address);
  });
}
