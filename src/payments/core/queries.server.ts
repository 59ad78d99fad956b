import { and, count, desc, eq, getTableColumns, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { PLACED } from "../../ordering/queries.server.ts";
import { orders } from "../../ordering/tables.server.ts";
import { type Db, isDuplicate, pipelined, type Tx } from "../../platform/database/db.server.ts";
import { holdBack } from "../../platform/mail/outbox.server.ts";
import { countsTowardsLimitsOf } from "./limit-scope.server.ts";
import type { Payment } from "./provider.server.ts";
import type { State } from "./state.ts";
import { paymentEvents, payments } from "./tables.server.ts";

/** Seconds since a payment was asked for, by the database's clock. */
export const AGE_SECONDS = sql<number>`extract(epoch from now() - coalesce(${payments.submittedAt}, ${payments.createdAt}))::float8`;

/** An attempt's columns with those of its order that say what it pays for; of a join of both. */
export const PAYMENT = {
  ...getTableColumns(payments),
  userId: orders.userId,
  guestEmail: orders.guestEmail,
  keyHash: orders.keyHash,
  phase: orders.phase,
  status: orders.status,
  isOrderPaid: orders.payment,
  address: orders.address,
  subtotal: orders.subtotal,
  deliveryFee: orders.deliveryFee,
  delivery: orders.delivery,
  coupon: orders.coupon,
  language: orders.language,
  contentsHash: orders.contentsHash,
  ageSeconds: AGE_SECONDS,
};

/** Selects attempts with their orders. */
export function selectPayments(db: Db | Tx) {
  return db.select(PAYMENT).from(payments).innerJoin(orders, eq(orders.id, payments.orderId)).$dynamic();
}

/** Prefix of our own id for a push, until M-Pesa's request id is known. */
export const TEMPORARY_ID = "ATT-";

/** A shopper's payment by the provider's request id or ours. */
export async function findPush(db: Db, userId: string, requestId: string): Promise<Payment | undefined> {
  const [found] = await selectPayments(db).where(
    and(
      eq(orders.userId, userId),
      eq(payments.method, "mpesa"),
      requestId.startsWith(TEMPORARY_ID)
        ? eq(payments.id, requestId.slice(TEMPORARY_ID.length))
        : eq(payments.checkoutRequestId, requestId),
    ),
  );
  return found;
}

export async function findPayment(db: Db | Tx, id: string): Promise<Payment | undefined> {
  const [found] = await selectPayments(db).where(eq(payments.id, id));
  return found;
}

export async function findByReference(db: Db, reference: string): Promise<Payment | undefined> {
  const [found] = await selectPayments(db).where(eq(payments.reference, reference));
  return found;
}

/** Whether it waits for staff: its money was seen and does not fit, and no check is scheduled any more. */
export function isHeld({ state, nextCheckAt }: Payment): boolean {
  return state === "paid_held" && nextCheckAt === null;
}

/** Whether it is the code by which a placed order was placed. No other attempt decides whether such an order is cancelled. */
export function bearsOrder({ phase, method, added }: Payment): boolean {
  return phase === "placed" && method === "cod" && !added;
}

/** Locks the payment's order, then the payment, in this order everywhere to avoid deadlocks; returns it as it is once locked. */
export async function lockPayment(tx: Tx, id: string): Promise<Payment | undefined> {
  const which = eq(payments.id, id);
  const [, , [found]] = await pipelined([
    () => lockOrdersOf(tx, which),
    () => tx.select({ id: payments.id }).from(payments).where(which).for("update"),
    () => selectPayments(tx).where(which),
  ]);
  if (found?.restored) await holdBack(tx);
  return found;
}

/**
 * Locks, before a transaction is locked, the order that it pays (as several transactions may) and the attempt that it answers
 * with that attempt's order; orders in the order of their ids. Returns the attempt.
 */
export async function lockOrderAndPayment(
  tx: Tx,
  { orderId, paymentId }: { orderId: string | null; paymentId: string | null },
): Promise<Payment | undefined> {
  const itsOrder = tx
    .select({ id: payments.orderId })
    .from(payments)
    .where(eq(payments.id, paymentId ?? ""));
  const locked = await tx
    .select({
      restored: sql<boolean>`exists (select from ${payments} its where its.order_id = orders.id and its.restored)`,
    })
    .from(orders)
    .where(or(eq(orders.id, orderId ?? ""), inArray(orders.id, itsOrder)))
    .orderBy(orders.id)
    .for("no key update");
  if (paymentId) return lockPayment(tx, paymentId);
  // a sum that no attempt was made for has the order that it pays
  if (locked.some(({ restored }) => restored)) await holdBack(tx);
  return undefined;
}

async function lockOrdersOf(tx: Tx, which: SQL | undefined): Promise<void> {
  const ids = tx.select({ id: payments.orderId }).from(payments).where(which);
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.id, ids))
    .orderBy(orders.id)
    .for("no key update");
}

