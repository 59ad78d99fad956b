import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { LinePieces } from "../../ordering/stock.server.ts";
import { orderItems, orders } from "../../ordering/tables.server.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { addJob } from "../../platform/jobs/jobs.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { changeState } from "../core/change-state.server.ts";
import type { PaymentContext } from "../core/payment-context.server.ts";
import { lockPayment } from "../core/queries.server.ts";
import type { State } from "../core/state.ts";
import { payments, UNFOUND } from "../core/tables.server.ts";
import { addRefund } from "../refunds/owe-refund.server.ts";
import { moneyCame, refundSums } from "../refunds/refund-sums.server.ts";
import { refunds } from "../refunds/tables.server.ts";
import { MONEY_IS_HERE } from "./decide-payment.server.ts";
import { mailRefundDue, type RefundStanding } from "./refund-payment.server.ts";
import { auditRefund, claimMoney, owedBy } from "./staff-refund.server.ts";

/** Why an order's money goes back; `amount` in whole KES. */
type Owing = { orderId: string; amount: number; reason: string; by: Actor };

/**
 * What ordering's deeds of staff need of the money, in the transaction of the deed. Everywhere else a payment is locked
 * before its order: `lock` does that first.
 */
export function orderMoney(context: PaymentContext) {
  return {
    lock: lockPayments,
    /** A part of a paid order's money is to go back; the order goes on. @throws ShopError 409 it cannot be owed */
    owePart: async (tx: Tx, owing: Owing) => {
      const refund = await owe(context, tx, owing);
      if (!refund) throw new ShopError(409, "Nothing is left to give back of this order's money.");
      return refund;
    },
    /** All that is left of a paid order's money is to go back. Undefined: it is not paid, or nothing is left. */
    oweAll: (tx: Tx, { orderId, reason, by }: Omit<Owing, "amount"> & { amount?: number }) =>
      owe(context, tx, { orderId, reason, by }),
    closeWaiting,
    piecesGivenBack,
    expectAmount,
  };
}

/** Payments of an order, and codes that were typed for it as well. */
function isOf(orderId: string): SQL {
  return sql`${payments.id} in (
    select its.id from ${payments} its where its.order_id = ${orderId}
    union all select typed.id from ${orders} o join ${payments} typed on typed.user_id = o.user_id
      where o.id = ${orderId} and typed.method = 'cod' and typed.order_id is null
        and typed.checkout in (o.id, o.idempotency_key))`;
}

async function lockPayments(tx: Tx, orderId: string): Promise<void> {
  const its = isOf(orderId);
  await tx.select({ id: payments.id }).from(payments).where(its).orderBy(payments.id).for("update");
}

/** States of which some money may be left; while a refund is pending it may be a part, with the order going on. */
const OWING: State[] = ["ordered", "refund_pending", "refund_failed"];

/** @throws ShopError 409 `{current, by, at}` more than is left */
async function owe(
  context: PaymentContext,
  tx: Tx,
  { orderId, amount, reason, by }: Omit<Owing, "amount"> & { amount?: number },
): Promise<RefundStanding | undefined> {
  const [known] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), isNotNull(payments.paidAt)));
  const payment = known && (await lockPayment(tx, known.id));
  if (!payment || !OWING.includes(payment.state)) return undefined;
  const came = (await moneyCame(tx, payment)) ?? payment.amount;
  const left = came - (await refundSums(tx, payment.id)).claimed;
  if (amount === undefined && left <= 0) return undefined;
  const owed = owedBy(payment, { amount: amount ?? left, came, reason, by });
  const refund = await addRefund(context, tx, owed);
  await claimMoney(tx, payment, { receipt: payment.receipt, came, reason, by });
  await mailRefundDue(context, tx, payment, refund);
  await auditRefund(tx, payment, { amount: refund.amount, reason, by });
  return refund;
}

/**
 * The code of an unpaid order is waited for no more. Money that was seen of it stays with the owner, and money that still
 * comes goes back. Gives whether one waited.
 */
async function closeWaiting(tx: Tx, orderId: string, by: Actor): Promise<boolean> {
  const closed = await changeState(
    tx,
    "close",
    and(eq(payments.orderId, orderId), sql`${UNFOUND} and not (${MONEY_IS_HERE})`),
    { active: false, nextCheckAt: null, leaseUntil: null, reason: "its order was cancelled by staff" },
    { by },
  );
  return closed.length > 0;
}

/** Pieces of an order's lines that refunds name which are not given up. */
async function piecesGivenBack(tx: Tx, orderId: string): Promise<LinePieces[]> {
  const named = await tx
    .select({ lines: refunds.lines })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), isNull(refunds.givenUpAt)));
  return named.flatMap(({ lines }) => lines);
}

/**
 * An unpaid order costs something else by now: its codes are held against the new total, also where too little had come for
 * the one before. Called when the order and its lines are written. Gives whether one waits.
 */
async function expectAmount(tx: Tx, orderId: string, amount: number): Promise<boolean> {
  const lines = sql`(select jsonb_agg(jsonb_build_object('productId', i.product_id, 'size', i.size, 'quantity', i.quantity,
      'name', i.name, 'price', i.price, 'image', i.image) order by i.line) from ${orderItems} i where i.order_id = ${orderId})`;
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (order?.amount !== amount) throw new Error("the order is not written with its new total yet");
  const expecting = await tx
    .update(payments)
    .set({
      amount,
      subtotal: order.subtotal,
      deliveryFee: order.deliveryFee,
      discount: order.discount,
      coupon: order.coupon,
      delivery: order.delivery,
      lines,
      nextCheckAt: sql`case when ${payments.state} in ('pending', 'needs_review', 'paid_held') then now() end`,
      leaseUntil: null,
    })
    .where(and(isOf(orderId), isNull(payments.paidAt)))
    .returning({ id: payments.id });
  for (const { id } of expecting) await addJob(tx, "payment", id);
  return expecting.length > 0;
}
