import { eq, sql } from "drizzle-orm";
import { type lockUser, lockUserIfAny } from "../../cart/queries.server.ts";
import { inLanguage } from "../../language/language.server.ts";
import { countPaidUse } from "../../ordering/coupons/coupon-uses.server.ts";
import { releaseHold, sellOrder } from "../../ordering/holds.server.ts";
import { confirmationMail } from "../../ordering/mails/confirmation-mail.server.ts";
import type { MailLinks } from "../../ordering/mails/mail-links.server.ts";
import { endOthers, placePaid } from "../../ordering/place/awaiting-order.server.ts";
import { readOrder, removeOrderedLines } from "../../ordering/queries.server.ts";
import type { Status } from "../../ordering/rules.ts";
import { orders } from "../../ordering/tables.server.ts";
import {
  transaction as inTransaction,
  isDuplicate,
  pipelined,
  type Tx,
} from "../../platform/database/db.server.ts";
import { failPoint } from "../../platform/fail-point.server.ts";
import { enqueueMail } from "../../platform/mail/outbox.server.ts";
import { CANCELLED, ORDERED, OTHER_TOTAL, SOLD_OUT, TOO_LITTLE } from "../rules.ts";
import { flagUnallocated, type Transaction } from "../transactions/queries.server.ts";
import { type Money, recordMoney } from "../transactions/record-money.server.ts";
import { changeState } from "./change-state.server.ts";
import { claimMoney } from "./claim-money.server.ts";
import { type RefundReason, recipientOf } from "./mails.server.ts";
import { type Approval, completeWithRefund, markPaid, type Proven, REFUSED } from "./mark-paid.server.ts";
import { notifyStaff } from "./owner-notices.server.ts";
import { payInstead, payOrder } from "./pay-order.server.ts";
import type { PaymentContext } from "./payment-context.server.ts";
import type { Payment, Proof } from "./provider.server.ts";
import { findPayment, lockPayment, orderOfKey, recordFailure } from "./queries.server.ts";
import { payments } from "./tables.server.ts";

/**
 * Completes a proven payment: one transaction makes its order, updates stock and cart, and writes the shopper's mail. A
 * second call changes nothing. Where its order's key has another order it pays that, if it fits; else, and where the goods are
 * gone, a refund is due. Money that may have paid another order, or whose order was refused, waits for the owner; `approval`: a
 * member of staff says that it has not.
 * @returns whether this call completed it
 * @throws ShopError 409 `approval`, and the order costs something else by now, the money pays another order or is refunded, or
 * less came than the order costs, or it would be refunded (`confirm`), and nobody has confirmed that
 */
export async function completePayment(
  context: PaymentContext,
  id: string,
  proof: Proof,
  approval?: Approval,
): Promise<boolean> {
  try {
    const completed = await inTransaction(context.db, (tx) => complete(context, tx, { id, proof, approval }));
    failPoint("paid");
    return completed;
  } catch (error) {
    // another order took its key at the same moment
    if (isDuplicate(error, "orders_one_per_key")) return completePayment(context, id, proof, approval);
    throw error;
  }
}

type Completion = { id: string; proof: Proof; approval: Approval | undefined };

async function complete(
  context: PaymentContext,
  tx: Tx,
  { id, proof, approval }: Completion,
): Promise<boolean> {
  const locked = await lockWithOwner(tx, id);
  if (!locked) return false;
  const { owner, payment } = locked;
  const money = moneyOf(payment, proof);
  if (payment.state === "paid") {
    // staff are told that they come too late: what they typed is no news of money
    if (!approval) await addReceipt(tx, payment, money);
    return false;
  }
  await approval?.demandTotal(tx, payment);
  const { transaction, conflict } = await claimMoney(tx, payment, money);
  const reason = conflict ?? shortfall(payment, transaction);
  if (reason && approval) await approval.demandUncontested(tx, { payment, transaction, conflict });
  else if (reason) {
    await holdForStaff(tx, payment, reason, transaction);
    return false;
  }
  const proven = { payment, transaction, owner, approval, links: context.links };
  const isHeld = (await becomeOrder(context, tx, proven)) === "held";
  await approval?.audit(tx, payment);
  return !isHeld;
}

function moneyOf({ method, amount }: Payment, proof: Proof): Money {
  return {
    provider: method === "flutterwave" ? "card" : "mpesa",
    receipt: proof.receipt ?? null,
    amount: proof.amount ?? amount,
    paidAt: proof.paidAt,
    till: proof.till,
    payer: proof.payer,
    source: proof.source,
    verified: true,
    details: proof.details,
  };
}

