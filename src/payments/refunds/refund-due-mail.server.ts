import { inLanguage } from "../../language/language.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { enqueueMail } from "../../platform/mail/outbox.server.ts";
import { recipientOf, refundMail } from "../core/mails.server.ts";
import type { PaymentContext } from "../core/payment-context.server.ts";
import type { Payment, Refund } from "../core/provider.server.ts";
import { placedOrderOf } from "../core/queries.server.ts";

/** Mailed when staff refund: the reason stays between them. */
export async function mailRefundDue(
  { links }: PaymentContext,
  tx: Tx,
  payment: Payment,
  { id, amount }: Refund,
): Promise<void> {
  const orderId = placedOrderOf(payment);
  const { to, language } = await recipientOf(tx, payment);
  const trackUrl = orderId ? links?.track(orderId) : undefined;
  const news = { amount, orderId, done: false, trackUrl } as const;
  await enqueueMail(tx, {
    event: `refund-due:${id}`,
    to,
    ...inLanguage(language, () => refundMail(news)),
  });
}
