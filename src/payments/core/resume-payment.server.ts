import { and, eq, ne } from "drizzle-orm";
import { chosenLanguage } from "../../language/language.server.ts";
import { deliveryTo, isPlaceOf, ownAddress } from "../../ordering/destination.server.ts";
import { renameCheckout } from "../../ordering/place/awaiting-order.server.ts";
import { saveAddress } from "../../ordering/saved-addresses.server.ts";
import { orders } from "../../ordering/tables.server.ts";
import { pipelined, type Tx } from "../../platform/database/db.server.ts";
import type { Begin } from "./await-payment.server.ts";
import type { Payment } from "./provider.server.ts";

/** The payment under way, with the address and the checkout's id of the latest request. It stays as it was priced. */
export async function resumePayment(
  tx: Tx,
  running: Payment,
  { destination, checkoutId }: Begin,
): Promise<Payment> {
  const { userId, orderId } = running;
  await nameCheckout(tx, running, checkoutId);
  const { address } = destination;
  if (!address) return running;
  // the last choice counts; who sends none has taken none back
  const language = chosenLanguage() ?? running.language;
  const delivery = isPlaceOf(running, destination)
    ? running.delivery
    : deliveryTo(destination, running.subtotal).delivery;
  const toSave = ownAddress(destination);
  await pipelined([
    () =>
      tx
        .update(orders)
        .set({ address, language, delivery })
        .where(and(eq(orders.id, orderId), ne(orders.phase, "placed"))),
    () => (toSave ? saveAddress(tx, userId, toSave) : undefined),
  ]);
  return { ...running, address, language, delivery };
}

/** What is begun goes by the checkout's name of the latest request, unless that has another order. */
async function nameCheckout(
  tx: Tx,
  { userId, checkoutId: from }: Payment,
  to: string | undefined,
): Promise<void> {
  if (from === null || to === undefined || to === from) return;
  const named = and(eq(orders.userId, userId), eq(orders.idempotencyKey, to), ne(orders.phase, "ended"));
  if ((await tx.$count(orders, named)) === 0) await renameCheckout(tx, { userId, from, to });
}
