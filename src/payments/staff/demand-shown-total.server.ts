import { formatPrice } from "../../catalogue/rules.ts";
import { orderStanding } from "../../ordering/staff/change-guard.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { Payment } from "../core/provider.server.ts";
import { paymentStanding } from "../core/standing.server.ts";

/**
 * Staff approve a locked payment of the total that they were shown, in KES.
 * @throws ShopError 409 `{current, by, at}` its order costs something else by now; of the order, as whoever changed it made it so
 */
export async function demandShownTotal(tx: Tx, payment: Payment, shown: number): Promise<void> {
  if (payment.amount === shown) return;
  const order = payment.orderId && (await orderStanding(tx, payment.orderId));
  const standing = order || (await paymentStanding(tx, payment));
  const words = `this payment is to be ${formatPrice(payment.amount)} by now, not ${formatPrice(shown)}`;
  throw new ShopError(409, `Nothing was changed: ${words}.`, standing);
}
