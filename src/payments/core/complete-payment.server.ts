import { and, eq, isNull } from "drizzle-orm";
import { type lockUser, lockUserIfAny } from "../../cart/queries.server.ts";
import { inLanguage } from "../../language/language.server.ts";
import { countPaidUse } from "../../ordering/coupons/coupon-uses.server.ts";
import { releaseHold, sellCheckoutHold } from "../../ordering/holds.server.ts";
import { confirmationMail } from "../../ordering/mails/confirmation-mail.server.ts";
import { lockCheckout } from "../../ordering/order-elsewhere.server.ts";
import { addOrder, removeOrderedLines } from "../../ordering/queries.server.ts";
import type { Status } from "../../ordering/rules.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { isDuplicate, pipelined, type Tx, transaction } from "../../platform/database/db.server.ts";
import { failPoint } from "../../platform/fail-point.server.ts";
import { newId } from "../../platform/id.server.ts";
import { enqueueMail } from "../../platform/mail/outbox.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { TOO_LITTLE } from "../mpesa/till-code/verify-code.ts";
import { CANCELLED, ORDERED, OTHER_TOTAL, SOLD_OUT } from "../rules.ts";
import { demandShownTotal } from "../staff/demand-shown-total.server.ts";
import { notifyStaff } from "../staff/owner-notices.server.ts";
import { changeState } from "./change-state.server.ts";
import { addSecondCharge } from "./discrepancies.server.ts";
import { type RefundReason, recipientOf } from "./mails.server.ts";
import { completeWithRefund, markPaid, type Proven, REFUSED, sumOf } from "./mark-paid.server.ts";
import { demandHere, findOtherClaim } from "./money-claims.server.ts";
import { isPaidElsewhere } from "./paid-elsewhere.server.ts";
import { payOrder, reassignOrder } from "./pay-order.server.ts";
import type { PaymentContext } from "./payment-context.server.ts";
import type { Payment, Proof } from "./provider.server.ts";
import {
  findCheckout,
  findPayment,
  idsOfCheckout,
  lockPayment,
  orderOfCheckout,
  recordFailure,
} from "./queries.server.ts";
import { moneyStanding } from "./standing.server.ts";
import { payments } from "./tables.server.ts";

/**
 * Completes a proven payment: one transaction makes its order, updates stock and cart, and writes the shopper's mail. A
 * second call changes nothing. When the checkout has its order (isPaidElsewhere: also somebody else's), or the goods are gone,
 * a refund is due. Money that may have
 * paid another payment, or whose order was refused, waits for staff; `approval`: one of them says that it has not.
 * @returns whether this call completed it
 * @throws ShopError 409 `approval`, and the order costs something else by now, or the money is another payment's, is on its
 * way back under another name, or went back
 */
export async function completePayment(
  context: PaymentContext,
  id: string,
  proof: Proof,
  approval?: Approval,
): Promise<boolean> {
  let completed = false;
  try {
    completed = await transaction(context.db, (tx) => complete(context, tx, { id, proof, approval }));
  } catch (error) {
    // a new order id ends in another short name
    if (isDuplicate(error, "orders_short_id")) return completePayment(context, id, proof, approval);
    if (!isDuplicate(error, "payments_receipt")) throw error;
    if (approval)
      throw new ShopError(
        409,
        "This receipt belongs to another payment.",
        await moneyStanding(context.db, proof.receipt ?? ""),
      );
    const reason = "its receipt belongs to another payment";
    await transaction(context.db, async (tx) => holdForStaff(tx, id, await lockPayment(tx, id), reason));
  }
  failPoint("paid");
  return completed;
}

/**
 * A member of staff has seen the money; `action` names the deed in the audit log, `amount` is what they were shown that the
 * payment is to be, in KES.
 */
export type Approval = {
  by: Actor;
  action: string;
  reason?: string | undefined;
  amount?: number | undefined;
};

type Completion = { id: string; proof: Proof; approval: Approval | undefined };

async function complete(
  { links }: PaymentContext,
  tx: Tx,
  { id, proof, approval }: Completion,
): Promise<boolean> {
  const locked = await lockWithOwner(tx, id);
  if (!locked) return false;
  const { owner, payment, checkoutId } = locked;
  if (payment.state === "ordered" || payment.state.startsWith("refund")) {
    // staff are told that they come too late: what they typed is no news of money
    if (!approval) await addReceipt(tx, payment, proof);
    return false;
  }
  if (approval) {
    if (approval.amount !== undefined) await demandShownTotal(tx, payment, approval.amount);
    await demandHere(tx, proof.receipt ?? payment.receipt);
  }
  const reason = approval
    ? undefined
    : (shortfall(payment, proof) ?? (await findOtherClaim(tx, payment, proof)));
  if (reason) {
    await holdForStaff(tx, id, payment, reason);
    return false;
  }
  const isHeld =
    (await becomeOrder(tx, { payment, owner, checkoutId, proof, by: approval?.by, links })) === "held";
  if (approval) await auditApproval(tx, payment, approval);
  return !isHeld;
}

