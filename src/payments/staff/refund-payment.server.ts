import { and, eq, sql } from "drizzle-orm";
import { inLanguage } from "../../language/language.server.ts";
import { orderItems, orders } from "../../ordering/tables.server.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { isDuplicate, type Tx, transaction } from "../../platform/database/db.server.ts";
import { enqueueMail } from "../../platform/mail/outbox.server.ts";
import { fieldFault, ShopError } from "../../platform/shop-error.ts";
import { recipientOf, refundMail } from "../core/mails.server.ts";
import type { PaymentContext } from "../core/payment-context.server.ts";
import type { Payment, Refund } from "../core/provider.server.ts";
import { lockPayment } from "../core/queries.server.ts";
import { releaseGoods } from "../core/release-goods.server.ts";
import { addRefund } from "../refunds/owe-refund.server.ts";
import { IS_OPEN } from "../refunds/refund-sums.server.ts";
import { type ReturnedLine, refunds } from "../refunds/tables.server.ts";
import { auditRefund, claimMoney, moneyOf, owedBy, ownReceipt, RETURNABLE } from "./staff-refund.server.ts";
import { readReason, tooLate } from "./too-late.server.ts";

/** What a member of staff asks for at the counter; `amount` in whole KES. */
export type RefundWish = {
  amount: number;
  reason: string;
  /** Pieces of the order it is about. What is to go on the shelf goes there once the refund is done. */
  lines?: ReturnedLine[];
  /** The code the money came under, where the shop has not seen it. */
  receipt?: string | undefined;
  /** Names this wish: asked again with it, the same refund is given. */
  key?: string | undefined;
  by: Actor;
};

/** How a refund stands; by `hand` it waits for `markRefunded`. */
export type RefundStanding = Pick<Refund, "id" | "state" | "way" | "amount">;

/**
 * Gives back a payment's money, or a part of it, beside what went back before. The order keeps its status and its goods, but
 * for the lines named. A part of M-Pesa's money goes by hand.
 * @throws ShopError 400 an amount, line or reason that is none; 404; 409 `{current, by, at}` more than is left; 409 money
 * nobody has seen, goods that are back already, or a key used for another refund
 */
export async function refundPayment(
  context: PaymentContext,
  id: string,
  wish: RefundWish,
): Promise<RefundStanding> {
  const reason = readReason(wish.reason);
  try {
    return await ownReceipt(context.db, wish.receipt, () =>
      transaction(context.db, (tx) => refundOnce(context, tx, id, { ...wish, reason })),
    );
  } catch (error) {
    if (!isDuplicate(error, "refunds_idempotency_key")) throw error;
    throw new ShopError(409, OTHER_REFUND);
  }
}

const OTHER_REFUND = "This Idempotency-Key was used for another refund.";

async function refundOnce(
  context: PaymentContext,
  tx: Tx,
  id: string,
  wish: RefundWish,
): Promise<RefundStanding> {
  const payment = await lockPayment(tx, id);
  if (!payment) throw new ShopError(404, "There is no such payment.");
  const earlier = await findByKey(tx, wish);
  if (earlier && (earlier.paymentId !== id || earlier.amount !== wish.amount))
    throw new ShopError(409, OTHER_REFUND);
  if (earlier) return earlier;
  if (!RETURNABLE.includes(payment.state) && payment.state !== "refund_pending")
    throw await tooLate(tx, payment);
  await demandLines(tx, payment, wish.lines ?? []);
  const { amount, receipt, by, reason } = wish;
  const money = await moneyOf(tx, payment, { amount, receipt });
  const owed = { ...owedBy(payment, { ...money, reason, by }), lines: wish.lines ?? [], key: wish.key };
  const refund = await addRefund(context, tx, owed);
  await claimMoney(tx, payment, { ...money, reason, by });
  // what was never sold is free again
  if (payment.paidAt === null) await releaseGoods(tx, payment);
  await mailRefundDue(context, tx, payment, refund);
  await auditRefund(tx, payment, { amount, reason, by });
  return refund;
}

/** Mailed when staff give money back: what for stays between them. */
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

async function findByKey(tx: Tx, { by, key }: RefundWish): Promise<Refund | undefined> {
  if (key === undefined || by.id === null) return undefined;
  const [found] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.byId, by.id), eq(refunds.idempotencyKey, key)));
  return found;
}

/** @throws ShopError 400 no line of the order; 409 more than was bought, or than has not come back or is on its way */
async function demandLines(tx: Tx, { orderId }: Payment, lines: ReturnedLine[]): Promise<void> {
  if (lines.length === 0) return;
  const [order] = await tx
    .select()
    .from(orders)
    .where(eq(orders.id, orderId ?? ""));
  if (!order?.payment)
    throw new ShopError(409, "This payment has no paid order whose goods could come back.");
  if (order.status === "Cancelled")
    throw new ShopError(409, "The order is cancelled: its goods are on the shelf again.");
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
