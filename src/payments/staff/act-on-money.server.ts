import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { formatPrice } from "../../catalogue/rules.ts";
import { inLanguage } from "../../language/language.server.ts";
import { markOrderPaid, payFor } from "../../ordering/change-status.server.ts";
import { sellOrderHold } from "../../ordering/holds.server.ts";
import { shortId } from "../../ordering/rules.ts";
import { orderItems, orders } from "../../ordering/tables.server.ts";
import { hiddenPhone } from "../../phone-rules.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { isDuplicate, type Tx, transaction } from "../../platform/database/db.server.ts";
import { enqueueMail } from "../../platform/mail/outbox.server.ts";
import { fieldFault, ShopError } from "../../platform/shop-error.ts";
import { recipientOf, refundMail } from "../core/mails.server.ts";
import { completeAttempt } from "../core/mark-paid.server.ts";
import type { PaymentContext } from "../core/payment-context.server.ts";
import type { Payment, Refund } from "../core/provider.server.ts";
import { lockPayment } from "../core/queries.server.ts";
import { receiptStanding } from "../core/standing.server.ts";
import { payments } from "../core/tables.server.ts";
import { addRefund, giveUpFailed } from "../refunds/add-refund.server.ts";
import { IS_OPEN, wayOf } from "../refunds/returned-money.server.ts";
import { type ReturnedLine, refunds } from "../refunds/tables.server.ts";
import {
  findTransaction,
  isSpent,
  lockTransaction,
  moveSum,
  type Transaction,
} from "../transactions/queries.server.ts";
import { findCandidates } from "../transactions/record-money.server.ts";
import { transactions } from "../transactions/tables.server.ts";
import { demandConfirmed } from "./confirm-first.server.ts";
import { readReason } from "./too-late.server.ts";

// what staff do with a sum at the counter; of two at once one does it, and the other is told who has (409 {current, by, at})

/** The sum and the attempt it answers, locked. @throws ShopError 404 */
async function lockMoney(tx: Tx, id: string): Promise<{ money: Transaction; payment: Payment | undefined }> {
  const before = await findTransaction(tx, id);
  if (!before) throw new ShopError(404, "There is no such payment.");
  const payment = before.paymentId ? await lockPayment(tx, before.paymentId) : undefined;
  const money = await lockTransaction(tx, id);
  if (!money) throw new ShopError(404, "There is no such payment.");
  return { money, payment };
}

/** `amount` in whole KES; `lines`: pieces of its order that it is about; `key`: the same request again is the same refund. */
export type RefundWish = {
  amount: number;
  reason: string;
  lines?: ReturnedLine[];
  confirmed?: boolean | undefined;
  key?: string | undefined;
  by: Actor;
};

const OTHER_REFUND = "This Idempotency-Key was used for another refund.";

/**
 * Refunds a sum or a part of it: what is unallocated, else what its order was paid with. The order keeps its status and goods,
 * but for the lines named.
 * @throws ShopError 400; 404; 409 `confirm` first; 409 more than is left, or money that may be another payment's
 */
export async function refundMoney(context: PaymentContext, id: string, wish: RefundWish): Promise<Refund> {
  const reason = readReason(wish.reason);
  try {
    return await transaction(context.db, (tx) => refundOnce(context, tx, id, { ...wish, reason }));
  } catch (error) {
    if (isDuplicate(error, "refunds_idempotency_key")) throw new ShopError(409, OTHER_REFUND);
    throw error;
  }
}

async function refundOnce(context: PaymentContext, tx: Tx, id: string, wish: RefundWish): Promise<Refund> {
  const { money, payment } = await lockMoney(tx, id);
  const { amount, lines = [], reason, by, key } = wish;
  const earlier = await findByKey(tx, wish);
  if (earlier && (earlier.transactionId !== id || earlier.amount !== amount))
    throw new ShopError(409, OTHER_REFUND);
  if (earlier) return earlier;
  const orderId = orderToRefund(money, wish);
  await demandLines(tx, orderId, lines);
  await demandNotSame(tx, money, payment);
  demandConfirmed(wish.confirmed, {
    amount,
    to: await payerOf(tx, money, payment),
    method: wayOf(context, money, { amount, byStaff: true }),
    conflicts: await conflictsOf(tx, money, payment),
  });
  if (!money.verified) await tx.update(transactions).set({ verified: true }).where(eq(transactions.id, id));
  const refund = await addRefund(
    context,
    tx,
    { ...money, verified: true },
    { amount, orderId, reason, lines, by, key },
  );
  if (money.closedAt)
    await tx.update(transactions).set({ closedAt: null, closedBy: null }).where(eq(transactions.id, id));
  if (payment) await mailRefundDue(context, tx, payment, refund);
  await auditMoney(tx, money, {
    by,
    action: "payment.refund",
    reason,
    after: { refund: formatPrice(amount) },
  });
  return refund;
}

