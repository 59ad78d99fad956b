import { and, eq, ne } from "drizzle-orm";
import { shortId } from "../../ordering/rules.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { Payment } from "../core/provider.server.ts";
import { lockOrderAndPayment, placedOrderOf } from "../core/queries.server.ts";
import { payments } from "../core/tables.server.ts";
import { ELSEWHERE } from "../mpesa/till-code/verify-code.ts";
import {
  findTransaction,
  isSpent,
  lockSum,
  lockTransaction,
  type Transaction,
} from "../transactions/queries.server.ts";
import { findCandidates } from "../transactions/same-money.server.ts";
import { transactions } from "../transactions/tables.server.ts";
import { moneyName } from "./money-question.server.ts";
import { receiptStanding } from "./refusals.server.ts";

/**
 * Locks a sum, the order it pays and the attempt it answers; repeats that where they have changed meanwhile. Reports of that sum
 * wait, so that of one payment reported twice only one report is spent. @throws ShopError 404
 */
export async function lockMoney(
  tx: Tx,
  id: string,
): Promise<{ money: Transaction; payment: Payment | undefined }> {
  for (;;) {
    const before = await findTransaction(tx, id);
    if (!before) throw new ShopError(404, "There is no such payment.");
    const payment = await lockOrderAndPayment(tx, before);
    await lockSum(tx, before);
    const money = await lockTransaction(tx, id);
    if (!money) throw new ShopError(404, "There is no such payment.");
    if (money.paymentId === before.paymentId && money.orderId === before.orderId) return { money, payment };
  }
}

/** Money that came to a number that is not the shop's cannot be moved by the shop. @throws ShopError 409 */
export async function demandOurs(tx: Tx, money: Transaction, payment: Payment | undefined): Promise<void> {
  if (payment?.reason !== ELSEWHERE || payment.paidAt !== null) return;
  throw new ShopError(409, "This money came to another number.", await receiptStanding(tx, money));
}

/** Another report may be of this very payment: if that one is spent, this one cannot be. @throws ShopError 409 */
export async function demandNotSame(tx: Tx, money: Transaction, payment: Payment | undefined): Promise<void> {
  if (isSpent(money)) return;
  const spent = (await findCandidates(tx, money, payment)).find(isSpent);
  if (spent)
    throw new ShopError(
      409,
      `This may be the same payment as ${moneyName(spent)}, which is spent. Wait until its receipt is known, or close this.`,
      await receiptStanding(tx, spent),
    );
}

/** Money that had no order may have paid one since staff looked. @throws ShopError 409 */
export async function demandShownOrder(
  tx: Tx,
  money: Transaction,
  payment: Payment | undefined,
  shown: string | null | undefined,
): Promise<void> {
  const now = money.orderId ?? placedOrderOf(payment);
  if (shown === undefined || shown === now) return;
  const words = now === null ? "no order" : `order ${shortId(now)}`;
  throw new ShopError(
    409,
    `Nothing was changed: this money is of ${words} by now.`,
    await receiptStanding(tx, money),
  );
}

/** A sum pays one order only, and a rest is refunded. @throws ShopError 409 it is spent, or pays another order */
export async function demandOfNoOther(tx: Tx, money: Transaction, orderId: string): Promise<void> {
  if (money.unallocated === 0)
    throw new ShopError(409, "This money is spent.", await receiptStanding(tx, money));
  const others = and(eq(payments.transactionId, money.id), ne(payments.orderId, orderId));
  if ((await tx.$count(payments, others)) > 0 || (money.allocated > 0 && money.orderId !== orderId))
    throw new ShopError(
      409,
      "This money came for another order: refund what is left of it.",
      await receiptStanding(tx, money),
    );
}

/** Staff vouch for a sum: it counts as verified, and is open again where it was closed. */
export async function vouchFor(tx: Tx, money: Transaction): Promise<Transaction> {
  const vouched = { verified: true, closedAt: null, closedBy: null };
  await tx.update(transactions).set(vouched).where(eq(transactions.id, money.id));
  return { ...money, ...vouched };
}

export async function auditMoney(
  tx: Tx,
  { id, ...sums }: Transaction,
  { by, action, after, reason }: { by: Actor; action: string; after: object; reason?: string },
): Promise<void> {
  const { allocated, refunded, refunding, unallocated } = sums;
  await writeAudit(tx, by, {
    action,
    subjectKind: "transaction",
    subjectId: id,
    before: { allocated, refunded, refunding, unallocated },
    after,
    ...(reason ? { reason } : {}),
  });
}
