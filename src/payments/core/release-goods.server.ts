import { cancelOrder } from "../../ordering/change-status.server.ts";
import { releaseHold, sellHold } from "../../ordering/holds.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import type { Payment } from "./provider.server.ts";

type Goods = Pick<Payment, "id" | "orderId" | "lines">;

/**
 * Releases the goods of a payment: its order is cancelled, or, when it has none, its hold is released. Goods that have left
 * with their order count as sold. Gives whether an order was cancelled.
 */
export async function releaseGoods(tx: Tx, { id, orderId, lines }: Goods): Promise<boolean> {
  if (orderId === null) {
    await releaseHold(tx, id, lines);
    return false;
  }
  const cancelled = await cancelOrder(tx, orderId);
  if (!cancelled) await sellHold(tx, id, lines);
  return cancelled;
}