/** @throws ShopError 409 it is partly its order's, partly nobody's: each is refunded by itself */
function orderToRefund(
  { unallocated, orderId }: Transaction,
  { amount, lines = [] }: RefundWish,
): string | null {
  if (lines.length === 0 && amount <= unallocated) return null;
  if (unallocated > 0 && lines.length === 0)
    throw new ShopError(
      409,
      `${formatPrice(unallocated)} of it belongs to no order: refund that first, by itself.`,
    );
  return orderId;
}

async function findByKey(tx: Tx, { by, key }: RefundWish): Promise<Refund | undefined> {
  if (key === undefined || by.id === null) return undefined;
  const [found] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.byId, by.id), eq(refunds.idempotencyKey, key)));
  return found;
}

/** Another report may be of this very payment: while that one is spent, this one is not. @throws ShopError 409 */
async function demandNotSame(tx: Tx, money: Transaction, payment: Payment | undefined): Promise<void> {
  if (isSpent(money)) return;
  const spent = (await findCandidates(tx, money, payment)).find(isSpent);
  if (spent)
    throw new ShopError(
      409,
      `This may be the same payment as ${nameOf(spent)}, which is spent. Wait until its receipt is known, or close this.`,
      await receiptStanding(tx, spent),
    );
}

/** What speaks against moving this money. */
async function conflictsOf(tx: Tx, money: Transaction, payment: Payment | undefined): Promise<string[]> {
  const candidates = await findCandidates(tx, money, payment);
  const unsure = await tx
    .select({ amount: refunds.amount })
    .from(refunds)
    .where(
      and(
        eq(refunds.transactionId, money.id),
        IS_OPEN,
        inArray(refunds.state, ["unknown", "asking", "asked", "sending"]),
      ),
    );
  return [
    ...candidates.map((other) => `It may be the same payment as ${nameOf(other)}.`),
    ...unsure.map(({ amount }) => `${formatPrice(amount)} may be on its way already.`),
    ...(money.verified ? [] : ["It was only reported: look it up with the provider first."]),
    ...(money.closedAt ? ["It was closed."] : []),
  ];
}

function nameOf({ receipt, amount, orderId }: Transaction): string {
  const name = receipt ?? `a payment of ${formatPrice(amount)} without a receipt`;
  return orderId ? `${name} (order ${shortId(orderId)})` : name;
}

async function payerOf(tx: Tx, money: Transaction, payment: Payment | undefined): Promise<string> {
  const order = money.orderId ?? payment?.orderId;
  const [found] = order ? await tx.select().from(orders).where(eq(orders.id, order)) : [];
  const address = found?.address ?? payment?.address;
  const phone = payment?.phone
    ? hiddenPhone(payment.phone)
    : money.payer
      ? `a phone ending in ${money.payer}`
      : undefined;
  const name = address ? `${address.firstName} ${address.lastName}` : undefined;
  const card = money.details?.last4 ? `the card ending in ${money.details.last4}` : undefined;
  return [name, phone ?? card].filter(Boolean).join(", ") || `whoever paid ${money.receipt ?? "it"}`;
}

/** @throws ShopError 400 no line of the order; 409 more than was bought, or than has not come back or is on its way */
async function demandLines(tx: Tx, orderId: string | null, lines: ReturnedLine[]): Promise<void> {
  if (lines.length === 0) return;
  const [order] = orderId ? await tx.select().from(orders).where(eq(orders.id, orderId)) : [];
  if (!order?.payment)
    throw new ShopError(409, "This payment has no paid order whose items could come back.");
  if (order.status === "Cancelled")
    throw new ShopError(409, "The order is cancelled: its items are on the shelf again.");
  const items = await tx.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  const waiting = await tx
    .select({ lines: refunds.lines })
    .from(refunds)
    .where(and(eq(refunds.orderId, order.id), IS_OPEN, sql`${refunds.state} <> 'failed'`));
  const coming = waiting.flatMap((refund) => refund.lines.filter(({ restock }) => restock));
  for (const line of new Set(lines.map((each) => each.line))) {
    const item = items.find((each) => each.line === line);
    const named = lines.filter((each) => each.line === line);
    if (!item || named.some(({ quantity }) => !Number.isInteger(quantity) || quantity < 1))
      throw fieldFault("lines", "Name lines of the order, each with at least one piece.");
    const back = item.returned + piecesOf(coming.filter((each) => each.line === line));
    if (piecesOf(named) > item.quantity - back)
      throw new ShopError(409, `Of ${item.name} no more than ${item.quantity - back} can come back.`);
  }
}

