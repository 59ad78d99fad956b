import { eq, type SQL, sql } from "drizzle-orm";
import { inLanguage } from "../../language/language.server.ts";
import { markOrderRefund } from "../../ordering/change-status.server.ts";
import type { MailLinks } from "../../ordering/mails/mail-links.server.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { newId } from "../../platform/id.server.ts";
import { addJob } from "../../platform/jobs/jobs.server.ts";
import { enqueueMail } from "../../platform/mail/outbox.server.ts";
import { tillPayments } from "../mpesa/till-code/tables.server.ts";
import { moneyCame } from "../refunds/refund-sums.server.ts";
import { refunds } from "../refunds/tables.server.ts";
import { notifyStaff } from "../staff/owner-notices.server.ts";
import { changeState } from "./change-state.server.ts";
import { addSecondCharge } from "./discrepancies.server.ts";
import { type RefundReason, recipientOf, refundMail } from "./mails.server.ts";
import type { Payment, Proof } from "./provider.server.ts";
import { payments } from "./tables.server.ts";

/** Why the money of a code waits for the owner. */
export const REFUSED = "an order by its code was refused";

/** A locked payment whose money is proven, or seen by a member of staff. */
export type Proven = { payment: Payment; proof: Proof; by: Actor | undefined; links: MailLinks | undefined };

/** Its money is here: the payment has its order, or is to go back. */
export async function markPaid(
  tx: Tx,
  { payment, proof, by }: Proven,
  event: "complete" | "refund",
  columns: { orderId?: string; reason?: string } = {},
): Promise<void> {
  const other = proof.receipt && payment.receipt !== proof.receipt ? payment.receipt : null;
  // money that was held for it before is one too many
  if (other)
    await addSecondCharge(tx, payment, "other money came under its name before", {
      receipt: other,
      ...sumOf(payment.details),
    });
  const paidColumns = {
    ...columns,
    active: false,
    code: "0",
    receipt: proof.receipt ?? payment.receipt ?? toldReceipt(payment),
    details: proof.details ?? (other ? null : payment.details),
    paidAt: sql`now()`,
    nextCheckAt: null,
    leaseUntil: null,
  };
  const [paid] = await changeState(tx, event, eq(payments.id, payment.id), paidColumns, {
    beside: HELD_BESIDE,
    by,
  });
  for (const id of paid?.beside ?? []) await checkAgainNow(tx, id);
}

/** Money that waits for the owner, of codes with which the checkout of a paid order was refused: it can go back now. */
const HELD_BESIDE = sql<string[]>`array(
  select held.id from payments held
  where payments.state = 'ordered' and held.user_id = payments.user_id and held.state = 'paid_held' and held.why = ${REFUSED}
    and held.checkout in (payments.checkout, (select idempotency_key from orders where orders.id = payments.order_id)))`;

async function checkAgainNow(tx: Tx, id: string): Promise<void> {
  await tx.update(payments).set({ nextCheckAt: sql`now()`, leaseUntil: null }).where(eq(payments.id, id));
  await addJob(tx, "payment", id);
}

/** The code of money that names this payment: it may have been told of while the provider was asked. */
function toldReceipt({ reference, amount }: Payment): SQL {
  return sql`(select t.code from ${tillPayments} t
    where t.bill_ref = ${reference} and t.amount = ${amount} and t.decided_at is null
      and not exists (select from ${payments} other where other.receipt = t.code)
    order by t.received_at limit 1)`;
}

export function sumOf(details: Proof["details"] | null): { amount?: number } {
  return details ? { amount: details.amount } : {};
}

/** Writes the refund that is due, and notifies staff and shopper. */
export async function completeWithRefund(
  tx: Tx,
  proven: Proven,
  reason: RefundReason,
  orderId?: string,
): Promise<void> {
  const { payment, proof, by, links } = proven;
  // what staff saw may be less than was asked for; read before the payment counts as paid
  const seen = by && !proof.details ? await sumSeen(tx, proven) : undefined;
  const amount = proof.details?.amount ?? seen ?? payment.amount;
  await markPaid(tx, proven, "refund", { reason: reason, ...(orderId ? { orderId } : {}) });
  if (orderId) await markOrderRefund(tx, orderId, "due");
  const id = newId();
  await tx.insert(refunds).values({ id, paymentId: payment.id, orderId: orderId ?? null, amount, reason });
  await addJob(tx, "refund", id);
  await notifyStaff(tx, payment, `refund due: ${reason}`);
  const { to, language } = await recipientOf(tx, payment);
  const news = { amount, reason, done: false, trackUrl: orderId && links?.track(orderId) } as const;
  await enqueueMail(tx, {
    event: `refund-due:${payment.id}`,
    to,
    ...inLanguage(language, () => refundMail(news)),
  });
}

/** How much came under the receipt that staff named, as far as provider or till have said so. */
async function sumSeen(tx: Tx, { payment, proof: { receipt } }: Proven): Promise<number | undefined> {
  const isOther = receipt !== undefined && receipt !== payment.receipt;
  return moneyCame(tx, isOther ? { ...payment, receipt, details: null } : payment);
}
