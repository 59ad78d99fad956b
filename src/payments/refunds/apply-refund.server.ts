import { and, desc, eq, isNull, ne, sql } from "drizzle-orm";
import { inLanguage } from "../../language/language.server.ts";
import { restockLines } from "../../ordering/stock.server.ts";
import { type Tx, transaction } from "../../platform/database/db.server.ts";
import { enqueueMail } from "../../platform/mail/outbox.server.ts";
import { addDiscrepancy } from "../core/discrepancies.server.ts";
import { recipientOf, refundMail } from "../core/mails.server.ts";
import type { PaymentContext } from "../core/payment-context.server.ts";
import { discrepancies } from "../core/tables.server.ts";
import { followRefunds, moneyCame, refundSums } from "./refund-sums.server.ts";
import { lockReturned, type ReturnedMoney } from "./returned-money.server.ts";
import { refundAttempts, refunds } from "./tables.server.ts";

/**
 * The money is back: payment, order and stock follow, once however often it is called, and the shopper is mailed. Called
 * with the refund locked and done.
 */
export async function applyRefund(
  { links }: PaymentContext,
  tx: Tx,
  { refund, payment, discrepancy, method }: ReturnedMoney,
): Promise<void> {
  const applied = await tx
    .update(refunds)
    .set({ appliedAt: sql`now()` })
    .where(and(eq(refunds.id, refund.id), eq(refunds.state, "done"), isNull(refunds.appliedAt)))
    .returning({ id: refunds.id, amount: refunds.amount });
  const [done] = applied;
  if (!done) return;
  if (discrepancy)
    await tx
      .update(discrepancies)
      .set({ state: "refunded", closedAt: sql`now()` })
      .where(and(eq(discrepancies.id, discrepancy.id), ne(discrepancies.state, "closed")));
  await alarmLate(tx, { refund, payment, method });
  if (refund.paymentId !== null) await followRefunds(tx, refund.paymentId);
  if (refund.orderId)
    await restockLines(
      tx,
      refund.orderId,
      refund.lines.filter(({ restock }) => restock),
    );
  if (!payment) return;
  const orderId = refund.orderId ?? payment.orderId;
  const { to, language } = await recipientOf(tx, payment);
  const trackUrl = orderId ? links?.track(orderId) : undefined;
  const news = { amount: done.amount, done: true, method, trackUrl } as const;
  await enqueueMail(tx, {
    event: `refunded:${refund.id}`,
    to,
    ...inLanguage(language, () => refundMail(news)),
  });
}

/**
 * One that was given up went through after all, and the owner looks. Where that is more than came, with what took its place,
 * what has not left stays here.
 */
async function alarmLate(
  tx: Tx,
  { refund, payment, method }: Omit<ReturnedMoney, "receipt" | "discrepancy">,
): Promise<void> {
  if (!payment || refund.paymentId === null) return;
  const { claimed } = await refundSums(tx, payment.id);
  const came = (await moneyCame(tx, payment)) ?? claimed;
  const isTooMuch = claimed > Math.max(came, refund.amount);
  if (!isTooMuch && !refund.givenUpAt) return;
  const [attempt] = await tx
    .select({ id: refundAttempts.id })
    .from(refundAttempts)
    .where(and(eq(refundAttempts.refundId, refund.id), eq(refundAttempts.state, "done")))
    .orderBy(desc(refundAttempts.startedAt))
    .limit(1);
  await addDiscrepancy(tx, {
    key: `twice:${attempt?.id ?? refund.id}`,
    kind: isTooMuch ? "refunded_twice" : "contradiction",
    paymentId: payment.id,
    method,
    amount: refund.amount,
    what: isTooMuch
      ? "more of its money may have gone back than came"
      : "a refund that was given up went through after all",
  });
  if (isTooMuch) await giveUpDue(tx, payment.id, claimed - came);
}

async function giveUpDue(tx: Tx, paymentId: string, beyond: number): Promise<void> {
  const due = await tx
    .select({ id: refunds.id, amount: refunds.amount })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.state, "due")))
    .orderBy(desc(refunds.number))
    .for("update");
  let left = beyond;
  for (const { id, amount } of due) {
    if (left <= 0) return;
    left -= amount;
    await tx
      .update(refunds)
      .set({
        state: "failed",
        result: "the money is back already",
        nextTryAt: null,
        givenUpAt: sql`now()`,
      })
      .where(eq(refunds.id, id));
  }
}

/** Refunds that a process of an earlier release finished while this one started: their orders and stock follow now. */
export async function applyFinished(context: PaymentContext): Promise<void> {
  const { db } = context;
  const finished = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.state, "done"), isNull(refunds.appliedAt)))
    .limit(100);
  for (const { id } of finished)
    await transaction(db, async (tx) => {
      const money = await lockReturned(tx, id);
      if (money) await applyRefund(context, tx, money);
    });
}
