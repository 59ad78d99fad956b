import { cancelOrder } from "../../ordering/cancel-order.server.ts";
import { releaseHold, sellHold } from "../../ordering/stock.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import type { Payment } from "./provider.server.ts";

type Of = Pick<Payment, "id" | "orderId" | "lines">;

/**
 * Gives up the goods of a payment: its order is cancelled, or, when it has none, what was kept for it is free again.
 * What has left with its order already is sold. Gives whether an order was cancelled.
 */
export async function letGo(tx: Tx, { id, orderId, lines }: Of): Promise<boolean> {
  if (orderId === null) {
    await releaseHold(tx, id, lines);
    return false;
  }
  const cancelled = await cancelOrder(tx, orderId);
  if (!cancelled) await sellHold(tx, id, lines);
  return cancelled;
}
