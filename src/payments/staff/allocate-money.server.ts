import { formatPrice } from "../../catalogue/rules.ts";
import { markOrderPaid, recordPayment } from "../../ordering/change-status.server.ts";
import { shortId } from "../../ordering/rules.ts";
import { findByNumber, lockPlaced } from "../../ordering/staff/find-order.server.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { type Tx, transaction } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { completeAttempt, endHeld } from "../core/mark-paid.server.ts";
import { mailPaid } from "../core/pay-order.server.ts";
import type { Payment, PaymentContext } from "../core/provider.server.ts";
import { bearsOrder, isHeld, lockUnpaid } from "../core/queries.server.ts";
import { followRefunds, moveSum } from "../transactions/queries.server.ts";
import {
  auditMoney,
  demandNotSame,
  demandOfNoOther,
  demandOurs,
  lockMoney,
  vouchFor,
} from "./money-guards.server.ts";
import { conflictsOf, whatStays } from "./money-question.server.ts";
import { demandConfirmed } from "./refusals.server.ts";

/**
 * Lets a sum pay an order, named by its id or its short id: one that is not paid, or that still owes a part. What exceeds that
 * stays unallocated.
 * @throws ShopError 400 no such name; 404; 409 `confirm` first; 409 the order owes nothing, or the money is spent or another's
 */
export async function allocateMoney(
  context: PaymentContext,
  id: string,
  { order: named, confirmed, by }: { order: string; confirmed?: boolean | string | undefined; by: Actor },
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const orderId = await findByNumber(tx, named);
    const attempts = await lockUnpaid(tx, orderId);
    const { money, payment } = await lockMoney(tx, id);
    const order = await lockPlaced(tx, orderId);
    const owed = order.payment ? order.owed : order.amount;
    if (order.status === "Cancelled" || owed === 0) throw new ShopError(409, "This order owes nothing.");
    await demandOfNoOther(tx, money, orderId);
    await demandOurs(tx, money, payment);
    await demandNotSame(tx, money, payment);
    const amount = Math.min(owed, money.unallocated);
    demandConfirmed(confirmed, {
      amount,
      to: `order ${shortId(orderId)}${nameOf(order)}`,
      method: "order",
      conflicts: [
        ...sayOwed(owed, amount),
        ...(await conflictsOf(tx, money, payment)),
        ...(payment?.orderId === orderId ? [] : whatStays(payment)),
      ],
    });
    const attempt = order.payment ? undefined : attemptOf(attempts, payment);
    const columns = { orderId, reason: null, paymentId: attempt?.id };
    await moveSum(tx, await vouchFor(tx, money), { from: "unallocated", to: "allocated", amount }, columns);
    if (!order.payment && !(await markOrderPaid(tx, orderId)))
      throw new ShopError(409, "This order cannot be paid any more.");
    if (attempt) {
      // its typed codes are not looked for any more: if their money comes as well, it is a sum of its own
      await completeAttempt(tx, attempt, { transactionId: id, orderId }, by);
      await mailPaid(tx, { payment: attempt, context }, { orderId, amount });
    }
    if (payment?.id !== attempt?.id) await endOther(tx, payment, { orderId, transactionId: id, by });
    await recordPayment(tx, orderId, { owed: owed - amount, receipt: money.receipt });
    await followRefunds(tx, orderId);
    const after = { order: orderId, amount: formatPrice(amount) };
    await auditMoney(tx, money, { by, action: "payment.allocate", after });
  });
}

function sayOwed(owed: number, amount: number): string[] {
  if (amount === owed) return [];
  return [`The order owes ${formatPrice(owed)}: ${formatPrice(owed - amount)} stays owed.`];
}

/** The order's attempt that the money pays: the one it was held for, else the first. */
function attemptOf(attempts: Payment[], payment: Payment | undefined): Payment | undefined {
  return attempts.find(({ id }) => id === payment?.id) ?? attempts[0];
}

/** Decides the attempt for which the money was held: it is paid where its order is paid now, otherwise it ends. */
async function endOther(
  tx: Tx,
  payment: Payment | undefined,
  { orderId, transactionId, by }: { orderId: string; transactionId: string; by: Actor },
): Promise<void> {
  if (!payment || !isHeld(payment)) return;
  if (payment.orderId === orderId) await completeAttempt(tx, payment, { transactionId, orderId }, by);
  else if (!bearsOrder(payment)) await endHeld(tx, payment, { reason: "its money paid another order", by });
}

/** Names the order's shopper, so that staff notice a mistyped number. */
function nameOf({ address }: Pick<Payment, "address">): string {
  const name = `${address?.firstName ?? ""} ${address?.lastName ?? ""}`.trim();
  return name && ` of ${name}`;
}
