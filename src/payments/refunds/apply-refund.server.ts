import { and, desc, eq, ne, sql } from "drizzle-orm";
import { restockLines } from "../../ordering/stock.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { mailShopper, refundMail, shopperOf } from "../core/mails.server.ts";
import type { PaymentContext } from "../core/provider.server.ts";
import { placedOrderOf } from "../core/queries.server.ts";
import { addException, followRefunds, moveSum } from "../transactions/queries.server.ts";
import { methodOf, type ReturnedMoney } from "../transactions/returned-money.server.ts";
import { IS_OPEN, refunds } from "../transactions/tables.server.ts";

/**
 * Ends a refund whose money is back, as the provider or a person says; a second call does nothing. Updates transaction, order and
 * stock, and mails the shopper. `amount`: what was sent, which may differ from the refund's own after a repetition.
 */
export async function finishRefund(
  { links }: PaymentContext,
  tx: Tx,
  money: ReturnedMoney,
  { amount, reference }: { amount: number; reference: string | null },
): Promise<void> {
  const { refund, transaction, payment } = money;
  const [done] = await tx
    .update(refunds)
    .set({
      state: "done",
      amount,
      reference: reference ?? refund.reference,
      nextTryAt: null,
      doneAt: sql`now()`,
    })
    .where(and(eq(refunds.id, refund.id), ne(refunds.state, "done")))
    .returning({ id: refunds.id });
  if (!done) return;
  if (refund.givenUpAt) await countLate(tx, money, amount);
  else await moveSum(tx, transaction, { from: "refunding", to: "refunded", amount });
  await followRefunds(tx, refund.orderId);
  // the items of a refund that was given up may have been restocked by another one
  if (refund.orderId && !refund.givenUpAt)
    await restockLines(
      tx,
      refund.orderId,
      refund.lines.filter(({ restock }) => restock),
    );
  const shopper = await shopperOf(tx, payment, refund.orderId);
  if (!shopper) return;
  const orderId = refund.orderId ?? placedOrderOf(payment);
  const trackUrl = orderId ? links?.track(orderId) : undefined;
  const news = { amount, done: true, method: methodOf(money), trackUrl } as const;
  await mailShopper(tx, shopper, { event: `refunded:${refund.id}`, write: () => refundMail(news) });
}

/**
 * Counts a refund that was given up but went through after all: against the transaction's unallocated sum, then its order's, then
 * refunds that are not sent yet, which are given up. A rest means that more was refunded than came. The owner looks in any case.
 */
async function countLate(
  tx: Tx,
  { refund, transaction, payment }: ReturnedMoney,
  amount: number,
): Promise<void> {
  let left = amount;
  const take = async (from: "unallocated" | "allocated" | "refunding", most: number) => {
    const part = Math.min(left, most);
    if (part <= 0) return;
    await moveSum(tx, transaction, { from, to: "refunded", amount: part });
    left -= part;
  };
  await take("unallocated", transaction.unallocated);
  await take("allocated", transaction.allocated);
  while (left > 0) {
    const next = await giveUpLatestDue(tx, transaction.id);
    if (next === undefined) break;
    const part = Math.min(left, next);
    await take("refunding", part);
    if (next > part)
      await moveSum(tx, transaction, { from: "refunding", to: "unallocated", amount: next - part });
  }
  await addException(
    tx,
    {
      key: `late-refund:${refund.id}`,
      kind: "contradiction",
      text:
        left > 0
          ? "more of its money may have been refunded than came"
          : "a refund that was given up went through after all",
      amount: refund.amount,
    },
    { money: transaction, payment },
  );
}

/** Gives up the latest due refund and updates its order. Returns its amount, or undefined where none is due. */
async function giveUpLatestDue(tx: Tx, transactionId: string): Promise<number | undefined> {
  const [due] = await tx
    .select({ id: refunds.id, amount: refunds.amount, orderId: refunds.orderId })
    .from(refunds)
    .where(and(eq(refunds.transactionId, transactionId), eq(refunds.state, "due"), IS_OPEN))
    .orderBy(desc(refunds.id))
    .limit(1)
    .for("update");
  if (!due) return undefined;
  await tx
    .update(refunds)
    .set({ state: "failed", result: "the money is back already", nextTryAt: null, givenUpAt: sql`now()` })
    .where(eq(refunds.id, due.id));
  await followRefunds(tx, due.orderId);
  return due.amount;
}
