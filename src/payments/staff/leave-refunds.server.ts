import { and, eq, sql } from "drizzle-orm";
import { formatPrice } from "../../catalogue/rules.ts";
import { type Actor, COMMAND } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { type Tx, transaction } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { changeState } from "../core/change-state.server.ts";
import type { PaymentContext } from "../core/payment-context.server.ts";
import type { Payment } from "../core/provider.server.ts";
import { lockPayment } from "../core/queries.server.ts";
import { payments } from "../core/tables.server.ts";
import { latestRefund } from "../refunds/find-refund.server.ts";
import { followRefunds, refundSums } from "../refunds/refund-sums.server.ts";
import { refunds } from "../refunds/tables.server.ts";
import { readReason } from "./too-late.server.ts";

/**
 * The owner leaves it at what is back of a payment's money: refunds that failed are not repeated. An order that runs goes on;
 * without one the payment ends with the part that is back. Should a refund that was given up go through after all, he is
 * told. False: nothing of it failed, or it is no payment.
 * @throws ShopError 400 no reason; 409 `{current, by, at}` a refund may have gone through; 409 it has neither an order nor
 * anything back
 */
export async function leaveRefunds(
  { db }: PaymentContext,
  id: string,
  { reason, by = COMMAND }: { reason: string; by?: Actor },
): Promise<boolean> {
  const why = readReason(reason);
  return transaction(db, async (tx) => {
    const payment = await lockPayment(tx, id);
    if (payment?.state !== "ordered" && payment?.state !== "refund_failed") return false;
    const given = await giveUpFailed(tx, id);
    if (given.length === 0 && payment.state === "ordered") return false;
    if (payment.state === "refund_failed") await demandNoneLost(tx, payment);
    await followRefunds(tx, id);
    await endWithPart(tx, payment, { reason: why, by });
    const now = await lockPayment(tx, id);
    await writeAudit(tx, by, {
      action: "payment.close",
      subjectKind: "payment",
      subjectId: id,
      before: { state: payment.state, ...(given.length > 0 ? { refund: "failed" } : {}) },
      after: { state: now?.state, ...(given.length > 0 ? { refund: "given up" } : {}) },
      reason: why,
    });
    return true;
  });
}

async function giveUpFailed(tx: Tx, paymentId: string): Promise<{ id: string }[]> {
  return tx
    .update(refunds)
    .set({ givenUpAt: sql`now()` })
    .where(
      and(eq(refunds.paymentId, paymentId), eq(refunds.state, "failed"), sql`${refunds.givenUpAt} is null`),
    )
    .returning({ id: refunds.id });
}

/** @throws ShopError 409 the answer to a refund was lost */
async function demandNoneLost(tx: Tx, payment: Payment): Promise<void> {
  const { open } = await refundSums(tx, payment.id);
  if (open === 0) return;
  const latest = await latestRefund(tx, payment.id);
  throw new ShopError(409, "A refund of it may have gone through: have the provider asked first.", {
    current: latest?.state ?? payment.state,
    by: latest?.byName ?? "the shop",
    at: (latest?.createdAt ?? payment.createdAt).getTime(),
  });
}

/** Called when its refunds were followed: what still waits for the owner has no order that runs. */
async function endWithPart(
  tx: Tx,
  { id }: Payment,
  { reason, by }: { reason: string; by: Actor },
): Promise<void> {
  const now = await lockPayment(tx, id);
  if (now?.state !== "refund_failed") return;
  const { back } = await refundSums(tx, id);
  if (back === 0)
    throw new ShopError(
      409,
      `It has no order, and nothing of its ${formatPrice(now.amount)} is back: give it back, or say that it was given back by hand.`,
    );
  await changeState(tx, "keep_part", eq(payments.id, id), { reason }, { by });
}
