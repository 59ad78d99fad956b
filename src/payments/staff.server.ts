import { and, desc, eq, inArray, isNull, notExists, or, type SQL, sql } from "drizzle-orm";
import { formatPrice } from "../catalogue/rules.ts";
import { AMOUNT_MAX, readCode, TEXTS } from "../ordering/rules.ts";
import { orders } from "../ordering/tables.server.ts";
import { type Db, isDuplicate, type Tx, transaction } from "../platform/db.server.ts";
import { addJob } from "../platform/jobs.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import type { Desk } from "./desk.server.ts";
import { TILL } from "./expect-code.server.ts";
import { finishPaid } from "./finish-paid.server.ts";
import { letGo } from "./let-go.server.ts";
import type { Payment } from "./provider.server.ts";
import { findPayment, lockPayment } from "./queries.server.ts";
import { finishRefund } from "./refund.server.ts";
import type { State } from "./rules.ts";
import { seenMoney } from "./seen-money.server.ts";
import { paymentEvents, payments, refunds, tillPayments } from "./tables.server.ts";

/** What only a person can decide: money in doubt or to give back, then codes nobody found; each newest first. */
export async function listForStaff(db: Db) {
  const doubted = await listed(
    db,
    sql`${payments.state} in ('paid_held', 'needs_review', 'refund_pending', 'refund_failed', 'submit_unknown') and not ${UNFOUND}`,
  );
  return [...doubted, ...(await listed(db, UNFOUND))];
}

/** A typed code that no money was ever seen of: anybody can make up many. */
const UNFOUND = sql`(${payments.method} = 'cod' and ${payments.state} in ('pending', 'needs_review') and ${payments.why} is null)`;

async function listed(db: Db, which: SQL) {
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
    .where(which)
    .orderBy(desc(payments.id))
    .limit(200);
}

/**
 * Money at the till of the last seven days that belongs to no payment, newest first: nobody typed its code or paid by
 * it, or it is more under the name of one that is paid.
 */
export async function listUnmatched(db: Db) {
  const owner = db
    .select({ id: payments.id })
    .from(payments)
    .where(
      or(
        eq(payments.receipt, tillPayments.code),
        // still waiting for it; what is paid has a code of its own
        and(eq(payments.reference, tillPayments.billRef), isNull(payments.paidAt)),
        and(eq(payments.reference, tillPayments.billRef), isNull(payments.receipt)),
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

/**
 * Staff have seen the money: the payment becomes its order like any other. `receipt` is the code of the SMS or statement.
 * @throws ShopError 400 when that is none.
 */
export async function acceptPaid(desk: Desk, id: string, receipt: string | undefined): Promise<boolean> {
  const payment = await findPayment(desk.db, id);
  if (!payment) return false;
  const typed = payment.reference.startsWith(TILL) ? payment.reference.slice(TILL.length) : undefined;
  await finishPaid(desk, id, { receipt: readReceipt(payment, receipt) ?? typed }, true);
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
    await letGo(tx, payment);
    return true;
  });
}

/** States whose money may go back at a person's word. */
const RETURNABLE: State[] = ["ordered", "refund_failed", "paid_held", "needs_review"];

/** What staff know better than the shop: the code the money came under, and how much it was, in KES. */
type Stated = { receipt?: string | undefined; amount?: number | undefined };

/**
 * Gives the money of a payment back, by the provider where that is set up; otherwise it waits for `markRefunded`. An order
 * that has not left is cancelled. False: there is nothing to give back, or it is under way.
 * @throws ShopError 400 a receipt or amount that is none; 409 money nobody has seen, more than came, another's receipt.
 */
export async function refundByStaff(desk: Desk, id: string, reason: string, stated: Stated = {}) {
  try {
    return await transaction(desk.db, (tx) => beginRefund(tx, id, reason, stated));
  } catch (error) {
    if (!isDuplicate(error, "payments_receipt")) throw error;
    throw new ShopError(409, "This receipt belongs to another payment.");
  }
}

async function beginRefund(tx: Tx, id: string, reason: string, stated: Stated): Promise<boolean> {
  const payment = await lockPayment(tx, id);
  if (!payment || !RETURNABLE.includes(payment.state)) return false;
  const { receipt, amount } = await moneyOf(tx, payment, stated);
  await tx
    .insert(refunds)
    .values({ paymentId: id, amount, reason })
    .onConflictDoUpdate({
      target: refunds.paymentId,
      set: {
        state: "due",
        tries: 0,
        createdAt: sql`now()`,
        nextTryAt: sql`now()`,
        result: null,
        ...(stated.amount === undefined ? {} : { amount }),
      },
      // one under way, or done, is not begun again
      setWhere: inArray(refunds.state, ["failed", "unknown"]),
    });
  await tx
    .update(payments)
    .set({
      state: "refund_pending",
      active: false,
      why: reason,
      receipt,
      paidAt: payment.paidAt ?? sql`now()`,
      nextCheckAt: null,
      leaseUntil: null,
    })
    .where(eq(payments.id, id));
  await letGo(tx, payment);
  if (payment.orderId) await tx.update(orders).set({ refund: "due" }).where(eq(orders.id, payment.orderId));
  await addJob(tx, "refund", id);
  return true;
}

/** What goes back: what came, or the part of it that staff state. */
async function moneyOf(tx: Tx, payment: Payment, stated: Stated) {
  const seen = await seenMoney(tx, payment);
  const named = readReceipt(payment, stated.receipt);
  if (named && seen.receipt && named !== seen.receipt)
    throw new ShopError(409, `This money came under ${seen.receipt}.`);
  const receipt = seen.receipt ?? named ?? null;
  if (payment.paidAt === null && receipt === null)
    throw new ShopError(409, "Nobody has seen this money: state the code it came under with --receipt.");
  const amount = stated.amount ?? seen.amount ?? payment.amount;
  if (!Number.isInteger(amount) || amount < 1 || amount > AMOUNT_MAX)
    throw new ShopError(400, "The amount must be whole shillings, at least 1.");
  if (seen.amount !== undefined && amount > seen.amount)
    throw new ShopError(409, `No more than ${formatPrice(seen.amount)} came.`);
  return { receipt, amount };
}

/** A code as staff typed it; a card's transaction is named by digits. @throws ShopError 400 when it is neither. */
function readReceipt({ method }: Payment, typed: string | undefined): string | undefined {
  if (typed === undefined) return undefined;
  const transaction = method === "flutterwave" ? /^\d{1,20}$/.exec(typed.trim())?.[0] : undefined;
  const receipt = transaction ?? readCode(typed);
  if (receipt === undefined) throw new ShopError(400, TEXTS.codeMalformed);
  return receipt;
}

/** Staff have sent the money back by hand; `code` is its M-Pesa code or card refund. @throws ShopError 400 when it is none. */
export async function markRefunded({ db }: Desk, id: string, code: string | undefined): Promise<boolean> {
  return transaction(db, async (tx) => {
    const payment = await lockPayment(tx, id);
    const [refund] = await tx.select().from(refunds).where(eq(refunds.paymentId, id)).for("update");
    if (!payment || !refund || refund.state === "done" || refund.state === "sending") return false;
    await finishRefund(tx, refund, readReceipt(payment, code) ?? "by hand");
    return true;
  });
}
