import { formatPrice } from "../../catalogue/rules.ts";
import { shortId } from "../../ordering/rules.ts";
import { orderStanding } from "../../ordering/staff/change-guard.server.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { Approval, Proven } from "../core/mark-paid.server.ts";
import type { Payment } from "../core/provider.server.ts";
import { lockPayment } from "../core/queries.server.ts";
import { isSpent } from "../transactions/queries.server.ts";
import { wayOf } from "../transactions/returned-money.server.ts";
import { demandNotSame } from "./money-guards.server.ts";
import { doubtsOf, payerOf } from "./money-question.server.ts";
import { demandConfirmed, paymentStanding, receiptStanding } from "./refusals.server.ts";

/**
 * `action` names the approval in the audit log, `amount` is the payment's total that staff were shown, in KES, and `confirmed`:
 * they know what speaks against it, and what follows.
 */
export type Seen = {
  by: Actor;
  action: string;
  reason?: string | undefined;
  amount?: number | undefined;
  confirmed?: boolean | string | undefined;
};

/** What a member of staff who has seen the money is asked before it counts, and its row of the audit log. */
export function approvalOf(seen: Seen): Approval {
  const { by, amount, confirmed } = seen;
  return {
    by,
    demandTotal: async (tx, payment) => {
      if (amount !== undefined) await demandShownTotal(tx, payment, amount);
    },
    demandKnown: (tx, proven, refunded) => demandKnown(tx, proven, { confirmed, refunded }),
    audit: (tx, payment) => auditApproval(tx, payment, seen),
  };
}

/**
 * Makes sure that staff approve a locked payment at the total that they were shown, in KES.
 * @throws ShopError 409 `{current, by, at}` the total has changed; for a placed order these are of the order's last change
 */
async function demandShownTotal(tx: Tx, payment: Payment, shown: number): Promise<void> {
  if (payment.amount === shown) return;
  const isPlaced = payment.phase === "placed";
  const standing = await (isPlaced ? orderStanding(tx, payment.orderId) : paymentStanding(tx, payment));
  const words = `this payment is to be ${formatPrice(payment.amount)} by now, not ${formatPrice(shown)}`;
  throw new ShopError(409, `Nothing was changed: ${words}.`, standing);
}

/**
 * Which of the two it is, and what speaks against it, is one question. @throws ShopError 409 the money is spent, or it would be
 * refunded while it may be other money that is; 409 `confirm`, until that is confirmed
 */
async function demandKnown(
  tx: Tx,
  { context, payment, transaction, conflict }: Proven,
  { confirmed, refunded }: Pick<Seen, "confirmed"> & { refunded: string | undefined },
): Promise<void> {
  if (isSpent(transaction) || transaction.closedAt)
    throw new ShopError(
      409,
      "This receipt belongs to another payment.",
      await receiptStanding(tx, transaction),
    );
  if (refunded) await demandNotSame(tx, transaction, payment);
  const { amount } = transaction;
  const conflicts = [
    ...(conflict ? [`${conflict[0]?.toUpperCase()}${conflict.slice(1)}.`] : []),
    ...(await doubtsOf(tx, transaction, payment)),
  ];
  if (refunded)
    return demandConfirmed(confirmed, {
      amount,
      to: `refunded to ${await payerOf(tx, transaction, payment)}`,
      method: wayOf(context, transaction, { amount, byStaff: false }),
      conflicts: [`It pays no order: ${refunded}.`, ...conflicts],
    });
  const underCode = payment.method === "cod" ? " under this code" : "";
  if (amount < payment.amount) conflicts.push(`Only ${formatPrice(amount)} came${underCode}.`);
  const to = `order ${shortId(payment.orderId)}`;
  if (conflicts.length > 0) demandConfirmed(confirmed, { amount, to, method: "order", conflicts });
}

async function auditApproval(tx: Tx, payment: Payment, { by, action, reason }: Seen): Promise<void> {
  const now = await lockPayment(tx, payment.id);
  await writeAudit(tx, by, {
    action,
    subjectKind: "payment",
    subjectId: payment.id,
    before: { state: payment.state },
    after: { state: now?.state },
    ...(reason ? { reason } : {}),
  });
}
