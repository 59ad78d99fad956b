import { and, eq, isNull, sql } from "drizzle-orm";
import { inLanguage } from "../../language/language.server.ts";
import {
  cancelOrder,
  changeStatus,
  markOrderPaid,
  markOrderPaidBy,
} from "../../ordering/change-status.server.ts";
import { countPaidUse } from "../../ordering/coupons/coupon-uses.server.ts";
import { releaseHold, sellHold } from "../../ordering/holds.server.ts";
import { paidMail } from "../../ordering/mails/order-mails.server.ts";
import { lockStock, sellFromStock } from "../../ordering/stock.server.ts";
import { orderItems, orders } from "../../ordering/tables.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { enqueueMail } from "../../platform/mail/outbox.server.ts";
import { CANCELLED, ORDERED } from "../rules.ts";
import { notifyStaff } from "../staff/owner-notices.server.ts";
import { recipientOf } from "./mails.server.ts";
import { completeWithRefund, markPaid, type Proven } from "./mark-paid.server.ts";
import type { PaymentContext } from "./payment-context.server.ts";
import type { Payment } from "./provider.server.ts";
import { idsOfCheckout, recordFailure } from "./queries.server.ts";
import { payments } from "./tables.server.ts";

/** Why a typed code is looked for no more that M-Pesa cannot be asked about. Should its money come after all, its order goes on. */
export const ENDED = "nobody found its money in time";

/** An order placed on a typed code: its money has been found. `elsewhere`: somebody else has paid for its checkout. */
export async function payOrder(
  context: PaymentContext,
  tx: Tx,
  proven: Proven,
  { id: orderId, elsewhere }: { id: string; elsewhere: boolean },
): Promise<void> {
  const { payment } = proven;
  if (elsewhere && (await endTwin(tx, orderId)))
    return completeWithRefund(context, tx, proven, ORDERED, orderId);
  const isPaid =
    (await markOrderPaid(tx, orderId)) ||
    (!elsewhere && (await reviveEnded(tx, payment, orderId)) && (await markOrderPaid(tx, orderId)));
  if (!isPaid) return completeWithRefund(context, tx, proven, CANCELLED, orderId);
  await sellHold(tx, payment.id, payment.lines);
  await markPaid(tx, proven, { orderId });
  await mailPaid(tx, proven, { orderId, amount: whatCame(proven) });
  if (elsewhere) await notifyStaff(tx, payment, "its checkout was paid by somebody else too");
}

/**
 * An order that was cancelled because nobody found its money in time goes on with this payment, and its goods are sold. False:
 * it ended otherwise, or some of its goods are gone.
 */
async function reviveEnded(tx: Tx, payment: Payment, orderId: string): Promise<boolean> {
  const isEnded = sql`exists (select from ${payments} ended
    where ended.order_id = ${orders.id} and ended.why = ${ENDED} and ended.paid_at is null)`;
  const [order] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.status, "Cancelled"), isEnded))
    .for("update");
  if (!order) return false;
  const items = await tx.select().from(orderItems).where(eq(orderItems.orderId, orderId));
  await lockStock(tx, [...items, ...payment.lines]);
  // what this payment kept is for its order
  await releaseHold(tx, payment.id, payment.lines);
  if (!(await sellFromStock(tx, items))) return false;
  const note = "its money was found";
  await changeStatus(tx, eq(orders.id, orderId), {
    kind: "undo",
    from: ["Cancelled"],
    to: "Order Placed",
    note,
  });
  const { coupon, userId, checkoutId } = payment;
  const sharedWith = idsOfCheckout(userId, checkoutId);
  if (coupon) await countPaidUse(tx, { ...payment, id: orderId, couponId: coupon.id, sharedWith });
  return true;
}

/** False: it is being packed already, by the owner's word. */
async function endTwin(tx: Tx, orderId: string): Promise<boolean> {
  const where = sql`not ${orders.payment} and ${orders.status} = 'Order Placed'`;
  return cancelOrder(tx, orderId, { where, note: ORDERED });
}

/** What of the total came before any of it was moved; staff may take less. */
function whatCame({ payment, transaction }: Proven): number {
  return Math.min(transaction.unallocated, payment.amount);
}

/** Its confirmation said that the money was still looked for. `amount`: what came of it, in KES. */
export async function mailPaid(
  tx: Tx,
  { payment, links }: Pick<Proven, "payment" | "links">,
  { orderId, amount }: { orderId: string; amount: number },
): Promise<void> {
  const { to, language } = await recipientOf(tx, { ...payment, orderId });
  const paid = { id: orderId, amount, trackUrl: links?.track(orderId) };
  await enqueueMail(tx, {
    event: `paid:${orderId}`,
    to,
    ...inLanguage(language, () => paidMail(paid)),
  });
}

/**
 * The checkout went on with a typed code that nobody has found, or that was corrected: this money pays its order, and
 * should the code's turn up as well, that is the one too many.
 */
export async function reassignOrder(tx: Tx, proven: Proven, orderId: string): Promise<boolean> {
  const { payment } = proven;
  const pay = () => markOrderPaidBy(tx, orderId, payment.method);
  if (!(await pay()) && !((await reviveEnded(tx, payment, orderId)) && (await pay()))) return false;
  const freed = await tx
    .update(payments)
    .set({ orderId: null, checkoutId: payment.checkoutId })
    .where(and(eq(payments.orderId, orderId), isNull(payments.paidAt)))
    .returning({ id: payments.id, lines: payments.lines });
  // both hold goods: locked together, in one order, so that no two transactions deadlock
  await lockStock(tx, [...payment.lines, ...freed.flatMap(({ lines }) => lines)]);
  for (const { id, lines } of freed) {
    await sellHold(tx, id, lines);
    await recordFailure(tx, id, "its order was paid in another way");
  }
  await markPaid(tx, proven, { orderId });
  await mailPaid(tx, proven, { orderId, amount: whatCame(proven) });
  return true;
}
