import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { lockUser } from "../../cart/queries.server.ts";
import { confirmationMail } from "../../ordering/mails.server.ts";
import { markOrderPaid, markOrderPaidBy, markOrderRefund } from "../../ordering/mark-order.server.ts";
import { addOrder, removeOrderedLines } from "../../ordering/queries.server.ts";
import { lockStock, releaseHold, sellCheckoutHold, sellHold } from "../../ordering/stock.server.ts";
import { isDuplicate, pipelined, type Tx, transaction } from "../../platform/database/db.server.ts";
import { failPoint } from "../../platform/fail-point.server.ts";
import { newId } from "../../platform/id.server.ts";
import { addJob } from "../../platform/jobs/jobs.server.ts";
import { enqueueMail } from "../../platform/mail/outbox.server.ts";
import { TOO_LITTLE } from "../mpesa/till-code/verify-code.ts";
import { SOLD_OUT } from "../rules.ts";
import { notifyStaff } from "../staff/owner-notices.server.ts";
import { changeState } from "./change-state.server.ts";
import { addSecondCharge } from "./discrepancies.server.ts";
import { emailOf, refundMail } from "./mails.server.ts";
import { demandHere, findOtherClaim } from "./money-claims.server.ts";
import type { PaymentContext } from "./payment-context.server.ts";
import type { Payment, Proof } from "./provider.server.ts";
import { findPayment, lockPayment, orderOfCheckout, recordFailure } from "./queries.server.ts";
import { payments, refunds, tillPayments } from "./tables.server.ts";

const REFUSED = "an order by its code was refused";

/**
 * Completes a proven payment: one transaction makes its order, updates stock and cart, and writes the shopper's mail. A
 * second call changes nothing. When the checkout has its order, or the goods are gone, a refund is due. Money that may have
 * paid another payment, or whose order was refused, waits for staff; `approved`: the owner says that it has not.
 * @throws ShopError 409 `approved`, and the money is on its way back under another name, or went back
 */
export async function completePayment(
  context: PaymentContext,
  id: string,
  proof: Proof,
  approved = false,
): Promise<void> {
  try {
    await transaction(context.db, (tx) => complete(tx, id, proof, approved));
  } catch (error) {
    // a new order id ends in another short name
    if (isDuplicate(error, "orders_short_id")) return completePayment(context, id, proof, approved);
    if (!isDuplicate(error, "payments_receipt")) throw error;
    const reason = "its receipt belongs to another payment";
    await transaction(context.db, async (tx) => holdForStaff(tx, id, await lockPayment(tx, id), reason));
  }
  failPoint("paid");
}

async function complete(tx: Tx, id: string, proof: Proof, approved: boolean): Promise<void> {
  const found = await findPayment(tx, id);
  if (!found) return;
  const [owner, payment] = await pipelined([() => lockUser(tx, found.userId), () => lockPayment(tx, id)]);
  if (!payment) return;
  if (payment.state === "ordered" || payment.state.startsWith("refund"))
    return addReceipt(tx, payment, proof);
  if (approved) await demandHere(tx, proof.receipt ?? payment.receipt);
  const reason = approved
    ? undefined
    : (shortfall(payment, proof) ?? (await findOtherClaim(tx, payment, proof)));
  if (reason) return holdForStaff(tx, id, payment, reason);
  if (payment.orderId) return payOrder(tx, payment, payment.orderId, proof);
  const known = await orderOfCheckout(tx, payment.userId, payment.checkoutId);
  if (payment.refusedAt && !approved && !known?.paid) return holdForStaff(tx, id, payment, REFUSED);
  if (known) {
    const reassigned = known.amount === payment.amount && (await reassignOrder(tx, payment, proof, known.id));
    if (!reassigned) await completeWithRefund(tx, payment, proof, "this checkout has its order already");
    return releaseHold(tx, id, payment.lines);
  }
  const sold = await sellCheckoutHold(tx, payment, payment.lines);
  const orderId = newId();
  await addOrder(tx, {
    id: orderId,
    userId: payment.userId,
    purchase: payment,
    address: payment.address,
    method: payment.method,
    requestHash: payment.cartFingerprint,
    idempotencyKey: payment.checkoutId,
    paid: true,
    ...(sold ? {} : { status: "Cancelled" as const, refund: "due" as const }),
  });
  failPoint("ordering");
  if (!sold) return completeWithRefund(tx, payment, proof, SOLD_OUT, orderId);
  const mail = { to: await emailOf(tx, payment), ...confirmationMail({ ...payment, ...owner, id: orderId }) };
  await pipelined([
    () => markPaid(tx, payment, proof, "complete", { orderId }),
    () => removeOrderedLines(tx, payment.userId, payment.lines),
    () => enqueueMail(tx, { event: `placed:${orderId}`, ...mail }),
  ]);
}

/** A typed code is verified before its payment is locked: typed again meanwhile, it may be for a dearer order. */
function shortfall({ method, amount }: Payment, { details }: Proof): string | undefined {
  return method === "cod" && details && details.amount < amount ? TOO_LITTLE : undefined;
}

/** An order placed on a typed code: its money has been found. */
async function payOrder(tx: Tx, payment: Payment, orderId: string, proof: Proof): Promise<void> {
  if (!(await markOrderPaid(tx, orderId)))
    return completeWithRefund(tx, payment, proof, "the order was cancelled", orderId);
  await sellHold(tx, payment.id, payment.lines);
  await markPaid(tx, payment, proof, "complete");
  await reportOverpayment(tx, payment, proof);
}

