import { and, eq, not, sql } from "drizzle-orm";
import { formatPrice } from "../../catalogue/rules.ts";
import { orderItems, orders } from "../../ordering/tables.server.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { isDuplicate, type Tx, transaction } from "../../platform/database/db.server.ts";
import { fieldFault, ShopError } from "../../platform/shop-error.ts";
import { endHeld, endRefunded } from "../core/mark-paid.server.ts";
import type { Payment, PaymentContext, Refund } from "../core/provider.server.ts";
import { bearsOrder, isHeld } from "../core/queries.server.ts";
import { addRefund, demandLeft, giveUpUnsent, mailRefundDue } from "../transactions/add-refund.server.ts";
import { isSpent, lockTransaction, type Transaction } from "../transactions/queries.server.ts";
import { wayOf } from "../transactions/returned-money.server.ts";
import {
  IS_OPEN,
  IS_UNSENT,
  type ReturnedLine,
  refunds,
  transactions,
} from "../transactions/tables.server.ts";
import {
  auditMoney,
  demandNotSame,
  demandOurs,
  demandShownOrder,
  lockMoney,
  vouchFor,
} from "./money-guards.server.ts";
import { conflictsOf, payerOf, whatStays } from "./money-question.server.ts";
import { demandConfirmed, readReason, receiptStanding } from "./refusals.server.ts";

// what staff do with a sum; of two actions at the same time one counts, the other is refused and says who acted (409 {current, by, at})

/**
 * `amount` in whole KES; `lines`: pieces of its order that are returned; `order`: the order that staff were shown with it, or
 * null; `key`: the same request again returns the same refund.
 */
export type RefundWish = {
  amount: number;
  reason: string;
  lines?: ReturnedLine[];
  order?: string | null | undefined;
  confirmed?: boolean | string | undefined;
  key?: string | undefined;
  by: Actor;
};

const OTHER_REFUND = "This Idempotency-Key was used for another refund.";

/**
 * Refunds a sum or a part of it: what is unallocated, else what its order was paid with. The order keeps its status and items,
 * except for the returned lines.
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
  // staff are not asked to confirm what would be refused
  await demandShownOrder(tx, money, payment, wish.order);
  await demandOurs(tx, money, payment);
  await demandNotSame(tx, money, payment);
  demandLeft(money, { amount, orderId });
  demandConfirmed(wish.confirmed, {
    amount,
    to: `refunded to ${await payerOf(tx, money, payment)}`,
    method: wayOf(context, money, { amount, byStaff: true }),
    conflicts: await conflictsOf(tx, orderId ? { ...money, closedAt: null } : money, payment),
  });
  // of a closed sum the rest stays closed where its order's money goes back
  const vouched = orderId ? money : await vouchFor(tx, money);
  const refund = await addRefund(context, tx, vouched, { amount, orderId, reason, lines, by, key });
  if (payment && isHeld(payment) && amount === money.unallocated && money.allocated === 0)
    await endRefunded(tx, payment, { transactionId: id, by });
  await mailRefundDue(context, tx, payment, refund);
  await auditMoney(tx, money, {
    by,
    action: "payment.refund",
    reason,
    after: { refund: formatPrice(amount) },
  });
  return refund;
}

/**
 * What is closed of an order's money is decided, and not there.
 * @throws ShopError 409 it is partly its order's, partly nobody's: each is refunded by itself
 */
function orderToRefund(
  { unallocated, allocated, orderId, closedAt }: Transaction,
  { amount, lines = [] }: RefundWish,
): string | null {
  const open = closedAt ? 0 : unallocated;
  if (lines.length === 0 && (amount <= open || allocated === 0)) return null;
  if (open > 0 && lines.length === 0)
    throw new ShopError(409, `${formatPrice(open)} of it belongs to no order: refund that first, by itself.`);
  return orderId;
}

/** @throws ShopError 400 no line of the order; 409 more than was bought, less what was returned or is being returned */
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

async function findByKey(tx: Tx, { by, key }: RefundWish): Promise<Refund | undefined> {
  if (key === undefined || by.id === null) return undefined;
  const [found] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.byId, by.id), eq(refunds.idempotencyKey, key)));
  return found;
}

/**
 * The owner leaves a sum where it is: the unallocated part stays recorded with the reason, and refunds of it that failed, or that
 * a person was to send, are given up. An attempt that was held for this money ends too; one that has an order stays until staff
 * have decided about the order.
 * @throws ShopError 400; 404; 409 `confirm` first; 409 a refund may have gone through, or nothing is left to decide
 */
export async function closeMoney(
  context: PaymentContext,
  id: string,
  { reason, confirmed, by }: { reason: string; confirmed?: boolean | string | undefined; by: Actor },
): Promise<void> {
  const why = readReason(reason);
  await transaction(context.db, async (tx) => {
    const { money, payment } = await lockMoney(tx, id);
    await demandNoneLost(tx, money);
    const undecided = (money.closedAt ? 0 : money.unallocated) + (await sumOfUnsent(tx, id));
    if (undecided === 0)
      throw new ShopError(409, "Nothing of it is left to decide.", await receiptStanding(tx, money));
    demandConfirmed(confirmed, {
      amount: undecided,
      to: "stays where it is",
      method: "close",
      conflicts: [
        ...(await conflictsOf(tx, money, payment)),
        ...(isHeldFor(money, payment) ? whatStays(payment) : []),
      ],
    });
    await giveUpUnsent(tx, money, await isOrderRunning(tx, money.orderId));
    await tx
      .update(transactions)
      .set({ closedAt: sql`now()`, closedBy: by.name, reason: why })
      .where(and(eq(transactions.id, id), sql`${transactions.unallocated} > 0`));
    if (isHeldFor(money, payment) && !bearsOrder(payment)) {
      const left = await lockTransaction(tx, id);
      if (left && isSpent(left)) await endRefunded(tx, payment, { transactionId: id, by });
      else await endHeld(tx, payment, { reason: "its money was closed by staff", by });
    }
    await auditMoney(tx, money, { by, action: "payment.close", reason: why, after: { closed: true } });
  });
}

/** Money that was only reported may not be all of the attempt's: closing it decides nothing about the attempt. */
function isHeldFor(money: Transaction, payment: Payment | undefined): payment is Payment {
  return payment !== undefined && isHeld(payment) && money.verified && money.allocated === 0;
}

async function sumOfUnsent(tx: Tx, id: string): Promise<number> {
  const [unsent] = await tx
    .select({ sum: sql<number>`coalesce(sum(${refunds.amount}), 0)::int` })
    .from(refunds)
    .where(and(eq(refunds.transactionId, id), IS_UNSENT, IS_OPEN));
  return unsent?.sum ?? 0;
}

async function demandNoneLost(tx: Tx, money: Transaction): Promise<void> {
  const [lost] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.transactionId, money.id), IS_OPEN, not(IS_UNSENT)))
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
