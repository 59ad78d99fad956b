import { and, eq, sql } from "drizzle-orm";
import { formatPrice } from "../../catalogue/rules.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { newId } from "../../platform/id.server.ts";
import { addJob } from "../../platform/jobs/jobs.server.ts";
import { IS_HELD_BACK } from "../../platform/mail/outbox.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { mailShopper, refundMail, shopperOf } from "../core/mails.server.ts";
import type { Payment, PaymentContext, Refund } from "../core/provider.server.ts";
import { placedOrderOf } from "../core/queries.server.ts";
import { followRefunds, moveSum, type Transaction } from "./queries.server.ts";
import { refunderOf, wayOf } from "./returned-money.server.ts";
import { IS_OPEN, IS_UNSENT, type ReturnedLine, refunds } from "./tables.server.ts";

/** `orderId`: the order whose money it is; null for money that nobody has decided about. Whole KES. */
export type RefundRequest = {
  amount: number;
  orderId: string | null;
  reason: string;
  lines?: ReturnedLine[];
  by?: Actor | undefined;
  key?: string | undefined;
};

/**
 * Writes a refund of a locked, verified transaction that is due from now on, and counts it as refunding.
 * @throws ShopError 409 more than is left, or money that is only reported
 */
export async function addRefund(
  context: PaymentContext,
  tx: Tx,
  transaction: Transaction,
  request: RefundRequest,
): Promise<Refund> {
  const { amount, orderId, reason, lines = [], by, key = null } = request;
  const from = orderId === null ? "unallocated" : "allocated";
  if (!transaction.verified)
    throw new ShopError(409, "This money was only reported: have its provider asked first.");
  demandLeft(transaction, request);
  const way = wayOf(context, transaction, { amount, byStaff: by !== undefined });
  await moveSum(tx, transaction, { from, to: "refunding", amount });
  const [refund] = await tx
    .insert(refunds)
    .values({
      id: newId(),
      transactionId: transaction.id,
      orderId,
      amount,
      reason,
      lines,
      byId: by?.id ?? null,
      byName: by?.name ?? null,
      idempotencyKey: key,
      way,
      // for rows of a restored backup it may have been refunded since: the owner decides; one by hand waits for a person anyway
      state: by || way === "hand" ? "due" : sql`case when ${IS_HELD_BACK} then 'unknown' else 'due' end`,
      nextTryAt: way === "hand" ? null : by ? sql`now()` : sql`case when not ${IS_HELD_BACK} then now() end`,
    })
    .returning();
  if (!refund) throw new Error("a refund was not written");
  if (way === "provider" && refund.state === "due") await addJob(tx, "refund", refund.id);
  await followRefunds(tx, orderId);
  return refund;
}

/** @throws ShopError 409 more than is left of its order's money, or, without an order, of the unallocated money */
export function demandLeft(
  { allocated, unallocated, amount: whole, ...sums }: Transaction,
  { amount, orderId }: Pick<RefundRequest, "amount" | "orderId">,
): void {
  const left = orderId === null ? unallocated : allocated;
  if (amount <= left) return;
  const gone = sums.refunded + sums.refunding;
  const words = left > 0 ? `No more than ${formatPrice(left)} is left` : "Nothing is left to refund";
  throw new ShopError(
    409,
    `${words}: ${formatPrice(gone)} of ${formatPrice(whole)} is refunded or being refunded.`,
  );
}

/**
 * Sends a failed refund once more. For one whose answer was lost the provider is asked first; where it does not answer, the
 * owner's word `firstFailed` counts. Returns false where the refund is neither.
 * @throws ShopError 409 nobody can be asked, and the owner has not said that it failed
 */
export async function repeatRefund(
  context: PaymentContext,
  tx: Tx,
  { refund, transaction }: { refund: Refund; transaction: Transaction },
  { firstFailed }: { firstFailed: boolean },
): Promise<boolean> {
  if (refund.givenUpAt || (refund.state !== "failed" && refund.state !== "unknown")) return false;
  const canAsk = refunderOf(context, transaction.provider)?.wasRefunded !== undefined;
  if (refund.state === "unknown" && !canAsk && !firstFailed)
    throw new ShopError(
      409,
      "The answer to the first refund was lost, and nobody can be asked here. Say that it did not go through, once you have seen that.",
    );
  const asks = refund.state === "unknown" && canAsk;
  const way = asks ? refund.way : wayOf(context, transaction, { amount: refund.amount, byStaff: false });
  await tx
    .update(refunds)
    .set({
      state: asks ? "asking" : "due",
      way,
      tries: 0,
      firstFailed,
      asksOnly: false,
      nextTryAt: way === "hand" ? null : sql`now()`,
    })
    .where(eq(refunds.id, refund.id));
  if (way === "provider") await addJob(tx, "refund", refund.id);
  return true;
}

/**
 * Gives up the refunds of a locked transaction that failed, or that a person was to send: the owner wants nothing more refunded.
 * Their sums go back to their order where that goes on, else to unallocated.
 */
export async function giveUpUnsent(tx: Tx, transaction: Transaction, isOrderRunning: boolean): Promise<void> {
  const unsent = await tx
    .update(refunds)
    .set({ givenUpAt: sql`now()`, nextTryAt: null })
    .where(and(eq(refunds.transactionId, transaction.id), IS_UNSENT, IS_OPEN))
    .returning();
  for (const { amount, orderId } of unsent) {
    const to = orderId !== null && isOrderRunning ? "allocated" : "unallocated";
    await moveSum(tx, transaction, { from: "refunding", to, amount });
    await followRefunds(tx, orderId);
  }
}

/** Mails the shopper that staff refund; the reason of staff is not mentioned. */
export async function mailRefundDue(
  { links }: PaymentContext,
  tx: Tx,
  payment: Payment | undefined,
  { id, amount, ...refund }: Refund,
): Promise<void> {
  const shopper = await shopperOf(tx, payment, refund.orderId);
  if (!shopper) return;
  const orderId = payment ? placedOrderOf(payment) : refund.orderId;
  const trackUrl = orderId ? links?.track(orderId) : undefined;
  const news = { amount, orderId, done: false, trackUrl } as const;
  await mailShopper(tx, shopper, { event: `refund-due:${id}`, write: () => refundMail(news) });
}
