import { and, eq, inArray, sql } from "drizzle-orm";
import { cancelOrder } from "../../ordering/change-status.server.ts";
import { releaseHold, sellHold } from "../../ordering/holds.server.ts";
import { orders } from "../../ordering/tables.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { SEEN_SQL } from "./active-payments.server.ts";
import { changeState } from "./change-state.server.ts";
import type { Payment } from "./provider.server.ts";
import { bearsOrder, lockPayment, UNSETTLED } from "./queries.server.ts";
import { payments } from "./tables.server.ts";

/**
 * Releases the goods of an attempt that is over: its order is cancelled, or, where that was not placed, what is held for it is
 * free. Goods that have left with their order count as sold. Gives whether an order was cancelled.
 */
export async function releaseGoods(tx: Tx, payment: Payment): Promise<boolean> {
  const { orderId, phase } = payment;
  if (phase !== "placed") {
    await releaseUnasked(tx, payment);
    return false;
  }
  // another attempt has paid the order, or its code is still looked for
  if (!bearsOrder(payment)) return false;
  const cancelled = await cancelOrder(tx, orderId, { where: sql`not ${orders.payment}` });
  if (!cancelled) await sellHold(tx, orderId);
  return cancelled;
}

/**
 * Frees what an order that is not placed holds, unless another attempt at it keeps that. An attempt that this one replaced has let
 * its goods go already; one that begins meanwhile, or a code that places the order, locks its stock until it is seen here.
 */
export async function releaseUnasked(
  tx: Tx,
  { id, orderId }: Pick<Payment, "id" | "orderId">,
): Promise<void> {
  const isKept = sql`(exists (select from ${orders} where ${orders.id} = ${orderId} and ${orders.phase} = 'placed')
    or exists (select from ${payments} where ${payments.orderId} = ${orderId} and ${payments.id} <> ${id}
      and ${inArray(payments.state, UNSETTLED)} and (${payments.active} or ${SEEN_SQL})))`;
  await releaseHold(tx, orderId, isKept);
}

/**
 * Rejects a payment that was refused: before it was sent, or by the process that sent it, which `sentWith`, its secret's
 * hash, proves. Another process may be sending it, or another attempt pay its order, meanwhile: both are locked.
 */
export async function rejectPayment(tx: Tx, id: string, code: string, sentWith = ""): Promise<void> {
  const payment = await lockPayment(tx, id);
  const mayDrop = sql`(${payments.state} = 'created' or ${payments.secretHash} = ${sentWith})`;
  const dropped = await changeState(tx, "reject", and(eq(payments.id, id), mayDrop), {
    active: false,
    code,
    nextCheckAt: null,
  });
  if (payment && dropped.length > 0) await releaseUnasked(tx, payment);
}
