import { and, eq, isNull } from "drizzle-orm";
import { formatPrice } from "../../catalogue/rules.ts";
import { markOrderPaid, payFor } from "../../ordering/change-status.server.ts";
import { sellOrderHold } from "../../ordering/holds.server.ts";
import { shortId } from "../../ordering/rules.ts";
import { orders } from "../../ordering/tables.server.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { type Tx, transaction } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { completeAttempt } from "../core/mark-paid.server.ts";
import type { PaymentContext } from "../core/payment-context.server.ts";
import type { Payment } from "../core/provider.server.ts";
import { receiptStanding } from "../core/standing.server.ts";
import { payments } from "../core/tables.server.ts";
import { moveSum } from "../transactions/queries.server.ts";
import { transactions } from "../transactions/tables.server.ts";
import { demandConfirmed } from "./confirm-first.server.ts";
import { auditMoney, conflictsOf, demandNotSame, demandOurs, lockMoney } from "./money-guards.server.ts";

/**
 * A sum pays an order: one that is not paid, or one that still owes a part. What is more than the order owes stays
 * unallocated.
 * @throws ShopError 404; 409 `confirm` first; 409 the order owes nothing, or the money is spent or may be another payment's
 */
export async function allocateMoney(
  context: PaymentContext,
  id: string,
  { order: orderId, confirmed, by }: { order: string; confirmed?: boolean | undefined; by: Actor },
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const attempts = await tx
      .select()
      .from(payments)
      .where(and(eq(payments.orderId, orderId), isNull(payments.paidAt)))
      .orderBy(payments.id)
      .for("update");
    const { money, payment } = await lockMoney(tx, id);
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for("update");
    if (!order) throw new ShopError(404, "There is no such order.");
    const owed = order.payment ? order.owed : order.amount;
    if (order.status === "Cancelled" || owed === 0) throw new ShopError(409, "This order owes nothing.");
    if (money.unallocated === 0)
      throw new ShopError(409, "This money is spent.", await receiptStanding(tx, money));
    await demandOurs(tx, money, payment);
    await demandNotSame(tx, money, payment);
    const amount = Math.min(owed, money.unallocated);
    demandConfirmed(confirmed, {
      amount,
      to: `order ${shortId(orderId)}`,
      method: "order",
      conflicts: [
        ...(amount < owed
          ? [`The order owes ${formatPrice(owed)}: ${formatPrice(owed - amount)} stays owed.`]
          : []),
        ...(await conflictsOf(tx, money, payment)),
      ],
    });
    if (!money.verified) await tx.update(transactions).set({ verified: true }).where(eq(transactions.id, id));
    await moveSum(tx, money, { from: "unallocated", to: "allocated", amount }, { orderId, reason: null });
    if (!order.payment) await payUnpaid(tx, orderId, { attempts, transactionId: id, by });
    await payFor(tx, orderId, { owed: owed - amount, receipt: money.receipt });
    await auditMoney(tx, money, {
      by,
      action: "payment.allocate",
      after: { order: orderId, amount: formatPrice(amount) },
    });
  });
}

/** Its codes are looked for no more: should their money come as well, it is a sum of its own. */
async function payUnpaid(
  tx: Tx,
  orderId: string,
  { attempts, transactionId, by }: { attempts: Payment[]; transactionId: string; by: Actor },
): Promise<void> {
  if (!(await markOrderPaid(tx, orderId))) throw new ShopError(409, "This order cannot be paid any more.");
  await sellOrderHold(tx, orderId);
  const [own] = attempts;
  if (own) await completeAttempt(tx, own, { transactionId, orderId }, by);
}