async function reportOverpayment(tx: Tx, payment: Payment, { details }: Proof): Promise<void> {
  if (details && details.amount > payment.amount)
    await notifyStaff(tx, payment, "more than the total was paid");
}

/**
 * The checkout went on with a typed code that nobody has found, or that was corrected: this money pays its order, and
 * should the code's turn up as well, that is the one too many.
 */
async function reassignOrder(tx: Tx, payment: Payment, proof: Proof, orderId: string): Promise<boolean> {
  if (!(await markOrderPaidBy(tx, orderId, payment.method))) return false;
  const freed = await tx
    .update(payments)
    .set({ orderId: null, checkoutId: payment.checkoutId })
    .where(and(eq(payments.orderId, orderId), isNull(payments.paidAt)))
    .returning({ id: payments.id, lines: payments.lines });
  // both hold goods: locked together, in one order, so that no two transactions deadlock
  await lockStock(tx, [...payment.lines, ...freed.flatMap(({ lines }) => lines)]);
  for (const { id, lines } of freed) {
    await sellHold(tx, id, lines);
    await recordFailure(tx, id, "its order was paid in another way");
  }
  await markPaid(tx, payment, proof, "complete", { orderId });
  await reportOverpayment(tx, payment, proof);
  return true;
}

function sumOf(details: Proof["details"] | null): { amount?: number } {
  return details ? { amount: details.amount } : {};
}

async function markPaid(
  tx: Tx,
  payment: Payment,
  proof: Proof,
  event: "complete" | "refund",
  columns: { orderId?: string; reason?: string } = {},
): Promise<void> {
  // money that was held for it before is one too many
  if (payment.receipt && proof.receipt && payment.receipt !== proof.receipt)
    await addSecondCharge(tx, payment, "other money came under its name before", {
      receipt: payment.receipt,
      ...sumOf(payment.details),
    });
  const paidColumns = {
    ...columns,
    active: false,
    code: "0",
    receipt: proof.receipt ?? payment.receipt ?? toldReceipt(payment),
    details: proof.details ?? payment.details,
    paidAt: sql`now()`,
    nextCheckAt: null,
    leaseUntil: null,
  };
  const [paid] = await changeState(tx, event, eq(payments.id, payment.id), paidColumns, HELD_BESIDE);
  for (const id of paid?.beside ?? []) await checkAgainNow(tx, id);
}

/** Money that waits for the owner, of codes with which the checkout of a paid order was refused: it can go back now. */
const HELD_BESIDE = sql<string[]>`array(
  select held.id from payments held
  where payments.state = 'ordered' and held.user_id = payments.user_id and held.state = 'paid_held' and held.why = ${REFUSED}
    and held.checkout in (payments.checkout, (select idempotency_key from orders where orders.id = payments.order_id)))`;

async function checkAgainNow(tx: Tx, id: string): Promise<void> {
  await tx.update(payments).set({ nextCheckAt: sql`now()`, leaseUntil: null }).where(eq(payments.id, id));
  await addJob(tx, "payment", id);
}

/** The code of money that names this payment: it may have been told of while the provider was asked. */
function toldReceipt({ reference, amount }: Payment): SQL {
  return sql`(select t.code from ${tillPayments} t
    where t.bill_ref = ${reference} and t.amount = ${amount} and t.decided_at is null
      and not exists (select from ${payments} other where other.receipt = t.code)
    order by t.received_at limit 1)`;
}

/** Writes the refund that is due, and notifies staff and shopper. */
async function completeWithRefund(tx: Tx, payment: Payment, proof: Proof, reason: string, orderId?: string) {
  await markPaid(tx, payment, proof, "refund", { reason: reason, ...(orderId ? { orderId } : {}) });
  if (orderId) await markOrderRefund(tx, orderId, "due");
  const amount = proof.details?.amount ?? payment.amount;
  await tx.insert(refunds).values({ id: payment.id, paymentId: payment.id, amount, reason });
  await addJob(tx, "refund", payment.id);
  await notifyStaff(tx, payment, `refund due: ${reason}`);
  await enqueueMail(tx, {
    event: `refund-due:${payment.id}`,
    to: await emailOf(tx, payment),
    ...refundMail({ amount, reason, done: false }),
  });
}

/** The query gives no receipt; what brings it later completes the row. */
async function addReceipt(tx: Tx, payment: Payment, { receipt, details }: Proof): Promise<void> {
  if (!receipt || payment.receipt === receipt) return;
  // it may be money a second time
  if (payment.receipt) {
    await addSecondCharge(tx, payment, "it was paid a second time", { receipt, ...sumOf(details) });
    return recordFailure(tx, payment.id, `a second receipt for a payment that has one: ${receipt}`);
  }
  await tx
    .update(payments)
    .set({ receipt })
    .where(and(eq(payments.id, payment.id), isNull(payments.receipt)));
}

async function holdForStaff(tx: Tx, id: string, payment: Payment | undefined, reason: string): Promise<void> {
  if (!payment || payment.state === "ordered" || payment.state.startsWith("refund"))
    return recordFailure(tx, id, reason);
  // found again
  if (payment.state !== "paid_held" || payment.reason !== reason) await recordFailure(tx, id, reason);
  await changeState(tx, "hold", eq(payments.id, id), { reason, nextCheckAt: null, leaseUntil: null });
  await notifyStaff(tx, payment, reason);
}
