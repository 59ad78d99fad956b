import { and, count, desc, eq, getTableColumns, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { renameHolds } from "../../ordering/holds.server.ts";
import { orders } from "../../ordering/tables.server.ts";
import { type Db, isDuplicate, type Tx } from "../../platform/database/db.server.ts";
import { holdBack } from "../../platform/mail/outbox.server.ts";
import { isCountedTo } from "./counted-to.server.ts";
import type { Payment } from "./provider.server.ts";
import type { State } from "./state.ts";
import { paymentEvents, payments } from "./tables.server.ts";

/** Seconds since a payment was asked for, by the database's clock. */
export const AGE_SECONDS = sql<number>`extract(epoch from now() - coalesce(${payments.submittedAt}, ${payments.createdAt}))::float8`;

/** A payment's columns with its age. */
export const PAYMENT_WITH_AGE = { ...getTableColumns(payments), ageSeconds: AGE_SECONDS };

/** Prefix of our own id for a push, until M-Pesa's request id is known. */
export const TEMPORARY_ID = "ATT-";

/** A shopper's payment by the provider's request id or ours. */
export async function findPush(db: Db, userId: string, requestId: string): Promise<Payment | undefined> {
  const [found] = await db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.userId, userId),
        eq(payments.method, "mpesa"),
        requestId.startsWith(TEMPORARY_ID)
          ? eq(payments.id, requestId.slice(TEMPORARY_ID.length))
          : eq(payments.checkoutRequestId, requestId),
      ),
    );
  return found;
}

export async function findPayment(db: Db | Tx, id: string): Promise<Payment | undefined> {
  const [found] = await db.select().from(payments).where(eq(payments.id, id));
  return found;
}

/** Whose a payment is, its checkout's name there, and the checkout that its money pays: of a typed code its order's. */
export async function findCheckout(tx: Tx, id: string) {
  const [found] = await tx
    .select({
      userId: payments.userId,
      name: payments.checkoutId,
      checkoutId: sql<string>`coalesce((select ${orders.idempotencyKey} from ${orders} where ${orders.id} = ${payments.orderId}), ${payments.checkoutId})`,
    })
    .from(payments)
    .where(eq(payments.id, id));
  return found;
}

export async function findByReference(db: Db, reference: string): Promise<Payment | undefined> {
  const [found] = await db.select().from(payments).where(eq(payments.reference, reference));
  return found;
}

/** A payment with its age: seconds since it was asked for, by the database's clock. */
export type PaymentWithAge = Payment & { ageSeconds: number };

export async function lockPayment(tx: Tx, id: string): Promise<PaymentWithAge | undefined> {
  const [found] = await tx.select(PAYMENT_WITH_AGE).from(payments).where(eq(payments.id, id)).for("update");
  if (found?.restored) await holdBack(tx);
  return found;
}

/** The payment made by this tap on Pay. */
export async function findAttempt(tx: Tx, userId: string, clientAttemptId: string) {
  const [found] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.userId, userId), eq(payments.clientAttemptId, clientAttemptId)));
  return found;
}

/** States in which a prompt may be on a phone. */
export const PROMPTING: State[] = ["created", "submitting", "pending", "submit_unknown"];

/** States in which the money may still be on its way. */
export const UNSETTLED: State[] = [...PROMPTING, "paid_held"];

/** The checkout of an earlier payment for the same goods that has become no order: paying again is paying for that. */
export async function earlierCheckout(
  tx: Tx,
  userId: string,
  cartFingerprint: string,
): Promise<string | undefined> {
  const [found] = await tx
    .select({ checkoutId: payments.checkoutId })
    .from(payments)
    .where(
      and(
        eq(payments.userId, userId),
        eq(payments.cartFingerprint, cartFingerprint),
        isNull(payments.orderId),
        sql`${payments.createdAt} > now() - interval '24 hours'`,
        sql`not exists (select from ${orders} where ${orders.userId} = ${userId} and ${orders.idempotencyKey} = ${payments.checkoutId})`,
      ),
    )
    .orderBy(desc(payments.id))
    .limit(1);
  return found?.checkoutId;
}

/** How many of this shopper's payments of the last day ended unpaid, as limits count them. */
export async function unpaidLately(tx: Tx, userId: string): Promise<number> {
  const [found] = await tx
    .select({ count: count() })
    .from(payments)
    .where(
      and(
        isCountedTo(userId),
        inArray(payments.method, ["mpesa", "flutterwave"]),
        isNull(payments.paidAt),
        sql`${payments.createdAt} > now() - interval '24 hours'`,
      ),
    );
  return found?.count ?? 0;
}

/** A query for the ids of all this shopper's payments of one checkout. */
export function idsOfCheckout(userId: string, checkoutId: string): SQL {
  return sql`select ${payments.id} from ${payments} where ${payments.userId} = ${userId} and ${payments.checkoutId} = ${checkoutId}`;
}

/** The same of whoever's they are, by the name that only the checkout's browser knows. */
export function idsOfNamed(checkout: string): SQL {
  return sql`select ${payments.id} from ${payments} where split_part(${payments.checkoutId}, ' ', 1) = ${checkout}`;
}

/** All this shopper's payments of one checkout go on under another name of it. */
export async function renameCheckout(tx: Tx, userId: string, from: string, to: string): Promise<void> {
  await tx
    .update(payments)
    .set({ checkoutId: to })
    .where(and(eq(payments.userId, userId), eq(payments.checkoutId, from), isNull(payments.orderId)));
  await renameHolds(tx, userId, from, to);
}

/** Paid pushes of this amount in the last day that became orders, unclaimed ones first. */
export async function paidOfAmount(db: Db, userId: string, amount: number): Promise<Payment[]> {
  return db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.userId, userId),
        eq(payments.method, "mpesa"),
        eq(payments.amount, amount),
        sql`${payments.orderId} is not null`,
        sql`${payments.paidAt} > now() - interval '24 hours'`,
      ),
    )
    .orderBy(sql`${payments.claimedAt} desc nulls first`, desc(payments.id));
}

/** The order a checkout has become, if any. */
export async function orderOfCheckout(db: Db | Tx, userId: string, checkoutId: string) {
  const [found] = await db
    .select({ id: orders.id, amount: orders.amount, paid: orders.payment, status: orders.status })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.idempotencyKey, checkoutId)));
  return found;
}

/** True when the provider's names for a push are another payment's already. */
export function isKnownRequest(error: unknown): boolean {
  return (
    isDuplicate(error, "payments_checkout_request_id_unique") ||
    isDuplicate(error, "payments_merchant_request_id_unique")
  );
}

/** Writes down what does not fit, for staff; nothing is decided by it. */
export async function recordFailure(tx: Tx | Db, paymentId: string | null, note: string): Promise<void> {
  await tx.insert(paymentEvents).values({ paymentId, event: "break", note });
}

/** The payment a reload, the back button or a second tab finds again: one under way, else the last of half an hour. */
export async function findLatest(db: Db, userId: string): Promise<PaymentWithAge | undefined> {
  const [found] = await db
    .select(PAYMENT_WITH_AGE)
    .from(payments)
    .where(
      and(
        eq(payments.userId, userId),
        inArray(payments.method, ["mpesa", "flutterwave"]),
        sql`${payments.createdAt} > now() - interval '30 minutes'`,
      ),
    )
    .orderBy(sql`(${payments.active} and ${inArray(payments.state, UNSETTLED)}) desc`, desc(payments.id))
    .limit(1);
  return found;
}
