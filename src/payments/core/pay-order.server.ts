import { and, eq, isNull, sql } from "drizzle-orm";
import { inLanguage } from "../../language/language.server.ts";
import { cancelOrder } from "../../ordering/cancel-order.server.ts";
import { paidMail } from "../../ordering/mails.server.ts";
import { markOrderPaid, markOrderPaidBy } from "../../ordering/mark-order.server.ts";
import { lockStock, sellHold } from "../../ordering/stock.server.ts";
import { orders } from "../../ordering/tables.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { enqueueMail } from "../../platform/mail/outbox.server.ts";
import { notifyStaff } from "../staff/owner-notices.server.ts";
import { recipientOf } from "./mails.server.ts";
import { completeWithRefund, markPaid, type Proven } from "./mark-paid.server.ts";
import type { Payment, Proof } from "./provider.server.ts";
import { recordFailure } from "./queries.server.ts";
import { payments } from "./tables.server.ts";

/** Why money goes back that would pay a checkout a second time. */
export const ORDERED = "this checkout has its order already";

/** An order placed on a typed code: its money has been found. `elsewhere`: somebody else has paid for its checkout. */
export async function payOrder(
  tx: Tx,
  proven: Proven,
  { id: orderId, elsewhere }: { id: string; elsewhere: boolean },
): Promise<void> {
  const { payment, proof } = proven;
  if (elsewhere && (await endTwin(tx, orderId))) return completeWithRefund(tx, proven, ORDERED, orderId);
  if (!(await markOrderPaid(tx, orderId)))
    return completeWithRefund(tx, proven, "the order was cancelled", orderId);
  await sellHold(tx, payment.id, payment.lines);
  await markPaid(tx, proven, "complete");
  await mailPaid(tx, proven, orderId);
  await reportOverpayment(tx, payment, proof);
  if (elsewhere) await notifyStaff(tx, payment, "its checkout was paid by somebody else too");
}

/** False: it is being packed already, by the owner's word. */
async function endTwin(tx: Tx, orderId: string): Promise<boolean> {
  const where = sql`not ${orders.payment} and ${orders.status} = 'Order Placed'`;
  return cancelOrder(tx, orderId, { where, note: ORDERED });
}

/** Its confirmation said that the money was still looked for. */
async function mailPaid(tx: Tx, { payment, links }: Proven, orderId: string): Promise<void> {
  const { to, language } = await recipientOf(tx, { ...payment, orderId });
  const paid = { id: orderId, amount: payment.amount, trackUrl: links?.track(orderId) };
  await enqueueMail(tx, {
    event: `paid:${orderId}`,
    to,
    ...inLanguage(language, () => paidMail(paid)),
  });
}

async function reportOverpayment(tx: Tx, payment: Payment, { details }: Proof): Promise<void> {
  if (details && details.amount > payment.amount)
    await notifyStaff(tx, payment, "more than the total was paid");
}

/**
 * The checkout went on with a typed code that nobody has found, or that was corrected: this money pays its order, and
 * should the code's turn up as well, that is the one too many.
 */
export async function reassignOrder(tx: Tx, proven: Proven, orderId: string): Promise<boolean> {
  const { payment, proof } = proven;
  if (!(await markOrderPaidBy(tx, orderId, payment.method))) return false;
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
  await markPaid(tx, proven, "complete", { orderId });
  await mailPaid(tx, proven, orderId);
  await reportOverpayment(tx, payment, proof);
  return true;
}
