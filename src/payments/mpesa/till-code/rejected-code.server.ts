import { and, eq, lte, sql } from "drizzle-orm";
import { inLanguage } from "../../../language/language.server.ts";
import { cancelOrder } from "../../../ordering/change-status.server.ts";
import type { MailLinks } from "../../../ordering/mails/mail-links.server.ts";
import { orders } from "../../../ordering/tables.server.ts";
import { type Db, type Tx, transaction } from "../../../platform/database/db.server.ts";
import { enqueueMail } from "../../../platform/mail/outbox.server.ts";
import { REJECTED_CODE_HOURS } from "../../../shop.ts";
import { recipientOf } from "../../core/mails.server.ts";
import { notifyStaff } from "../../core/owner-notices.server.ts";
import type { PaymentContext } from "../../core/payment-context.server.ts";
import type { Payment } from "../../core/provider.server.ts";
import { lockPayment } from "../../core/queries.server.ts";
import { payments } from "../../core/tables.server.ts";
import { codeRejectedMail } from "./code-mails.server.ts";
import { HAS_OTHER_CODE, HAS_REPORTED_MONEY } from "./tables.server.ts";

/** Its hours are over, and no money was seen: where some was, a person decides. */
const IS_OVER = and(
  lte(payments.rejectedAt, sql`now() - make_interval(hours => ${REJECTED_CODE_HOURS})`),
  eq(payments.state, "failed"),
  sql`not ${HAS_REPORTED_MONEY}`,
);

/** Payments whose code was rejected so long ago that their orders end. */
export async function rejectedLongAgo(db: Db): Promise<string[]> {
  const over = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(IS_OVER, sql`not ${HAS_OTHER_CODE}`))
    .limit(100);
  return over.map(({ id }) => id);
}

/**
 * Nobody sent the right code in time: the order is cancelled, its goods are free, and its shopper told. One that is packed
 * waits for the owner; one that is paid by now, or whose code had money come for it, stays.
 */
export async function endRejected({ db, links }: PaymentContext, id: string): Promise<void> {
  await transaction(db, async (tx) => {
    const payment = await lockPayment(tx, id);
    const [over] = await tx
      .update(payments)
      .set({ rejectedAt: null })
      .where(and(eq(payments.id, id), IS_OVER, sql`not ${HAS_OTHER_CODE}`))
      .returning({ id: payments.id });
    if (payment && !payment.added && over) await endOrder(tx, payment, links);
  });
}

async function endOrder(tx: Tx, payment: Payment, links: MailLinks | undefined): Promise<void> {
  const { orderId } = payment;
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for("update");
  if (order?.phase !== "placed" || order.payment || order.status === "Cancelled") return;
  if (order.status !== "Order Placed")
    return notifyStaff(
      tx,
      payment,
      `nobody sent the right code, and the order is ${order.status.toLowerCase()}`,
    );
  await cancelOrder(tx, orderId);
  const { to, language } = await recipientOf(tx, payment);
  const mail = inLanguage(language, () => codeRejectedMail(orderId, links));
  await enqueueMail(tx, { event: `code-rejected:${payment.id}`, to, ...mail });
}