/** As lockPayment for several payments, which are locked in the order given. */
export async function lockPayments(
  tx: Tx,
  which: SQL | undefined,
  ...inOrder: (SQL | PgColumn)[]
): Promise<Payment[]> {
  const [, locked] = await pipelined([
    () => lockOrdersOf(tx, which),
    () =>
      tx
        .select({ id: payments.id })
        .from(payments)
        .where(which)
        .orderBy(...inOrder)
        .for("update"),
  ]);
  const ids = locked.map(({ id }) => id);
  if (ids.length === 0) return [];
  return selectPayments(tx)
    .where(inArray(payments.id, ids))
    .orderBy(...inOrder);
}

/** An order and all attempts at it, locked. */
export async function lockAttempts(tx: Tx, orderId: string): Promise<Payment[]> {
  return lockPayments(tx, eq(payments.orderId, orderId), payments.id);
}

/** The attempts at an order that have not paid it, locked: the code that it was placed by first, a prompt or card last. */
export async function lockUnpaid(tx: Tx, orderId: string): Promise<Payment[]> {
  const unpaid = and(eq(payments.orderId, orderId), isNull(payments.paidAt));
  return lockPayments(tx, unpaid, sql`${payments.method} <> 'cod'`, payments.added, payments.id);
}

/** The payment made by this tap on Pay. */
export async function findAttempt(tx: Tx, userId: string, clientAttemptId: string) {
  const [found] = await selectPayments(tx).where(
    and(eq(orders.userId, userId), eq(payments.clientAttemptId, clientAttemptId)),
  );
  return found;
}

/** States in which a prompt may be on a phone. */
export const PROMPTING: State[] = ["created", "submitting", "pending", "submit_unknown"];

/** States in which the money may still be on its way. */
export const UNSETTLED: State[] = [...PROMPTING, "paid_held"];

/** How many of this shopper's payments of the last day ended unpaid, as limits count them. */
export async function unpaidLately(tx: Tx, userId: string): Promise<number> {
  const [found] = await tx
    .select({ count: count() })
    .from(payments)
    .where(
      and(
        countsTowardsLimitsOf(userId),
        inArray(payments.method, ["mpesa", "flutterwave"]),
        isNull(payments.paidAt),
        sql`${payments.createdAt} > now() - interval '24 hours'`,
      ),
    );
  return found?.count ?? 0;
}

/** Pushes of this amount in the last day that paid their orders, unclaimed ones first. */
export async function paidOfAmount(db: Db, userId: string, amount: number): Promise<Payment[]> {
  return selectPayments(db)
    .where(
      and(
        eq(orders.userId, userId),
        eq(payments.method, "mpesa"),
        eq(payments.amount, amount),
        sql`${payments.paidAt} > now() - interval '24 hours'`,
        // an order that was paid twice is paid by one of them
        sql`${orders.id} = (select t.order_id from transactions t where t.id = ${payments.transactionId})`,
      ),
    )
    .orderBy(sql`${payments.claimedAt} desc nulls first`, desc(payments.id));
}

/** The id of the payment's order, once it is placed and so shown to the shopper. */
export function placedOrderOf(payment: Payment | undefined): string | null {
  return payment?.phase === "placed" ? payment.orderId : null;
}

const STANDING = {
  id: orders.id,
  userId: orders.userId,
  amount: orders.amount,
  paid: orders.payment,
  status: orders.status,
};

/** The placed order of a key, if any. */
export async function orderOfKey(db: Db | Tx, keyHash: string) {
  const [found] = await db
    .select(STANDING)
    .from(orders)
    .where(and(PLACED, eq(orders.keyHash, keyHash)));
  return found;
}

/** Locks the orders of a key, before any attempt at one of them. */
export async function lockOrdersOfKey(tx: Tx, keyHash: string): Promise<void> {
  await tx.execute(
    sql`select from ${orders} where ${orders.keyHash} = ${keyHash} order by ${orders.id} for update`,
  );
}

/** True when the provider's names for a push are another payment's already. */
export function isKnownRequest(error: unknown): boolean {
  return (
    isDuplicate(error, "payments_checkout_request_id_unique") ||
    isDuplicate(error, "payments_merchant_request_id_unique")
  );
}

/** Records a contradiction in the payment's history, for staff; nothing is decided by it. */
export async function noteMismatch(tx: Tx | Db, paymentId: string | null, note: string): Promise<void> {
  await tx.insert(paymentEvents).values({ paymentId, event: "break", note });
}

/** The payment a reload, the back button or a second tab finds again: one under way, else the last of half an hour. */
export async function findLatest(db: Db, userId: string): Promise<Payment | undefined> {
  const [found] = await selectPayments(db)
    .where(
      and(
        eq(orders.userId, userId),
        inArray(payments.method, ["mpesa", "flutterwave"]),
        sql`${payments.createdAt} > now() - interval '30 minutes'`,
      ),
    )
    .orderBy(sql`(${payments.active} and ${inArray(payments.state, UNSETTLED)}) desc`, desc(payments.id))
    .limit(1);
  return found;
}