/** The payment, its shopper and its checkout, locked; again where it has moved from a guest to an account meanwhile. */
async function lockWithOwner(tx: Tx, id: string) {
  for (;;) {
    const found = await findCheckout(tx, id);
    if (!found) return undefined;
    const { userId, name, checkoutId } = found;
    const [owner, , payment] = await pipelined([
      () => lockUserIfAny(tx, userId),
      () => lockCheckout(tx, checkoutId),
      () => lockPayment(tx, id),
    ]);
    if (owner && payment?.userId === userId && payment.checkoutId === name)
      return { owner, payment, checkoutId };
  }
}

async function auditApproval(tx: Tx, payment: Payment, { by, action, reason }: Approval): Promise<void> {
  const now = await findPayment(tx, payment.id);
  await writeAudit(tx, by, {
    action,
    subjectKind: "payment",
    subjectId: payment.id,
    before: { state: payment.state, receipt: payment.receipt },
    after: { state: now?.state, receipt: now?.receipt ?? null },
    ...(reason ? { reason } : {}),
  });
}

type Bought = Proven & { owner: Awaited<ReturnType<typeof lockUser>>; checkoutId: string };

/** The locked payment pays its order, or becomes one, or its money is to go back. */
async function becomeOrder(tx: Tx, proven: Bought): Promise<"held" | undefined> {
  const { payment, checkoutId, by } = proven;
  const elsewhere = await isPaidElsewhere(tx, payment, checkoutId);
  if (payment.orderId) {
    await payOrder(tx, proven, { id: payment.orderId, elsewhere });
    return undefined;
  }
  const known = await orderOfCheckout(tx, payment.userId, payment.checkoutId);
  if (payment.refusedAt && !by && !known?.paid && !elsewhere) {
    await holdForStaff(tx, payment.id, payment, REFUSED);
    return "held";
  }
  if (known || elsewhere) {
    const mayPay = known && !elsewhere && known.amount === payment.amount;
    const reassigned = mayPay && (await reassignOrder(tx, proven, known.id));
    if (!reassigned) await completeWithRefund(tx, proven, elsewhere || !known ? ORDERED : whyNotPaid(known));
    await releaseHold(tx, payment.id, payment.lines);
    return undefined;
  }
  await placePaidOrder(tx, proven);
  return undefined;
}

/** Why this money does not pay the order that its checkout has. */
function whyNotPaid({ paid, status }: { paid: boolean; status: Status }): RefundReason {
  if (paid) return ORDERED;
  return status === "Cancelled" ? CANCELLED : OTHER_TOTAL;
}

async function placePaidOrder(tx: Tx, proven: Bought): Promise<void> {
  const { payment, owner, links } = proven;
  const sold = await sellCheckoutHold(tx, payment, payment.lines);
  const orderId = newId();
  await addOrder(tx, {
    id: orderId,
    userId: payment.userId,
    purchase: payment,
    address: payment.address,
    method: payment.method,
    requestHash: payment.cartFingerprint,
    language: payment.language,
    idempotencyKey: payment.checkoutId,
    paid: true,
    ...(sold ? {} : { status: "Cancelled" as const, refund: "due" as const }),
  });
  failPoint("ordering");
  if (!sold) return completeWithRefund(tx, proven, SOLD_OUT, orderId);
  const order = { ...payment, id: orderId, isPaid: true };
  const { to, language } = await recipientOf(tx, payment);
  const signUpUrl = owner.isGuest ? links?.signUp(to) : undefined;
  const confirmation = { ...order, ...owner, trackUrl: links?.track(orderId), signUpUrl };
  const placed = inLanguage(language, () => confirmationMail(confirmation));
  const { coupon } = payment;
  const sharedWith = idsOfCheckout(payment.userId, payment.checkoutId);
  await pipelined([
    () => coupon && countPaidUse(tx, { ...payment, id: orderId, couponId: coupon.id, sharedWith }),
    () => markPaid(tx, proven, "complete", { orderId }),
    () => removeOrderedLines(tx, payment.userId, payment.lines),
    () => enqueueMail(tx, { event: `placed:${orderId}`, to, ...placed }),
  ]);
}

/** A typed code is verified before its payment is locked: typed again meanwhile, it may be for a dearer order. */
function shortfall({ method, amount }: Payment, { details }: Proof): string | undefined {
  return method === "cod" && details && details.amount < amount ? TOO_LITTLE : undefined;
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
