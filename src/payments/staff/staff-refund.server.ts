import { eq, sql } from "drizzle-orm";
import { markOrderRefund } from "../../ordering/mark-order.server.ts";
import { isDuplicate, type Tx, transaction } from "../../platform/database/db.server.ts";
import { newId } from "../../platform/id.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { changeState } from "../core/change-state.server.ts";
import { lockMoney } from "../core/money-claims.server.ts";
import type { PaymentContext } from "../core/payment-context.server.ts";
import type { Payment, Refund } from "../core/provider.server.ts";
import { lockPayment } from "../core/queries.server.ts";
import { releaseGoods } from "../core/release-goods.server.ts";
import { seenMoney } from "../core/seen-money.server.ts";
import type { State } from "../core/state.ts";
import { payments, refundAttempts } from "../core/tables.server.ts";
import { owe, readReceipt, readSum, type Stated } from "../refunds/owe-refund.server.ts";
import { finishRefund, latestAttempt, recordResult } from "../refunds/refund-attempts.server.ts";
import { lockReturned } from "../refunds/returned-money.server.ts";
import { demandUndecided, refundMoney } from "./staff-money.server.ts";

/** States whose money may go back at a person's word; where nobody saw it he states its receipt. */
const RETURNABLE: State[] = [
  "ordered",
  "refund_failed",
  "paid_held",
  "needs_review",
  "expired_unknown",
  "submit_unknown",
  "failed",
];

/**
 * Gives the money of a payment back, by the provider where that is set up; otherwise it waits for `markRefunded`. An order
 * that has not left is cancelled. One whose answer was lost is sent again only after the provider was asked whether it
 * went through. False: there is nothing to give back, or it is under way.
 * @throws ShopError 400 a receipt or amount that is none; 409 money nobody has seen, more than came, another's receipt, or
 * a lost answer that nobody can be asked about.
 */
export async function refundByStaff(
  context: PaymentContext,
  id: string,
  reason: string,
  stated: Stated = {},
) {
  try {
    return await transaction(context.db, (tx) => beginRefund(context, tx, id, { reason, stated }));
  } catch (error) {
    if (!isDuplicate(error, "payments_receipt")) throw error;
    throw new ShopError(409, "This receipt belongs to another payment.");
  }
}

type Wish = { reason: string; stated: Stated };

async function beginRefund(
  context: PaymentContext,
  tx: Tx,
  id: string,
  { reason, stated }: Wish,
): Promise<boolean> {
  const payment = await lockPayment(tx, id);
  if (!payment) return refundMoney(context, tx, id, { reason, stated });
  if (!RETURNABLE.includes(payment.state)) return false;
  const { receipt, amount } = await moneyOf(tx, payment, stated);
  const begun = await owe(context, tx, { id, paymentId: id, method: payment.method, amount, reason, stated });
  if (!begun) return false;
  await changeState(tx, "refund", eq(payments.id, id), {
    active: false,
    reason: reason,
    receipt,
    paidAt: payment.paidAt ?? sql`now()`,
    nextCheckAt: null,
    leaseUntil: null,
  });
  await releaseGoods(tx, payment);
  if (payment.orderId) await markOrderRefund(tx, payment.orderId, "due");
  return true;
}

/** What goes back: what came, or the part of it that staff state. */
async function moneyOf(tx: Tx, payment: Payment, stated: Stated) {
  const seen = await seenMoney(tx, payment);
  const named = readReceipt(payment.method, stated.receipt);
  if (named && seen.receipt && named !== seen.receipt)
    throw new ShopError(409, `This money came under ${seen.receipt}.`);
  const receipt = seen.receipt ?? named ?? null;
  if (payment.paidAt === null && receipt === null)
    throw new ShopError(409, "Nobody has seen this money: state the code it came under with --receipt.");
  const amount = readSum(stated.amount ?? seen.amount ?? payment.amount, seen.amount);
  if (receipt) {
    await lockMoney(tx, seen.amount ?? amount, receipt);
    await demandUndecided(tx, receipt, payment.paidAt !== null && payment.receipt === receipt);
  }
  return { receipt, amount };
}

/** Minutes after a refund left in which its lost answer may still come. */
const ANSWER_MAX = 60;

/**
 * Staff have sent the money back by hand; `code` is its M-Pesa code or card refund. False: nothing is owed.
 * @throws ShopError 400 a code that is none; 409 the provider's own refund is under way, or may be
 */
export async function markRefunded(
  { db }: PaymentContext,
  id: string,
  code: string | undefined,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const money = await lockReturned(tx, id);
    if (!money || money.refund.state === "done") return false;
    const { refund, method } = money;
    const reference = readReceipt(method, code) ?? "by hand";
    await demandNoneUnderWay(tx, refund);
    const attempt = newId();
    await tx
      .insert(refundAttempts)
      .values({ id: attempt, refundId: id, way: "hand", amount: refund.amount, state: "done", reference });
    await recordResult(tx, attempt, { type: "done", reference });
    await finishRefund(tx, money, { amount: refund.amount, reference });
    return true;
  });
}

async function demandNoneUnderWay(tx: Tx, { id, state }: Refund): Promise<void> {
  if (state === "asking" || state === "asked")
    throw new ShopError(
      409,
      "The provider is being asked whether an earlier refund went through. Wait for its answer, ten minutes at most.",
    );
  if (state === "sending" || state === "sent")
    throw new ShopError(409, "A refund by the provider is under way. Wait until it has succeeded or failed.");
  if (state !== "unknown") return;
  const latest = await latestAttempt(tx, id);
  const left = latest ? latest.startedAt.getTime() + ANSWER_MAX * 60_000 - Date.now() : 0;
  if (left > 0)
    throw new ShopError(
      409,
      `The answer to a refund was lost and may still come. Wait ${Math.ceil(left / 60_000)} minutes, or have the provider asked with "refund".`,
    );
}
