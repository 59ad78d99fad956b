import { and, eq, isNull, ne, not, sql } from "drizzle-orm";
import { changeStatus, markOrderPaid } from "../../ordering/change-status.server.ts";
import { countPaidUse } from "../../ordering/coupons/coupon-uses.server.ts";
import { releaseHold } from "../../ordering/holds.server.ts";
import { paidMail } from "../../ordering/mails/order-mails.server.ts";
import { linesOf } from "../../ordering/queries.server.ts";
import { lockStock, sellFromStock } from "../../ordering/stock.server.ts";
import { orders } from "../../ordering/tables.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { CANCELLED, ORDERED, OTHER_TOTAL } from "../rules.ts";
import { followRefunds } from "../transactions/queries.server.ts";
import { mailShopper } from "./mails.server.ts";
import { completeWithRefund, markPaid, type Proven, whatCame } from "./mark-paid.server.ts";
import { bearsOrder, noteMismatch, type orderOfKey } from "./queries.server.ts";
import { HAS_ENDED_ORDER, payments } from "./tables.server.ts";

/**
 * Applies money to an order that was placed before the money came: pays it where it is unpaid, even if it was cancelled because
 * nobody found its money in time. Otherwise the money is refunded.
 */
export async function payOrder(tx: Tx, proven: Proven): Promise<void> {
  const { payment } = proven;
  const { orderId, added } = payment;
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for("update");
  if (!order) throw new Error(`there is no order ${orderId}`);
  if (order.payment) return completeWithRefund(tx, proven, ORDERED);
  // the code by which the order was placed pays what it costs now: markPaid sees a surplus or a lack by the sums
  if (!bearsOrder(payment) && order.amount !== payment.amount)
    return completeWithRefund(tx, proven, OTHER_TOTAL);
  if (!(await payUnpaid(tx, proven)))
    return completeWithRefund(tx, proven, CANCELLED, added ? undefined : orderId);
}

/** Money of an order that was never placed pays the `placed` one of its key, if unpaid and of equal total; else it goes back. */
export async function payPlaced(
  tx: Tx,
  proven: Proven,
  placed: NonNullable<Awaited<ReturnType<typeof orderOfKey>>>,
): Promise<void> {
  const { amount, orderId } = proven.payment;
  const isPaid = placed.amount === amount && (await payInstead(tx, proven, placed.id));
  const unpaid = placed.status === "Cancelled" ? CANCELLED : OTHER_TOTAL;
  if (!isPaid) await completeWithRefund(tx, proven, placed.paid ? ORDERED : unpaid);
  await releaseHold(tx, orderId);
}

/** Lets this money pay the order `orderId` of its key instead. Returns false where that order is paid, or cancelled. */
async function payInstead(tx: Tx, proven: Proven, orderId: string): Promise<boolean> {
  const payment = { ...proven.payment, orderId };
  // the id of a tap is unique within an order only: another person's tap may have the same
  const isTaken = sql`exists (select from ${payments} its
    where its.order_id = ${orderId} and its.client_attempt_id = ${payments.clientAttemptId})`;
  await tx
    .update(payments)
    .set({ clientAttemptId: null })
    .where(and(eq(payments.id, payment.id), isTaken));
  if (!(await payUnpaid(tx, { ...proven, payment }))) return false;
  // that order was placed by a code of its own
  const added = payment.method === "cod";
  await tx.update(payments).set({ orderId, added }).where(eq(payments.id, payment.id));
  return true;
}

async function payUnpaid(tx: Tx, proven: Proven): Promise<boolean> {
  const { id, orderId, method } = proven.payment;
  const pay = () => markOrderPaid(tx, orderId, method);
  const isOpen = await pay();
  if (!isOpen && !((await reviveEnded(tx, proven, orderId)) && (await pay()))) return false;
  const others = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), ne(payments.id, id), isNull(payments.paidAt)));
  for (const other of others) await noteMismatch(tx, other.id, "its order was paid in another way");
  await markPaid(tx, proven, orderId);
  // other money of it may have been refunded while it was cancelled
  if (!isOpen) await followRefunds(tx, orderId);
  await mailPaid(tx, proven, { orderId, amount: whatCame(proven) });
  return true;
}

/**
 * Revives an order that was cancelled because nobody found its first code's money in time, and takes its goods from stock again.
 * Returns false where it was cancelled for another reason, or some of its goods are gone.
 */
async function reviveEnded(tx: Tx, { payment }: Proven, orderId: string): Promise<boolean> {
  const isEnded = sql`exists (select from ${payments} where ${payments.orderId} = ${orders.id} and ${HAS_ENDED_ORDER})`;
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.status, "Cancelled"), not(orders.payment), isEnded))
    .for("update");
  if (!order) return false;
  const lines = await linesOf(tx, orderId);
  await lockStock(tx, lines);
  if (!(await sellFromStock(tx, lines))) return false;
  const note = "its money was found";
  await changeStatus(tx, eq(orders.id, orderId), {
    kind: "undo",
    from: ["Cancelled"],
    to: "Order Placed",
    note,
  });
  await countPaidUse(tx, order, payment.phone);
  return true;
}

/** Mails that the money was found: the order's confirmation said that it was still looked for. `amount`: what came, in KES. */
export async function mailPaid(
  tx: Tx,
  { payment, context }: Pick<Proven, "payment" | "context">,
  { orderId, amount }: { orderId: string; amount: number },
): Promise<void> {
  const paid = { id: orderId, amount, trackUrl: context.links?.track(orderId) };
  await mailShopper(tx, payment, { event: `paid:${orderId}`, write: () => paidMail(paid) });
}
