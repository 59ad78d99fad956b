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
 * Releases the goods of an attempt that is over: cancels its order, or, where that was not placed, frees what is held for it.
 * Goods of an order that has been shipped count as sold. Returns whether an order was cancelled.
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
 * Frees the goods that an unplaced order holds, unless another attempt at it still needs them. An attempt that this one replaced
 * has released its goods already; one that begins meanwhile, or a code that places the order, holds the stock's lock until then.
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
 * Rejects a payment that was refused before it was sent, or by the process that sent it, which proves that by `sentWith`, the
 * hash of its secret. Locks order and payment: another process may send it, or another attempt may pay its order, meanwhile.
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
