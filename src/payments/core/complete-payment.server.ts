import { type lockUser, lockUserIfAny } from "../../cart/queries.server.ts";
import { confirmationMail } from "../../ordering/mails/confirmation-mail.server.ts";
import { placePaid } from "../../ordering/place/awaiting-order.server.ts";
import {
  transaction as inTransaction,
  isDuplicate,
  pipelined,
  type Tx,
} from "../../platform/database/db.server.ts";
import { failPoint } from "../../platform/fail-point.server.ts";
import { SOLD_OUT, TOO_LITTLE } from "../rules.ts";
import { flagUnallocated, type Transaction } from "../transactions/queries.server.ts";
import { type Money, recordMoney } from "../transactions/record-money.server.ts";
import { PROVIDER_OF } from "../transactions/rules.ts";
import { claimMoney } from "./claim-money.server.ts";
import { mailShopper } from "./mails.server.ts";
import {
  type Approval,
  completeWithRefund,
  holdForStaff,
  markPaid,
  type Proven,
  REFUSED,
  whatCame,
} from "./mark-paid.server.ts";
import { payOrder, payPlaced } from "./pay-order.server.ts";
import type { Payment, PaymentContext, Proof } from "./provider.server.ts";
import { findPayment, lockOrdersOfKey, lockPayment, noteMismatch, orderOfKey } from "./queries.server.ts";

/**
 * Completes a proven payment: one transaction places its order, updates stock and cart, and writes the shopper's mail. A second
 * call changes nothing.
 * - Another order is placed under the same key by now: the money pays that one, if it costs the same; else a refund is due.
 * - The goods are gone: a refund is due.
 * - It may be the money of another order, or its order was refused: staff must decide. `approval`: they have accepted it.
 * @returns whether this call completed it
 * @throws ShopError 409 with `approval`: the order costs something else by now, the money pays another order or is refunded; or
 * (`confirm`) what speaks against it is not confirmed yet: less came than the order costs, or it would be refunded
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
    // staff learn that it is paid already; what they typed is no new report of money
    if (!approval) await addReceipt(tx, payment, money);
    return false;
  }
  await approval?.demandTotal(tx, payment);
  const { transaction, conflict } = await claimMoney(tx, payment, money);
  const reason = approval ? undefined : (conflict ?? shortfall(payment, transaction));
  const proven = { context, payment, transaction, conflict, owner, approval };
  if (reason) {
    await holdForStaff(tx, proven, reason);
    return false;
  }
  const isHeld = (await becomeOrder(tx, proven)) === "held";
  await approval?.audit(tx, payment);
  return !isHeld;
}

function moneyOf({ method, amount }: Payment, proof: Proof): Money {
  return {
    provider: PROVIDER_OF[method],
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

/** Locks the payment, its shopper and the orders of its key; repeats that if it moved from a guest to an account meanwhile. */
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

type OwnedPayment = Proven & { owner: Awaited<ReturnType<typeof lockUser>> };

/** Lets the locked payment pay its order, place it, or, where neither is possible, be refunded. */
async function becomeOrder(tx: Tx, proven: OwnedPayment): Promise<"held" | undefined> {
  const { payment, approval } = proven;
  // its own order, or another that the same browser placed under this key
  const placed = await orderOfKey(tx, payment.keyHash);
  if (payment.refusedAt && !approval && !placed?.paid) {
    await holdForStaff(tx, proven, REFUSED);
    return "held";
  }
  if (!placed) await placePaidOrder(tx, proven);
  else if (placed.id === payment.orderId) await payOrder(tx, proven);
  else await payPlaced(tx, proven, placed);
  return undefined;
}

async function placePaidOrder(tx: Tx, proven: OwnedPayment): Promise<void> {
  const { context, payment, owner } = proven;
  const { orderId, method, phone } = payment;
  const { order, isSold } = await placePaid(tx, orderId, { method, phone });
  failPoint("ordering");
  if (!isSold) return completeWithRefund(tx, proven, SOLD_OUT, orderId);
  const { links } = context;
  const owed = payment.amount - whatCame(proven);
  const placed = { ...order, ...owner, isPaid: true, owed, trackUrl: links?.track(orderId) };
  const signUpUrl = (to: string) => (owner.isGuest ? links?.signUp(to) : undefined);
  const write = (to: string) => confirmationMail({ ...placed, signUpUrl: signUpUrl(to) });
  await pipelined([
    () => markPaid(tx, proven, orderId),
    () => mailShopper(tx, payment, { event: `placed:${orderId}`, write }),
  ]);
}

/**
 * Compares the sum once more under the lock: a typed code is verified before, and may be typed again for a dearer order
 * meanwhile; and staff may accept a charge of less.
 */
function shortfall({ amount }: Payment, transaction: Transaction): string | undefined {
  return transaction.amount < amount ? TOO_LITTLE : undefined;
}

/** M-Pesa's query gives no receipt. A later report of it completes the row; another receipt means a second payment. */
async function addReceipt(tx: Tx, payment: Payment, money: Money): Promise<void> {
  if (money.receipt === null) return;
  const { transaction, isNew } = await recordMoney(tx, money, payment);
  if (!isNew || transaction.id === payment.transactionId) return;
  await flagUnallocated(tx, transaction, "it was paid a second time", payment);
  await noteMismatch(tx, payment.id, `a second receipt for a payment that has one: ${money.receipt}`);
}
