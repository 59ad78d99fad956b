import { eq, sql } from "drizzle-orm";
import { formatPrice } from "../../catalogue/rules.ts";
import { markOrderRefund } from "../../ordering/change-status.server.ts";
import { readCode } from "../../ordering/rules.ts";
import { type Actor, COMMAND } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { type Db, isDuplicate, type Tx, transaction } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { changeState } from "../core/change-state.server.ts";
import { lockMoney } from "../core/money-claims.server.ts";
import type { PaymentContext } from "../core/payment-context.server.ts";
import type { Payment, Refund } from "../core/provider.server.ts";
import { lockPayment } from "../core/queries.server.ts";
import { releaseGoods } from "../core/release-goods.server.ts";
import { seenMoney } from "../core/seen-money.server.ts";
import { moneyStanding } from "../core/standing.server.ts";
import type { State } from "../core/state.ts";
import { payments } from "../core/tables.server.ts";
import { findRefund, latestRefund } from "../refunds/find-refund.server.ts";
import {
  addRefund,
  type Owed,
  readReceipt,
  readSum,
  repeatRefund,
  type Stated,
} from "../refunds/owe-refund.server.ts";
import { moneyCame, refundSums } from "../refunds/refund-sums.server.ts";
import { demandUndecided, refundMoney } from "./staff-money.server.ts";

/** States whose money may go back at a person's word; where nobody saw it he states its receipt. */
export const RETURNABLE: State[] = [
  "ordered",
  "refund_failed",
  "paid_held",
  "needs_review",
  "expired_unknown",
  "submit_unknown",
  "failed",
];

/**
 * Gives the money of a payment back, by the provider where that is set up and can; otherwise it waits for `markRefunded`.
 * All of it: an order that has not left is cancelled. A part: the order goes on. One whose answer was lost is sent again
 * only after the provider was asked whether it went through. False: there is nothing to give back, or it is under way.
 * @param id of a payment, its refund, a discrepancy, or an M-Pesa code of money at the till
 * @throws ShopError 400 a receipt or amount that is none; 409 money nobody has seen, more than came, another's receipt, or
 * a lost answer that nobody can be asked about.
 */
export async function refundByStaff(
  context: PaymentContext,
  id: string,
  reason: string,
  stated: Stated = {},
  by: Actor = COMMAND,
): Promise<boolean> {
  return ownReceipt(context.db, stated.receipt, () =>
    transaction(context.db, (tx) => beginRefund(context, tx, id, { reason, stated, by })),
  );
}

/** @throws ShopError 409 `{current, by, at}` where the receipt stated is another payment's */
export async function ownReceipt<T>(db: Db, receipt: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isDuplicate(error, "payments_receipt")) throw error;
    const code = readCode(receipt ?? "") ?? receipt?.trim() ?? "";
    throw new ShopError(409, "This receipt belongs to another payment.", await moneyStanding(db, code));
  }
}

/** What staff want, and why. */
type Wish = { reason: string; stated: Stated; by: Actor };

async function beginRefund(context: PaymentContext, tx: Tx, id: string, wish: Wish): Promise<boolean> {
  const named = await findRefund(tx, id);
  const payment = await lockPayment(tx, named?.paymentId ?? id);
  if (!payment) return refundMoney(context, tx, named?.discrepancyId ?? id, wish);
  if (!RETURNABLE.includes(payment.state)) return false;
  const latest = named ? await findRefund(tx, named.id) : await latestRefund(tx, payment.id);
  const isRepeated = latest?.state === "failed" || latest?.state === "unknown";
  if (latest && !isRepeated && latest.state !== "done") return false;
  const money = await moneyOf(tx, payment, wish.stated, isRepeated ? latest : undefined);
  const owed = owedBy(payment, { ...money, ...wish });
  if (isRepeated && latest) {
    if (!(await repeatRefund(context, tx, latest, { ...owed, stated: wish.stated }))) return false;
  } else await addRefund(context, tx, owed);
  if (await claimMoney(tx, payment, { ...money, reason: wish.reason, by: wish.by }))
    await releaseGoods(tx, payment);
  await auditRefund(tx, payment, { amount: money.amount, ...wish });
  return true;
}

type Money = { receipt: string | null; amount: number; came: number | undefined };

export function owedBy(
  { id, orderId, method, amount: asked }: Payment,
  { amount, came, reason, by }: Pick<Owed, "amount" | "came" | "reason" | "by">,
): Owed {
  return { paymentId: id, orderId, method, amount, came, whole: came ?? asked, reason, by };
}

/** What goes back: what is left of what came, or the part of it that staff state; of a repetition what it was before. */
export async function moneyOf(
  tx: Tx,
  payment: Payment,
  stated: Stated,
  repeated?: Pick<Refund, "amount">,
): Promise<Money> {
  const seen = await seenMoney(tx, payment);
  const named = readReceipt(payment.method, stated.receipt);
  if (named && seen.receipt && named !== seen.receipt)
    throw new ShopError(409, `This money came under ${seen.receipt}.`);
  const receipt = seen.receipt ?? named ?? null;
  if (payment.paidAt === null && receipt === null)
    throw new ShopError(409, "Nobody has seen this money: state the code it came under with --receipt.");
  const came = await moneyCame(tx, payment);
  const { claimed } = await refundSums(tx, payment.id);
  const left = Math.max(0, (came ?? payment.amount) - claimed);
  const amount = readSum(stated.amount ?? repeated?.amount ?? left, came);
  if (receipt) {
    await lockMoney(tx, came ?? amount, receipt);
    await demandUndecided(tx, receipt, payment.paidAt !== null && payment.receipt === receipt);
  }
  return { receipt, amount, came };
}

/**
 * Marks payment and order: all of the money is to go back, or, while the order goes on, a part of it. Gives whether it is
 * all.
 */
export async function claimMoney(
  tx: Tx,
  payment: Payment,
  { receipt, came, reason, by }: Pick<Money, "receipt" | "came"> & { reason: string; by: Actor },
): Promise<boolean> {
  const { claimed } = await refundSums(tx, payment.id);
  const isAll = payment.state !== "ordered" || came === undefined || claimed >= came;
  if (isAll)
    await changeState(
      tx,
      "refund",
      eq(payments.id, payment.id),
      {
        active: false,
        reason,
        receipt,
        paidAt: payment.paidAt ?? sql`now()`,
        nextCheckAt: null,
        leaseUntil: null,
      },
      { by },
    );
  if (payment.orderId) await markOrderRefund(tx, payment.orderId, "due");
  return isAll;
}

export async function auditRefund(
  tx: Tx,
  { id, state }: Payment,
  { amount, reason, by }: { amount: number; reason: string; by: Actor },
): Promise<void> {
  await writeAudit(tx, by, {
    action: "payment.refund",
    subjectKind: "payment",
    subjectId: id,
    before: { state },
    after: { state: "refund due", amount: formatPrice(amount) },
    reason,
  });
}
