import { and, eq, sql } from "drizzle-orm";
import { orders } from "../ordering/tables.server.ts";
import { type Tx, transaction } from "../platform/db.server.ts";
import { failPoint } from "../platform/fail-point.server.ts";
import { hashSecret } from "../platform/id.server.ts";
import { addJob } from "../platform/jobs.server.ts";
import { postMail } from "../platform/mail/outbox.server.ts";
import type { Desk } from "./desk.server.ts";
import { emailOf, refundMail, tellStaff } from "./mails.server.ts";
import type { Refund, RefundStep } from "./provider.server.ts";
import { findPayment, lockPayment } from "./queries.server.ts";
import { payments, refunds } from "./tables.server.ts";

/** Seconds after each try that surely did nothing; three days in all. */
const WAITS = [600, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400, 86_400];
/** Seconds between two looks at one under way; and milliseconds after which staff should look as well. */
const LOOK_AGAIN = 3_600;
const SLOW = 5 * 86_400_000;

/**
 * Moves a refund on: sends what is due, once; looks after what was sent. A request that was cut off is never sent again
 * by itself, for the money may be on its way: staff look (payments reference 1.9, 2.5).
 */
export async function advanceRefund(desk: Desk, paymentId: string): Promise<void> {
  const payment = await findPayment(desk.db, paymentId);
  const [refund] = await desk.db.select().from(refunds).where(eq(refunds.paymentId, paymentId));
  const provider = payment && desk.provider(payment.method);
  if (!refund || !payment || !provider) return;
  if (refund.state === "due" && !provider.refund) await leaveToStaff(desk, paymentId);
  else if (refund.state === "due" && provider.refund) {
    const secret = desk.refundSecret(paymentId);
    if (!(await markSending(desk, paymentId, hashSecret(secret)))) return;
    failPoint("refunding");
    const step = await provider.refund(refund, payment, secret);
    failPoint("returned");
    await settleRefund(desk, paymentId, step);
    failPoint("refunded");
  } else if (refund.state === "sending") {
    await giveUpSending(desk, refund);
  } else if (refund.state === "sent" && isDue(refund)) {
    const step = provider.checkRefund ? await provider.checkRefund(refund, payment) : SILENT;
    await settleRefund(desk, paymentId, step);
  }
}

/** Where nobody can be asked: the result should have come by itself, and staff must look. */
const SILENT: RefundStep = { is: "unknown", why: "nobody said how it went" };

function isDue({ nextTryAt }: Refund): boolean {
  return nextTryAt !== null && nextTryAt.getTime() <= Date.now();
}

/** Refunds are not set up here; looked at again a day later, in case they are by then. */
async function leaveToStaff({ db }: Desk, paymentId: string): Promise<void> {
  await db
    .update(refunds)
    .set({ nextTryAt: sql`now() + interval '1 day'` })
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.state, "due")));
}

async function markSending({ db }: Desk, paymentId: string, secretHash: string): Promise<boolean> {
  const marked = await db
    .update(refunds)
    .set({
      state: "sending",
      secretHash,
      tries: sql`${refunds.tries} + 1`,
      nextTryAt: sql`now() + interval '2 minutes'`,
    })
    .where(
      and(eq(refunds.paymentId, paymentId), eq(refunds.state, "due"), sql`${refunds.nextTryAt} <= now()`),
    )
    .returning({ id: refunds.paymentId });
  return marked.length > 0;
}

/** Its process died with the request out: nobody knows. */
async function giveUpSending(desk: Desk, refund: Refund): Promise<void> {
  if (isDue(refund))
    await settleRefund(desk, refund.paymentId, { is: "unknown", why: "the shop stopped while sending it" });
}

/** Writes down how a refund went; done is final, and is told to the shopper. */
export async function settleRefund(desk: Desk, paymentId: string, step: RefundStep): Promise<void> {
  await transaction(desk.db, async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    const [refund] = await tx.select().from(refunds).where(eq(refunds.paymentId, paymentId)).for("update");
    if (!payment || !refund || isOver(refund, step)) return;
    if (step.is === "done") return finishRefund(tx, refund, step.reference);
    const next = nextOf(refund, step);
    await tx
      .update(refunds)
      .set({
        state: step.is === "failed" && next !== undefined ? "due" : step.is,
        ...(step.is === "sent" ? { reference: step.reference } : { result: step.why }),
        nextTryAt: next === undefined ? null : sql`now() + make_interval(secs => ${next})`,
      })
      .where(eq(refunds.paymentId, paymentId));
    if (step.is === "sent" && isSlow(refund))
      await tellStaff(tx, payment, "its refund has been on its way for five days");
    if (step.is === "sent" || next !== undefined) return addJob(tx, "refund", paymentId, next);
    await tx.update(payments).set({ state: "refund_failed" }).where(eq(payments.id, paymentId));
    await tellStaff(tx, payment, `the refund did not go through: ${step.why}`);
  });
}

/** Seconds until it is looked at or tried again, if at all. */
function nextOf({ tries }: Refund, step: RefundStep): number | undefined {
  if (step.is === "sent") return LOOK_AGAIN;
  return step.is === "failed" && step.again ? WAITS[tries - 1] : undefined;
}

function isSlow({ createdAt }: Refund): boolean {
  return createdAt.getTime() <= Date.now() - SLOW;
}

/** Done, or its result was here before the request's own answer. */
function isOver({ state }: Refund, step: RefundStep): boolean {
  return state === "done" || (step.is === "sent" && state !== "sending" && state !== "sent");
}

/** The money is back, by the provider's word or by a person's. */
export async function finishRefund(tx: Tx, refund: Refund, reference?: string): Promise<void> {
  const payment = await findPayment(tx, refund.paymentId);
  if (!payment) return;
  await tx
    .update(refunds)
    .set({ state: "done", reference: reference ?? refund.reference, nextTryAt: null, doneAt: sql`now()` })
    .where(eq(refunds.paymentId, refund.paymentId));
  await tx.update(payments).set({ state: "refunded" }).where(eq(payments.id, payment.id));
  if (payment.orderId) await tx.update(orders).set({ refund: "done" }).where(eq(orders.id, payment.orderId));
  await postMail(tx, {
    event: `refunded:${payment.id}`,
    to: await emailOf(tx, payment),
    ...refundMail({ amount: refund.amount, reason: refund.reason, done: true, method: payment.method }),
  });
}
