import { and, eq, ne, sql } from "drizzle-orm";
import { markOrderRefund } from "../../ordering/change-status.server.ts";
import type { RefundState } from "../../ordering/rules.ts";
import { orders } from "../../ordering/tables.server.ts";
import type { Db, Tx } from "../../platform/database/db.server.ts";
import { changeState } from "../core/change-state.server.ts";
import type { Payment } from "../core/provider.server.ts";
import { lockPayment } from "../core/queries.server.ts";
import { seenMoney } from "../core/seen-money.server.ts";
import { payments } from "../core/tables.server.ts";
import { refundAttempts, refunds } from "./tables.server.ts";

/** Neither done nor given up: the owner, the provider or a person has still to do something about it. */
export const IS_OPEN = sql`(${refunds.state} <> 'done' and ${refunds.givenUpAt} is null)`;

/** Open, and it moves on without the owner. */
const IS_MOVING = sql`(${IS_OPEN} and ${refunds.state} not in ('failed', 'unknown'))`;

/** What may go back by a refund that is not done: what left for it before counts while nobody has said that it failed. */
const MAY_GO = sql`greatest(${refunds.amount}, (select max(${refundAttempts.amount}) from ${refundAttempts}
  where ${refundAttempts.refundId} = ${refunds.id} and ${refundAttempts.way} = 'provider'
    and ${refundAttempts.state} in ('sending', 'sent', 'unknown') and ${refunds.state} <> 'done'))`;

/** A payment's refunds in KES: what is back, what is back or may be on its way; and how many are open, and move on. */
export type RefundSums = { back: number; claimed: number; open: number; moving: number };

/** Read under the lock on the payment; `beside`: a refund that is left out. */
export async function refundSums(tx: Tx, paymentId: string, beside = ""): Promise<RefundSums> {
  const [sums] = await tx
    .select({
      back: sql<number>`coalesce(sum(${refunds.amount}) filter (where ${refunds.state} = 'done'), 0)::int`,
      claimed: sql<number>`coalesce(sum(${MAY_GO}) filter (where ${refunds.state} <> 'failed'), 0)::int`,
      open: sql<number>`count(*) filter (where ${IS_OPEN})::int`,
      moving: sql<number>`count(*) filter (where ${IS_MOVING})::int`,
    })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), ne(refunds.id, beside)));
  return sums ?? { back: 0, claimed: 0, open: 0, moving: 0 };
}

/** How much came of a payment, in KES; undefined where neither provider nor till has said so. */
export async function moneyCame(tx: Tx, payment: Payment): Promise<number | undefined> {
  const { amount } = await seenMoney(tx, payment);
  return amount ?? (payment.code === "0" ? payment.amount : undefined);
}

/**
 * Brings a locked payment and its order in line with its refunds, after one was done, failed or was given up. A payment
 * whose order goes on stays ordered when only a part is back; without such an order the rest stays with the owner.
 */
export async function followRefunds(tx: Tx, paymentId: string, event?: "fail_refund"): Promise<void> {
  const which = eq(payments.id, paymentId);
  const sums = await refundSums(tx, paymentId);
  // of a payment that stays ordered no refund is all of its money: it changes nothing there
  if (event) await changeState(tx, event, which);
  const payment = await lockPayment(tx, paymentId);
  if (!payment) return;
  const came = (await moneyCame(tx, payment)) ?? sums.claimed;
  const isAllBack = sums.back > 0 && sums.back >= came;
  if (sums.open === 0 && isAllBack) await changeState(tx, "finish_refund", which);
  else if (sums.open === 0 && (await hasRunningOrder(tx, payment))) await changeState(tx, "keep_rest", which);
  // the rest is nobody's, and waits for the owner
  else if (sums.moving === 0 && payment.state === "refund_pending")
    await changeState(tx, "fail_refund", which);
  if (payment.orderId) await markOrderRefund(tx, payment.orderId, standingOf(sums, came));
}

/** Whether the money is of an order that is paid and not cancelled. */
export async function hasRunningOrder(tx: Db | Tx, { orderId }: Pick<Payment, "orderId">): Promise<boolean> {
  if (orderId === null) return false;
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  return order?.payment === true && order.status !== "Cancelled";
}

function standingOf({ back, open }: RefundSums, came: number): RefundState | null {
  if (open > 0) return "due";
  if (back === 0) return null;
  return back >= came ? "done" : "part";
}
