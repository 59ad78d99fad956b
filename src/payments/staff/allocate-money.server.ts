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
 * A sum pays an order, named in whole or by the last signs that pages show of it: one that is not paid, or one that still owes
 * a part. What is more than the order owes stays unallocated.
 * @throws ShopError 400 it names none; 404; 409 `confirm` first; 409 the order owes nothing, or the money is spent or may be another payment's
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
      // its codes are looked for no more: should their money come as well, it is a sum of its own
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

/** Of an order's attempts that which the money is paid by: where it was held for one, that. */
function attemptOf(attempts: Payment[], payment: Payment | undefined): Payment | undefined {
  return attempts.find(({ id }) => id === payment?.id) ?? attempts[0];
}

/** What the money was held for is decided: of this order the attempt is paid, of another it is over. */
async function endOther(
  tx: Tx,
  payment: Payment | undefined,
  { orderId, transactionId, by }: { orderId: string; transactionId: string; by: Actor },
): Promise<void> {
  if (!payment || !isHeld(payment)) return;
  if (payment.orderId === orderId) await completeAttempt(tx, payment, { transactionId, orderId }, by);
  else if (!bearsOrder(payment)) await endHeld(tx, payment, { reason: "its money paid another order", by });
}

/** Whose order it is, so that a mistyped number is seen. */
function nameOf({ address }: Pick<Payment, "address">): string {
  const name = `${address?.firstName ?? ""} ${address?.lastName ?? ""}`.trim();
  return name && ` of ${name}`;
}
