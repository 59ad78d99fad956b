import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { restockLines } from "../../ordering/restock-lines.server.ts";
import { type Db, type Tx, transaction } from "../../platform/database/db.server.ts";
import { enqueueMail } from "../../platform/mail/outbox.server.ts";
import { emailOf, refundMail } from "../core/mails.server.ts";
import { discrepancies } from "../core/tables.server.ts";
import { followRefunds } from "./refund-sums.server.ts";
import { lockReturned, type ReturnedMoney } from "./returned-money.server.ts";
import { refunds } from "./tables.server.ts";

/**
 * The money is back: payment, order and stock follow, once however often it is called, and the shopper is mailed. Called
 * with the refund locked and done.
 */
export async function applyRefund(tx: Tx, { refund, payment, discrepancy, method }: ReturnedMoney) {
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
  if (refund.paymentId !== null) await followRefunds(tx, refund.paymentId);
  if (refund.orderId)
    await restockLines(
      tx,
      refund.orderId,
      refund.lines.filter(({ restock }) => restock),
    );
  if (!payment) return;
  await enqueueMail(tx, {
    event: `refunded:${refund.id}`,
    to: await emailOf(tx, payment),
    ...refundMail({ amount: done.amount, done: true, method }),
  });
}

/** Refunds that a process of an earlier release finished while this one started: their orders and stock follow now. */
export async function applyFinished(db: Db): Promise<void> {
  const finished = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.state, "done"), isNull(refunds.appliedAt)))
    .limit(100);
  for (const { id } of finished)
    await transaction(db, async (tx) => {
      const money = await lockReturned(tx, id);
      if (money) await applyRefund(tx, money);
    });
}
