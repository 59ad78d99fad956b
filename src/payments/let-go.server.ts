import { cancelOrder } from "../ordering/cancel-order.server.ts";
import { releaseHold, sellHold } from "../ordering/holds.server.ts";
import type { Tx } from "../platform/db.server.ts";
import type { Payment } from "./provider.server.ts";

type Of = Pick<Payment, "id" | "orderId" | "lines">;

/**
 * Gives up the goods of a payment: its order is cancelled, or, when it has none, what was kept for it is free again.
 * What has left with its order already is sold.
 */
export async function letGo(tx: Tx, { id, orderId, lines }: Of): Promise<void> {
  if (orderId === null) return releaseHold(tx, id, lines);
  if (!(await cancelOrder(tx, orderId))) await sellHold(tx, id, lines);
}
