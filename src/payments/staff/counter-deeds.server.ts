import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { transaction } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { type Approval, completePayment } from "../core/complete-payment.server.ts";
import type { PaymentContext } from "../core/payment-context.server.ts";
import type { Payment } from "../core/provider.server.ts";
import { findPayment } from "../core/queries.server.ts";
import { reconcile } from "../core/reconcile.server.ts";
import { readReceipt } from "../refunds/owe-refund.server.ts";
import { closeUnpaid } from "./decide-payment.server.ts";
import { leaveRefunds } from "./leave-refunds.server.ts";
import { readReason, tooLate } from "./too-late.server.ts";

// what staff do at the counter; of two at once one does it, and the other is told who has (409 {current, by, at})

/** Who saw the money: the code it came under, and what they were shown that the payment is to be, in KES. */
type Seen = Pick<Approval, "by" | "amount"> & { receipt?: string | undefined };

/**
 * Staff have seen the money: the payment becomes its order, or, where the goods are gone, goes back.
 * @throws ShopError 400 a code or reason that is none; 404; 409 `{current, by, at}` it is decided, or is to be another amount
 * by now; 409 the money is another's
 */
export async function acceptPayment(
  context: PaymentContext,
  id: string,
  { reason, ...seen }: Seen & { reason: string },
): Promise<Payment> {
  return accept(context, id, { ...seen, action: "payment.accept", reason: readReason(reason) });
}

/** The same of a typed code, whose money staff have found: without `receipt` under the code itself. */
export async function confirmCode(context: PaymentContext, id: string, seen: Seen): Promise<Payment> {
  const payment = await findPayment(context.db, id);
  if (payment?.method !== "cod") throw new ShopError(404, "There is no such code.");
  return accept(context, id, { ...seen, action: "code.confirm" });
}

async function accept(
  context: PaymentContext,
  id: string,
  { receipt, ...approval }: Seen & Approval,
): Promise<Payment> {
  const payment = await findOrFail(context, id);
  const named = readReceipt(payment.method, receipt) ?? payment.typedCode ?? undefined;
  const isDone = await completePayment(context, id, { receipt: named }, approval);
  const now = await findOrFail(context, id);
  if (isDone) return now;
  throw await transaction(context.db, (tx) => tooLate(tx, now));
}

/**
 * Staff know that no money came; what was kept for it is free again, and an order placed on it is cancelled. Of a payment
 * with a refund that failed, or a part back: as `leaveRefunds`.
 * @throws ShopError 400 no reason; 404; 409 `{current, by, at}` it is decided, or its money came meanwhile; as `leaveRefunds`
 */
export async function closePayment(
  context: PaymentContext,
  id: string,
  { reason, by }: { reason: string; by: Actor },
): Promise<Payment> {
  const why = readReason(reason);
  const payment = await findOrFail(context, id);
  const isClosed =
    payment.state === "ordered" || payment.state === "refund_failed"
      ? await leaveRefunds(context, id, { reason: why, by })
      : await closeUnpaid(context, id, by, why);
  const now = await findOrFail(context, id);
  if (!isClosed) throw await transaction(context.db, (tx) => tooLate(tx, now));
  return now;
}

/** How a payment stands, and whether its provider could be asked just now. */
export type Checked = { payment: Payment; isAsked: boolean };

/** Asks the provider now how a payment went, if nobody is doing so. @throws ShopError 404 */
export async function checkNow(context: PaymentContext, id: string, by: Actor): Promise<Checked> {
  await findOrFail(context, id);
  await transaction(context.db, (tx) =>
    writeAudit(tx, by, { action: "payment.check", subjectKind: "payment", subjectId: id }),
  );
  const isAsked = await reconcile(context, id, { fresh: true });
  return { payment: await findOrFail(context, id), isAsked };
}

async function findOrFail({ db }: PaymentContext, id: string): Promise<Payment> {
  const payment = await findPayment(db, id);
  if (!payment) throw new ShopError(404, "There is no such payment.");
  return payment;
}
