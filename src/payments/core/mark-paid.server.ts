import { eq, sql } from "drizzle-orm";
import { nameReceipt, recordPayment } from "../../ordering/change-status.server.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { addJob } from "../../platform/jobs/jobs.server.ts";
import { addRefund } from "../transactions/add-refund.server.ts";
import { flagUnallocated, moveSum, type Transaction } from "../transactions/queries.server.ts";
import { changeState } from "./change-state.server.ts";
import { mailShopper, type RefundReason, refundMail } from "./mails.server.ts";
import { notifyOwnerOfPayment } from "./owner-notices.server.ts";
import type { Payment, PaymentContext } from "./provider.server.ts";
import { noteMismatch } from "./queries.server.ts";
import { releaseGoods } from "./release-goods.server.ts";
import { payments } from "./tables.server.ts";

/** Why the money of a typed code waits for the owner. */
export const REFUSED = "an order by its code was refused";

/** Why a part of a sum waits for the owner. */
const SURPLUS = "more than the total was paid";

/** A member of staff accepts the payment. What speaks against that is put to them first, as a ShopError 409. */
export type Approval = {
  by: Actor;
  /** Throws where the payment is not what they were shown any more. */
  demandTotal: (tx: Tx, payment: Payment) => Promise<void>;
  /** They know what speaks against it that this money pays its order; `refunded`: why it pays none, and goes back at once. */
  demandKnown: (tx: Tx, proven: Proven, refunded?: RefundReason) => Promise<void>;
  audit: (tx: Tx, payment: Payment) => Promise<void>;
};

/** A locked attempt with the money that proves it, or that a member of staff has seen, and what speaks against that. */
export type Proven = {
  context: PaymentContext;
  payment: Payment;
  transaction: Transaction;
  conflict: string | undefined;
  approval: Approval | undefined;
};

/**
 * Its money pays this order: what is more than the total is listed, and what is less the order still owes.
 * @throws ShopError 409 `confirm`, where something speaks against it that staff accept, and have not confirmed
 */
export async function markPaid(tx: Tx, proven: Proven, orderId: string): Promise<void> {
  const { payment, transaction, approval } = proven;
  await approval?.demandKnown(tx, proven);
  const amount = whatCame({ payment, transaction });
  const allocated = await moveSum(
    tx,
    transaction,
    { from: "unallocated", to: "allocated", amount },
    { orderId, paymentId: payment.id, reason: null },
  );
  await recordPayment(tx, orderId, { owed: payment.amount - amount, receipt: transaction.receipt });
  await completeAttempt(tx, payment, { transactionId: transaction.id, orderId }, approval?.by);
  if (allocated.unallocated > 0) await flagUnallocated(tx, allocated, SURPLUS, payment);
}

/** How much of the total this money covers, in KES, before any of it is moved; staff may accept less than the total. */
export function whatCame({ payment, transaction }: Pick<Proven, "payment" | "transaction">): number {
  return Math.min(transaction.unallocated, payment.amount);
}

/** Marks the attempt paid by this money, which is final. */
export async function completeAttempt(
  tx: Tx,
  { id }: Payment,
  columns: { transactionId: string; orderId?: string; reason?: string },
  by: Actor | undefined,
): Promise<void> {
  const paidColumns = {
    ...columns,
    active: false,
    code: "0",
    paidAt: sql`now()`,
    nextCheckAt: null,
    leaseUntil: null,
  };
  const [paid] = await changeState(tx, "complete", eq(payments.id, id), paidColumns, {
    beside: HELD_BESIDE,
    by,
  });
  for (const beside of paid?.beside ?? []) await checkAgainNow(tx, beside);
}

/** Ids of held codes with which the checkout of a paid order was refused: their money, held for staff, can be refunded now. */
const HELD_BESIDE = sql<string[]>`array(
  select held.id from orders paid join orders refused on refused.key_hash = paid.key_hash
    join payments held on held.order_id = refused.id
  where paid.id = payments.order_id and paid.phase = 'placed' and held.state = 'paid_held' and held.reason = ${REFUSED})`;

async function checkAgainNow(tx: Tx, id: string): Promise<void> {
  await tx.update(payments).set({ nextCheckAt: sql`now()`, leaseUntil: null }).where(eq(payments.id, id));
  await addJob(tx, "payment", id);
}

/**
 * Refunds its money in whole: writes the refund, and notifies owner and shopper.
 * @throws ShopError 409 `confirm`, where staff accept it and have not confirmed that it is refunded
 */
export async function completeWithRefund(
  tx: Tx,
  proven: Proven,
  reason: RefundReason,
  orderId?: string,
): Promise<void> {
  const { context, payment, transaction, approval } = proven;
  await approval?.demandKnown(tx, proven, reason);
  await completeAttempt(
    tx,
    payment,
    { transactionId: transaction.id, reason, ...(orderId ? { orderId } : {}) },
    approval?.by,
  );
  const amount = transaction.unallocated;
  const columns = { paymentId: payment.id, reason, ...(orderId ? { orderId } : {}) };
  // where it has an order the money is allocated to that first, so that the refund is the order's
  const money = await moveSum(
    tx,
    transaction,
    { from: "unallocated", to: orderId ? "allocated" : "unallocated", amount: orderId ? amount : 0 },
    columns,
  );
  if (money.receipt !== null) await nameReceipt(tx, payment.orderId, money.receipt);
  await addRefund(context, tx, money, { amount, orderId: orderId ?? null, reason });
  await notifyOwnerOfPayment(tx, payment, `refund due: ${reason}`);
  const news = { amount, reason, done: false, trackUrl: orderId && context.links?.track(orderId) } as const;
  await mailShopper(tx, payment, { event: `refund-due:${payment.id}`, write: () => refundMail(news) });
}

/** Holds it until staff decide, for `reason`; its provider is not asked any more. */
export async function holdForStaff(tx: Tx, { payment, transaction }: Proven, reason: string): Promise<void> {
  // noted once, not each time it is found again
  if (payment.state !== "paid_held" || payment.reason !== reason) await noteMismatch(tx, payment.id, reason);
  const isOther = transaction.paymentId !== null && transaction.paymentId !== payment.id;
  // a closed one keeps the owner's reason
  if (!isOther && transaction.unallocated > 0 && !transaction.closedAt)
    await flagUnallocated(tx, transaction, reason, payment);
  else await notifyOwnerOfPayment(tx, payment, reason);
  const columns = { reason, nextCheckAt: null, leaseUntil: null };
  await changeState(tx, "hold", eq(payments.id, payment.id), columns);
}

/** Ends a held attempt whose money is refunded: it counts as paid, and an unpaid order that stands on it is cancelled. */
export async function endRefunded(
  tx: Tx,
  payment: Payment,
  { transactionId, by }: { transactionId: string; by: Actor },
): Promise<void> {
  await completeAttempt(tx, payment, { transactionId }, by);
  await releaseGoods(tx, payment);
}

/** Ends a held attempt as unpaid: its money is left where it is, or pays another order. */
export async function endHeld(
  tx: Tx,
  payment: Payment,
  { reason, by }: { reason: string; by: Actor },
): Promise<void> {
  const columns = { active: false, nextCheckAt: null, leaseUntil: null, reason };
  await changeState(tx, "close", eq(payments.id, payment.id), columns, { by });
  await releaseGoods(tx, payment);
}
