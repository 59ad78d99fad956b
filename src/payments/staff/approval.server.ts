import { formatPrice } from "../../catalogue/rules.ts";
import { orderStanding } from "../../ordering/staff/change-guard.server.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { Approval, Contested } from "../core/mark-paid.server.ts";
import type { Payment, PaymentContext } from "../core/provider.server.ts";
import { lockPayment } from "../core/queries.server.ts";
import type { Transaction } from "../transactions/queries.server.ts";
import { wayOf } from "../transactions/returned-money.server.ts";
import { doubtsOf, payerOf } from "./money-question.server.ts";
import { demandConfirmed, paymentStanding, receiptStanding } from "./refusals.server.ts";

/**
 * `action` names it in the audit log, `amount` is what they were shown that the payment is to be, in KES, and `confirmed`: they
 * know what speaks against it, and what follows.
 */
export type Seen = {
  by: Actor;
  action: string;
  reason?: string | undefined;
  amount?: number | undefined;
  confirmed?: boolean | undefined;
};

/** What a member of staff who has seen the money is asked before it counts, and its row of the audit log. */
export function approvalOf(context: PaymentContext, seen: Seen): Approval {
  const { by, amount, confirmed } = seen;
  return {
    by,
    demandTotal: async (tx, payment) => {
      if (amount !== undefined) await demandShownTotal(tx, payment, amount);
    },
    demandUncontested: (tx, contested) => demandUncontested(tx, contested, confirmed),
    demandRefund: async (tx, refunded) => {
      if (!confirmed) await demandRefundShown(context, tx, refunded);
    },
    audit: (tx, payment) => auditApproval(tx, payment, seen),
  };
}

/**
 * Staff approve a locked payment of the total that they were shown, in KES.
 * @throws ShopError 409 `{current, by, at}` its order costs something else by now; of the order, as whoever changed it made it so
 */
async function demandShownTotal(tx: Tx, payment: Payment, shown: number): Promise<void> {
  if (payment.amount === shown) return;
  const isPlaced = payment.phase === "placed";
  const standing = await (isPlaced ? orderStanding(tx, payment.orderId) : paymentStanding(tx, payment));
  const words = `this payment is to be ${formatPrice(payment.amount)} by now, not ${formatPrice(shown)}`;
  throw new ShopError(409, `Nothing was changed: ${words}.`, standing);
}

/**
 * What speaks against paying a locked attempt with this money is confirmed by who approves it.
 * @throws ShopError 409 the money is spent; 409 `confirm` what speaks against it, until that is confirmed
 */
async function demandUncontested(
  tx: Tx,
  { payment, transaction, conflict }: Contested,
  confirmed: boolean | undefined,
): Promise<void> {
  if (transaction.unallocated < transaction.amount || transaction.closedAt)
    throw new ShopError(
      409,
      "This receipt belongs to another payment.",
      await receiptStanding(tx, transaction),
    );
  if (confirmed) return;
  const { amount } = transaction;
  const doubts = await doubtsOf(tx, transaction, payment);
  const underCode = payment.method === "cod" ? " under this code" : "";
  const conflicts = [
    ...(conflict ? [`${conflict[0]?.toUpperCase()}${conflict.slice(1)}.`] : []),
    ...doubts,
    ...(amount < payment.amount ? [`Only ${formatPrice(amount)} came${underCode}.`] : []),
  ];
  throw new ShopError(409, conflicts.join(" "), {
    confirm: {
      amount,
      to: payment.phase === "placed" ? payment.orderId : payment.id,
      method: "order",
      conflicts,
    },
  });
}

/** Money that staff accept pays no order, and is refunded at once: they are asked about that. @throws ShopError 409 `confirm` */
async function demandRefundShown(
  context: PaymentContext,
  tx: Tx,
  { payment, transaction, reason }: { payment: Payment; transaction: Transaction; reason: string },
): Promise<void> {
  const amount = transaction.unallocated;
  demandConfirmed(false, {
    amount,
    to: `refunded to ${await payerOf(tx, transaction, payment)}`,
    method: wayOf(context, transaction, { amount, byStaff: false }),
    conflicts: [`It pays no order: ${reason}.`],
  });
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