function piecesOf(lines: ReturnedLine[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Mailed when staff refund: the reason stays between them. */
export async function mailRefundDue(
  { links }: PaymentContext,
  tx: Tx,
  payment: Payment,
  { id, amount }: Refund,
): Promise<void> {
  const { orderId } = payment;
  const { to, language } = await recipientOf(tx, payment);
  const trackUrl = orderId ? links?.track(orderId) : undefined;
  const news = { amount, orderId, done: false, trackUrl } as const;
  await enqueueMail(tx, {
    event: `refund-due:${id}`,
    to,
    ...inLanguage(language, () => refundMail(news)),
  });
}

/**
 * The owner leaves a sum where it is: what is unallocated stays written down with the reason, and refunds of it that failed are
 * not repeated.
 * @throws ShopError 400; 404; 409 `confirm` first; 409 a refund may have gone through, or nothing is left to decide
 */
export async function closeMoney(
  context: PaymentContext,
  id: string,
  { reason, confirmed, by }: { reason: string; confirmed?: boolean | undefined; by: Actor },
): Promise<void> {
  const why = readReason(reason);
  await transaction(context.db, async (tx) => {
    const { money, payment } = await lockMoney(tx, id);
    await demandNoneLost(tx, money);
    const failed = await tx.$count(
      refunds,
      and(eq(refunds.transactionId, id), eq(refunds.state, "failed"), IS_OPEN),
    );
    if (money.closedAt || (money.unallocated === 0 && failed === 0))
      throw new ShopError(409, "Nothing of it is left to decide.", await receiptStanding(tx, money));
    demandConfirmed(confirmed, {
      amount: money.unallocated,
      to: "stays where it is",
      method: "close",
      conflicts: await conflictsOf(tx, money, payment),
    });
    await giveUpFailed(tx, money, await isOrderRunning(tx, money.orderId));
    await tx
      .update(transactions)
      .set({ closedAt: sql`now()`, closedBy: by.name, reason: why })
      .where(and(eq(transactions.id, id), sql`${transactions.unallocated} > 0`));
    await auditMoney(tx, money, { by, action: "payment.close", reason: why, after: { closed: true } });
  });
}

async function demandNoneLost(tx: Tx, money: Transaction): Promise<void> {
  const [lost] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.transactionId, money.id), IS_OPEN, sql`${refunds.state} <> 'failed'`))
    .limit(1);
  if (!lost) return;
  const at = lost.createdAt.getTime();
  const standing = { current: lost.state, by: lost.byName ?? "the shop", at };
  throw new ShopError(409, "A refund of it is under way, or may have gone through.", standing);
}

async function isOrderRunning(tx: Tx, orderId: string | null): Promise<boolean> {
  if (orderId === null) return false;
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  return order?.payment === true && order.status !== "Cancelled";
}

/**
 * A sum pays an order: one that is not paid, or one that still owes a part. What is more than the order owes stays
 * unallocated.
 * @throws ShopError 404; 409 `confirm` first; 409 the order owes nothing, or the money is spent or may be another payment's
 */
export async function allocateMoney(
  context: PaymentContext,
  id: string,
  { order: orderId, confirmed, by }: { order: string; confirmed?: boolean | undefined; by: Actor },
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const attempts = await tx
      .select()
      .from(payments)
      .where(and(eq(payments.orderId, orderId), isNull(payments.paidAt)))
      .orderBy(payments.id)
      .for("update");
    const { money, payment } = await lockMoney(tx, id);
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for("update");
    if (!order) throw new ShopError(404, "There is no such order.");
    const owed = order.payment ? order.owed : order.amount;
    if (order.status === "Cancelled" || owed === 0) throw new ShopError(409, "This order owes nothing.");
    if (money.unallocated === 0)
      throw new ShopError(409, "This money is spent.", await receiptStanding(tx, money));
    await demandNotSame(tx, money, payment);
    const amount = Math.min(owed, money.unallocated);
    demandConfirmed(confirmed, {
      amount,
      to: `order ${shortId(orderId)}`,
      method: "order",
      conflicts: [
        ...(amount < owed
          ? [`The order owes ${formatPrice(owed)}: ${formatPrice(owed - amount)} stays owed.`]
          : []),
        ...(await conflictsOf(tx, money, payment)),
      ],
    });
    if (!money.verified) await tx.update(transactions).set({ verified: true }).where(eq(transactions.id, id));
    await moveSum(tx, money, { from: "unallocated", to: "allocated", amount }, { orderId, reason: null });
    if (!order.payment) await payUnpaid(tx, orderId, { attempts, transactionId: id, by });
    await payFor(tx, orderId, { owed: owed - amount, receipt: money.receipt });
    await auditMoney(tx, money, {
      by,
      action: "payment.allocate",
      after: { order: orderId, amount: formatPrice(amount) },
    });
  });
}

/** Its codes are looked for no more: should their money come as well, it is a sum of its own. */
async function payUnpaid(
  tx: Tx,
  orderId: string,
  { attempts, transactionId, by }: { attempts: Payment[]; transactionId: string; by: Actor },
): Promise<void> {
  if (!(await markOrderPaid(tx, orderId))) throw new ShopError(409, "This order cannot be paid any more.");
  await sellOrderHold(tx, orderId);
  const [own] = attempts;
  if (own) await completeAttempt(tx, own, { transactionId, orderId }, by);
}

async function auditMoney(
  tx: Tx,
  { id, ...sums }: Transaction,
  { by, action, after, reason }: { by: Actor; action: string; after: object; reason?: string },
): Promise<void> {
  const { allocated, refunded, refunding, unallocated } = sums;
  await writeAudit(tx, by, {
    action,
    subjectKind: "transaction",
    subjectId: id,
    before: { allocated, refunded, refunding, unallocated },
    after,
    ...(reason ? { reason } : {}),
  });
}
