import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { transaction } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { changeState } from "../core/change-state.server.ts";
import { completePayment } from "../core/complete-payment.server.ts";
import type { Payment, PaymentContext } from "../core/provider.server.ts";
import { findPayment, lockPayment } from "../core/queries.server.ts";
import { releaseGoods } from "../core/release-goods.server.ts";
import { payments, UNFOUND } from "../core/tables.server.ts";
import { mailRejected } from "../mpesa/till-code/code-mails.server.ts";
import { HAS_REPORTED_MONEY, IS_SOUGHT } from "../mpesa/till-code/tables.server.ts";
import { reconcile } from "../reconcile.server.ts";
import { approvalOf, type Seen } from "./approval.server.ts";
import { readReason, readReceipt, tooLate } from "./refusals.server.ts";

// what only staff can decide about an attempt; of two decisions at the same time one counts, the other is refused and says who made it

/** `receipt`: the code under which staff saw the money; `amount`: the total they were shown for the payment, in KES. */
type Looked = Pick<Seen, "by" | "amount" | "confirmed"> & { receipt?: string | undefined };

/**
 * Staff have seen the money: a transaction is recorded for it, and it pays the attempt's order, or is refunded where the items
 * are gone.
 * @throws ShopError 400 the code or the reason is not valid; 404; 409 `{current, by, at}` it is decided, or has another amount by
 * now; 409 the money is another payment's; 409 `confirm` where something speaks against it
 */
export async function acceptPaid(
  context: PaymentContext,
  id: string,
  { reason, ...seen }: Looked & { reason: string },
): Promise<Payment> {
  return accept(context, id, { ...seen, action: "payment.accept", reason: readReason(reason) });
}

/** The same for a typed code whose money staff have found; without `receipt` it came under the code itself. */
export async function confirmCode(context: PaymentContext, id: string, seen: Looked): Promise<Payment> {
  const payment = await findPayment(context.db, id);
  if (payment?.method !== "cod") throw new ShopError(404, "There is no such code.");
  return accept(context, id, { ...seen, action: "code.confirm" });
}

async function accept(
  context: PaymentContext,
  id: string,
  { receipt, ...seen }: Looked & Seen,
): Promise<Payment> {
  const { method, typedCode } = await findOrFail(context, id);
  const named = readReceipt(method, receipt) ?? typedCode ?? undefined;
  const isDone = await completePayment(context, id, { source: "staff", receipt: named }, approvalOf(seen));
  const now = await findOrFail(context, id);
  if (isDone) return now;
  throw await transaction(context.db, (tx) => tooLate(tx, now));
}

/** Reason of a payment that staff closed because no money came. */
const CLOSED = "closed by staff";

/**
 * Staff know that no money came: releases what was held for it; an order placed on a code is cancelled, and its shopper is
 * mailed.
 * @throws ShopError 400 no reason; 404; 409 `{current, by, at}` it is decided, or its money came meanwhile
 */
export async function closeUnpaid(
  context: PaymentContext,
  id: string,
  { reason, by }: { reason: string; by: Actor },
): Promise<Payment> {
  const why = readReason(reason);
  await findOrFail(context, id);
  const closed = await close(context, id, {
    which: sql`not (${UNFOUND} and ${HAS_REPORTED_MONEY})`,
    by,
    reason: why,
  });
  const now = await findOrFail(context, id);
  if (!closed) throw await transaction(context.db, (tx) => tooLate(tx, now));
  return now;
}

/** The same for a typed code, if it is still not found; undefined where it is decided, or its money came meanwhile. */
export async function rejectUnfound(
  context: PaymentContext,
  id: string,
  by: Actor,
): Promise<{ cancelled: boolean } | undefined> {
  return close(context, id, { which: IS_SOUGHT, by });
}

async function close(
  { db, links }: PaymentContext,
  id: string,
  { which, by, reason }: { which: SQL; by: Actor; reason?: string | undefined },
): Promise<{ cancelled: boolean } | undefined> {
  return transaction(db, async (tx) => {
    const payment = await lockPayment(tx, id);
    const columns = { active: false, nextCheckAt: null, leaseUntil: null, reason: CLOSED };
    const closed = await changeState(tx, "close", and(eq(payments.id, id), which), columns, { by });
    if (!payment || closed.length === 0) return undefined;
    await writeAudit(tx, by, {
      action: "payment.close",
      subjectKind: "payment",
      subjectId: id,
      before: { state: payment.state },
      after: { state: "failed" },
      ...(reason ? { reason } : {}),
    });
    const cancelled = await releaseGoods(tx, payment);
    if (cancelled && payment.method === "cod") await mailRejected(tx, payment, links);
    return { cancelled };
  });
}

/** An attempt, and whether its provider has answered just now. */
export type Checked = { payment: Payment; isAnswered: boolean };

/** Asks the provider now about an attempt, unless a check is running. @throws ShopError 404 */
export async function checkNow(context: PaymentContext, id: string, by: Actor): Promise<Checked> {
  await findOrFail(context, id);
  await transaction(context.db, (tx) =>
    writeAudit(tx, by, { action: "payment.check", subjectKind: "payment", subjectId: id }),
  );
  const isAnswered = await reconcile(context, id, { fresh: true });
  return { payment: await findOrFail(context, id), isAnswered };
}

async function findOrFail({ db }: PaymentContext, id: string): Promise<Payment> {
  const payment = await findPayment(db, id);
  if (!payment) throw new ShopError(404, "There is no such payment.");
  return payment;
}
