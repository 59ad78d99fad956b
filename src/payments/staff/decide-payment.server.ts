import { and, eq, type SQL, sql } from "drizzle-orm";
import { inLanguage } from "../../language/language.server.ts";
import type { MailLinks } from "../../ordering/mails/mail-links.server.ts";
import { type Actor, COMMAND } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { type Tx, transaction } from "../../platform/database/db.server.ts";
import { enqueueMail } from "../../platform/mail/outbox.server.ts";
import { changeState } from "../core/change-state.server.ts";
import { completePayment } from "../core/complete-payment.server.ts";
import { recipientOf } from "../core/mails.server.ts";
import type { PaymentContext } from "../core/payment-context.server.ts";
import type { Payment } from "../core/provider.server.ts";
import { findPayment, lockPayment } from "../core/queries.server.ts";
import { releaseGoods } from "../core/release-goods.server.ts";
import { payments, UNFOUND } from "../core/tables.server.ts";
import { codeRejectedMail } from "../mpesa/till-code/code-mails.server.ts";
import { HAS_REPORTED_MONEY } from "../mpesa/till-code/tables.server.ts";
import { readReceipt } from "../refunds/owe-refund.server.ts";

/**
 * Staff have seen the money: the payment becomes its order like any other. `receipt` is the code of the SMS or statement.
 * False: there is none, nobody paid it, or its money goes back or went back.
 * @throws ShopError 400 when that is none; 409 money that is another payment's, or on its way back under another name, or went back.
 */
export async function acceptPaid(
  context: PaymentContext,
  id: string,
  receipt: string | undefined,
  by: Actor = COMMAND,
): Promise<boolean> {
  const payment = await findPayment(context.db, id);
  if (!payment || payment.state.startsWith("refund")) return false;
  await completePayment(
    context,
    id,
    { receipt: readReceipt(payment.method, receipt) ?? payment.typedCode ?? undefined },
    { by, action: "payment.accept" },
  );
  const now = await findPayment(context.db, id);
  return now?.state === "ordered" || (payment.paidAt === null && now?.paidAt != null);
}

/** Money has come for a code that is still looked for: it is about to be found. */
export const MONEY_IS_HERE = sql`${UNFOUND} and ${HAS_REPORTED_MONEY}`;

/**
 * Staff know that no money came: what was kept for it is free again; an order placed on a code is cancelled, and its
 * shopper told by mail.
 */
export async function closeUnpaid(
  context: PaymentContext,
  id: string,
  by: Actor = COMMAND,
  reason?: string,
): Promise<boolean> {
  return (await close(context, id, { which: sql`not (${MONEY_IS_HERE})`, by, reason })) !== undefined;
}

/** The same for a typed code that is still not found; undefined when it is none, also by money that came meanwhile. */
export async function rejectCode(
  context: PaymentContext,
  id: string,
  by: Actor = COMMAND,
): Promise<{ cancelled: boolean } | undefined> {
  return close(context, id, { which: sql`${UNFOUND} and not (${MONEY_IS_HERE})`, by });
}

/** Why a payment failed of which staff said that no money came. */
const CLOSED = "closed by staff";

async function close(
  { db, links }: PaymentContext,
  id: string,
  { which, by, reason }: { which: SQL; by: Actor; reason?: string | undefined },
): Promise<{ cancelled: boolean } | undefined> {
  return transaction(db, async (tx) => {
    const payment = await lockPayment(tx, id);
    const columns = { active: false, nextCheckAt: null, leaseUntil: null, reason: CLOSED };
    const closed = await changeState(tx, "close", and(eq(payments.id, id), which), columns, { by });
    if (!payment || closed.length === 0) return undefined;
    await writeAudit(tx, by, {
      action: "payment.close",
      subjectKind: "payment",
      subjectId: id,
      before: { state: payment.state },
      after: { state: "failed" },
      ...(reason ? { reason } : {}),
    });
    const cancelled = await releaseGoods(tx, payment);
    if (cancelled && payment.method === "cod") await mailRejected(tx, payment, links);
    return { cancelled };
  });
}

async function mailRejected(tx: Tx, payment: Payment, links: MailLinks | undefined): Promise<void> {
  const { id, orderId } = payment;
  if (!orderId) return;
  const { to, language } = await recipientOf(tx, payment);
  const mail = inLanguage(language, () => codeRejectedMail(orderId, links));
  await enqueueMail(tx, { event: `code-rejected:${id}`, to, ...mail });
}
