import { and, eq, isNull, or, sql } from "drizzle-orm";
import { formatPrice } from "../../catalogue/rules.ts";
import { markOrderPaid, payFor } from "../../ordering/change-status.server.ts";
import { sellHold } from "../../ordering/holds.server.ts";
import { PLACED } from "../../ordering/queries.server.ts";
import { shortId } from "../../ordering/rules.ts";
import { orders } from "../../ordering/tables.server.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { type Tx, transaction } from "../../platform/database/db.server.ts";
import { fieldFault, ShopError } from "../../platform/shop-error.ts";
import { completeAttempt } from "../core/mark-paid.server.ts";
import { mailPaid } from "../core/pay-order.server.ts";
import type { PaymentContext } from "../core/payment-context.server.ts";
import type { Payment } from "../core/provider.server.ts";
import { lockPayments } from "../core/queries.server.ts";
import { bearsOrder } from "../core/release-goods.server.ts";
import { receiptStanding } from "../core/standing.server.ts";
import { payments } from "../core/tables.server.ts";
import { moveSum, type Transaction } from "../transactions/queries.server.ts";
import { transactions } from "../transactions/tables.server.ts";
import {
  auditMoney,
  conflictsOf,
  demandNotSame,
  demandOurs,
  endHeld,
  isHeld,
  lockMoney,
  whatStays,
} from "./money-guards.server.ts";
import { demandConfirmed } from "./refusals.server.ts";

/**
 * A sum pays an order, named in whole or by the last signs that pages show of it: one that is not paid, or one that still owes
 * a part. What is more than the order owes stays unallocated.
 * @throws ShopError 400 it names none; 404; 409 `confirm` first; 409 the order owes nothing, or the money is spent or may be another payment's
 */
export async function allocateMoney(
  context: PaymentContext,
  id: string,
  { order: named, confirmed, by }: { order: string; confirmed?: boolean | undefined; by: Actor },
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const orderId = await findNamed(tx, named);
    const unpaid = and(eq(payments.orderId, orderId), isNull(payments.paidAt));
    const attempts = await lockPayments(
      tx,
      unpaid,
      sql`${payments.method} <> 'cod'`,
      payments.added,
      payments.id,
    );
    const { money, payment } = await lockMoney(tx, id);
    const [order] = await tx
      .select()
      .from(orders)
      .where(and(PLACED, eq(orders.id, orderId)))
      .for("update");
    if (!order) throw new ShopError(404, "There is no such order.");
    const owed = order.payment ? order.owed : order.amount;
    if (order.status === "Cancelled" || owed === 0) throw new ShopError(409, "This order owes nothing.");
    await demandOfNoOther(tx, money, orderId);
    await demandOurs(tx, money, payment);
    await demandNotSame(tx, money, payment);
    const amount = Math.min(owed, money.unallocated);
    demandConfirmed(confirmed, {
      amount,
      to: `order ${shortId(orderId)}${nameOf(order)}`,
      method: "order",
      conflicts: [
        ...sayOwed(owed, amount),
        ...(await conflictsOf(tx, money, payment)),
        ...(payment?.orderId === orderId ? [] : whatStays(payment)),
      ],
    });
    const attempt = order.payment ? undefined : attemptOf(attempts, payment);
    await allocate(tx, money, { orderId, amount, attempt });
    if (!order.payment) await payUnpaid(tx, orderId, { attempt, transactionId: id, by });
    if (attempt) await mailPaid(tx, { payment: attempt, links: context.links }, { orderId, amount });
    if (payment && payment.id !== attempt?.id)
      await endOther(tx, payment, { orderId, transactionId: id, by });
    await payFor(tx, orderId, { owed: owed - amount, receipt: money.receipt });
    const after = { order: orderId, amount: formatPrice(amount) };
    await auditMoney(tx, money, { by, action: "payment.allocate", after });
  });
}

function sayOwed(owed: number, amount: number): string[] {
  if (amount === owed) return [];
  return [`The order owes ${formatPrice(owed)}: ${formatPrice(owed - amount)} stays owed.`];
}

/** Of an order's attempts that which the money is paid by: where it was held for one, that. */
function attemptOf(attempts: Payment[], payment: Payment | undefined): Payment | undefined {
  return attempts.find(({ id }) => id === payment?.id) ?? attempts[0];
}

/** What the money was held for is decided: of this order the attempt is paid, of another it is over. */
async function endOther(
  tx: Tx,
  payment: Payment,
  { orderId, transactionId, by }: { orderId: string; transactionId: string; by: Actor },
): Promise<void> {
  if (!isHeld(payment)) return;
  if (payment.orderId === orderId) await completeAttempt(tx, payment, { transactionId, orderId }, by);
  else if (!bearsOrder(payment)) await endHeld(tx, payment, { reason: "its money paid another order", by });
}

/** @throws ShopError 400 no order has this number, or several end with it */
async function findNamed(tx: Tx, named: string): Promise<string> {
  const typed = named.trim().replace(/^#/, "").toUpperCase();
  const found = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(or(eq(orders.id, typed), and(sql`${typed} <> ''`, eq(sql`right(${orders.id}, 8)`, typed))))
    .limit(2);
  const [order, another] = found;
  if (another)
    throw fieldFault("order", "Two orders end so: type the whole number, as in the address of its page.");
  if (!order) throw fieldFault("order", "There is no such order. Its number has 8 letters and digits.");
  return order.id;
}

/** Whose order it is, so that a mistyped number is seen. */
function nameOf({ address }: typeof orders.$inferSelect): string {
  const name = `${address?.firstName ?? ""} ${address?.lastName ?? ""}`.trim();
  return name && ` of ${name}`;
}

/** A sum pays one order: what is left of it beside that is refunded. @throws ShopError 409 it is spent, or pays another */
async function demandOfNoOther(tx: Tx, money: Transaction, orderId: string): Promise<void> {
  if (money.unallocated === 0)
    throw new ShopError(409, "This money is spent.", await receiptStanding(tx, money));
  const isOther = sql`${payments.orderId} is distinct from ${orderId}::text`;
  const [other] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.transactionId, money.id), isOther))
    .limit(1);
  if (other || (money.allocated > 0 && money.orderId !== orderId))
    throw new ShopError(
      409,
      "This money came for another order: refund what is left of it.",
      await receiptStanding(tx, money),
    );
}

/** It is verified by the owner's word, and open again where it was closed. */
async function allocate(
  tx: Tx,
  money: Transaction,
  { orderId, amount, attempt }: { orderId: string; amount: number; attempt: Payment | undefined },
): Promise<void> {
  await tx
    .update(transactions)
    .set({ verified: true, closedAt: null, closedBy: null })
    .where(eq(transactions.id, money.id));
  const columns = { orderId, reason: null, ...(attempt ? { paymentId: attempt.id } : {}) };
  await moveSum(tx, money, { from: "unallocated", to: "allocated", amount }, columns);
}

/** Its codes are looked for no more: should their money come as well, it is a sum of its own. */
async function payUnpaid(
  tx: Tx,
  orderId: string,
  { attempt, transactionId, by }: { attempt: Payment | undefined; transactionId: string; by: Actor },
): Promise<void> {
  if (!(await markOrderPaid(tx, orderId))) throw new ShopError(409, "This order cannot be paid any more.");
  await sellHold(tx, orderId);
  if (attempt) await completeAttempt(tx, attempt, { transactionId, orderId }, by);
}