/** The payment, its shopper and the orders of its key, locked; again where it has moved from a guest to an account meanwhile. */
async function lockWithOwner(tx: Tx, id: string) {
  for (;;) {
    const found = await findPayment(tx, id);
    if (!found) return undefined;
    const [owner, , payment] = await pipelined([
      () => lockUserIfAny(tx, found.userId),
      () => lockOrdersOfKey(tx, found.keyHash),
      () => lockPayment(tx, id),
    ]);
    if (owner && payment?.userId === found.userId && payment.keyHash === found.keyHash)
      return { owner, payment };
  }
}

async function lockOrdersOfKey(tx: Tx, keyHash: string): Promise<void> {
  await tx.execute(
    sql`select from ${orders} where ${orders.keyHash} = ${keyHash} order by ${orders.id} for update`,
  );
}

type Bought = Proven & {
  owner: Awaited<ReturnType<typeof lockUser>>;
  links: MailLinks | undefined;
};

/** The locked payment pays its order, or places it, or its money is refunded. */
async function becomeOrder(context: PaymentContext, tx: Tx, proven: Bought): Promise<"held" | undefined> {
  const { payment, transaction, approval } = proven;
  const { orderId } = payment;
  // its own, or what its browser ordered instead
  const placed = await orderOfKey(tx, payment.keyHash);
  if (payment.refusedAt && !approval && !placed?.paid) {
    await holdForStaff(tx, payment, REFUSED, transaction);
    return "held";
  }
  if (placed?.id === orderId) await payOrder(context, tx, proven);
  else if (placed) {
    const isPaid = placed.amount === payment.amount && (await payInstead(tx, proven, placed.id));
    if (!isPaid) await completeWithRefund(context, tx, proven, whyNotPaid(placed));
    await releaseHold(tx, orderId);
  } else await placePaidOrder(context, tx, proven);
  return undefined;
}

/** Why this money does not pay the order that its key has. */
function whyNotPaid({ paid, status }: { paid: boolean; status: Status }): RefundReason {
  if (paid) return ORDERED;
  return status === "Cancelled" ? CANCELLED : OTHER_TOTAL;
}

async function placePaidOrder(context: PaymentContext, tx: Tx, proven: Bought): Promise<void> {
  const { payment, owner, links } = proven;
  const { orderId, userId, method, address, coupon } = payment;
  await endOthers(tx, { id: orderId, keys: [payment.keyHash] });
  const order = await readOrder(tx, orderId);
  const sold = await sellOrder(tx, orderId, order.lines);
  await placePaid(tx, orderId, { method, status: sold ? "Order Placed" : "Cancelled" });
  failPoint("ordering");
  if (!sold) return completeWithRefund(context, tx, proven, SOLD_OUT, orderId);
  const { to, language } = await recipientOf(tx, payment);
  const signUpUrl = owner.isGuest ? links?.signUp(to) : undefined;
  const placed = { ...order, ...owner, isPaid: true, trackUrl: links?.track(orderId), signUpUrl };
  const mail = inLanguage(language, () => confirmationMail(placed));
  await pipelined([
    () =>
      coupon && countPaidUse(tx, { id: orderId, couponId: coupon.id, userId, address, phone: payment.phone }),
    () => markPaid(tx, proven, { orderId }),
    () => removeOrderedLines(tx, userId, order.lines),
    () => enqueueMail(tx, { event: `placed:${orderId}`, to, ...mail }),
  ]);
}

/**
 * A typed code is verified before its payment is locked: typed again meanwhile, it may be for a dearer order. And staff may
 * accept a charge of less.
 */
function shortfall({ amount }: Payment, transaction: Transaction): string | undefined {
  return transaction.amount < amount ? TOO_LITTLE : undefined;
}

/** The query gives no receipt: what brings it later completes the row, and another receipt is money a second time. */
async function addReceipt(tx: Tx, payment: Payment, money: Money): Promise<void> {
  if (money.receipt === null) return;
  const { transaction, isNew } = await recordMoney(tx, money, payment);
  if (!isNew || transaction.id === payment.transactionId) return;
  await flagUnallocated(tx, transaction, "it was paid a second time", payment);
  await recordFailure(tx, payment.id, `a second receipt for a payment that has one: ${money.receipt}`);
}

async function holdForStaff(
  tx: Tx,
  payment: Payment,
  reason: string,
  transaction: Transaction,
): Promise<void> {
  // found again
  if (payment.state !== "paid_held" || payment.reason !== reason) await recordFailure(tx, payment.id, reason);
  const isOther = transaction.paymentId !== null && transaction.paymentId !== payment.id;
  // a closed one keeps the owner's reason
  if (!isOther && transaction.unallocated > 0 && !transaction.closedAt)
    await flagUnallocated(tx, transaction, reason, payment);
  else await notifyStaff(tx, payment, reason);
  const columns = { reason, nextCheckAt: null, leaseUntil: null };
  await changeState(tx, "hold", eq(payments.id, payment.id), columns);
}
