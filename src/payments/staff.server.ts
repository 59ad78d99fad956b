import { and, desc, eq, inArray, notExists, or, sql } from "drizzle-orm";
import { cancelOrder } from "../ordering/cancel-order.server.ts";
import { releaseHold } from "../ordering/holds.server.ts";
import { orders } from "../ordering/tables.server.ts";
import { type Db, transaction } from "../platform/db.server.ts";
import { addJob } from "../platform/jobs.server.ts";
import type { Desk } from "./desk.server.ts";
import { TILL } from "./expect-code.server.ts";
import { finishPaid } from "./finish-paid.server.ts";
import { findPayment, lockPayment } from "./queries.server.ts";
import { finishRefund } from "./refund.server.ts";
import { paymentEvents, payments, refunds, tillPayments } from "./tables.server.ts";

/** What only a person can decide, newest first: payments in doubt, codes nobody found, money to give back. */
export async function listForStaff(db: Db) {
  return db
    .select({
      id: payments.id,
      method: payments.method,
      state: payments.state,
      amount: payments.amount,
      why: payments.why,
      orderId: payments.orderId,
      code: sql<string | null>`case when ${payments.method} = 'cod' then ${payments.reference} end`,
      refund: refunds.state,
      createdAt: payments.createdAt,
    })
    .from(payments)
    .leftJoin(refunds, eq(refunds.paymentId, payments.id))
    .where(
      sql`${payments.state} in ('paid_held', 'needs_review', 'refund_pending', 'refund_failed', 'submit_unknown')
        or (${payments.method} = 'cod' and ${payments.state} = 'pending')`,
    )
    .orderBy(desc(payments.id))
    .limit(200);
}

/** Money at the till of the last seven days that belongs to no payment, newest first: nobody typed its code or paid by it. */
export async function listUnmatched(db: Db) {
  const owner = db
    .select({ id: payments.id })
    .from(payments)
    .where(
      or(
        eq(payments.receipt, tillPayments.code),
        eq(payments.reference, tillPayments.billRef),
        sql`${payments.reference} = ${TILL}::text || ${tillPayments.code}`,
      ),
    );
  return db
    .select()
    .from(tillPayments)
    .where(and(sql`${tillPayments.receivedAt} > now() - interval '7 days'`, notExists(owner)))
    .orderBy(desc(tillPayments.receivedAt), desc(tillPayments.code))
    .limit(200);
}

/** One payment with everything that happened to it. */
export async function showToStaff(db: Db, id: string) {
  const payment = await findPayment(db, id);
  const [refund] = await db.select().from(refunds).where(eq(refunds.paymentId, id));
  const events = await db
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.paymentId, id))
    .orderBy(paymentEvents.id);
  return payment && { payment, refund, events };
}

/** Staff have seen the money: the payment becomes its order like any other. `receipt` is the code of the SMS or statement. */
export async function acceptPaid(desk: Desk, id: string, receipt: string | undefined): Promise<boolean> {
  const payment = await findPayment(desk.db, id);
  if (!payment) return false;
  const typed = payment.reference.startsWith(TILL) ? payment.reference.slice(TILL.length) : undefined;
  await finishPaid(desk, id, { receipt: receipt ?? typed }, true);
  return (await findPayment(desk.db, id))?.paidAt != null;
}

/** Staff know that no money came: what was kept for it is free again; an order placed on a code is cancelled. */
export async function closeUnpaid({ db }: Desk, id: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const payment = await lockPayment(tx, id);
    const closed = await tx
      .update(payments)
      .set({ state: "failed", active: false, nextCheckAt: null, why: "closed by staff" })
      .where(
        and(
          eq(payments.id, id),
          inArray(payments.state, [
            "pending",
            "needs_review",
            "paid_held",
            "expired_unknown",
            "submit_unknown",
          ]),
        ),
      )
      .returning({ id: payments.id });
    if (!payment || closed.length === 0) return false;
    await releaseHold(tx, id, payment.lines);
    if (payment.orderId) await cancelOrder(tx, payment.orderId);
    return true;
  });
}

/** Gives the money of a paid order back, by the provider where that is set up; otherwise it waits for `markRefunded`. */
export async function refundByStaff({ db }: Desk, id: string, reason: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const payment = await lockPayment(tx, id);
    if (payment?.state !== "ordered" && payment?.state !== "refund_failed") return false;
    await tx
      .insert(refunds)
      .values({ paymentId: id, amount: payment.details?.amount ?? payment.amount, reason })
      .onConflictDoUpdate({
        target: refunds.paymentId,
        set: { state: "due", nextTryAt: sql`now()`, result: null },
        // one under way, or done, is not begun again
        setWhere: inArray(refunds.state, ["failed", "unknown"]),
      });
    await tx.update(payments).set({ state: "refund_pending", why: reason }).where(eq(payments.id, id));
    if (payment.orderId) await tx.update(orders).set({ refund: "due" }).where(eq(orders.id, payment.orderId));
    await addJob(tx, "refund", id);
    return true;
  });
}

/** Staff have sent the money back by hand. */
export async function markRefunded({ db }: Desk, id: string, reference: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    await lockPayment(tx, id);
    const [refund] = await tx.select().from(refunds).where(eq(refunds.paymentId, id)).for("update");
    if (!refund || refund.state === "done" || refund.state === "sending") return false;
    await finishRefund(tx, refund, reference);
    return true;
  });
}
