import { and, eq, ne } from "drizzle-orm";
import { chosenLanguage } from "../../language/language.server.ts";
import { deliveryTo, isPlaceOf, ownAddress } from "../../ordering/destination.server.ts";
import { changeKey } from "../../ordering/place/awaiting-order.server.ts";
import { saveAddress } from "../../ordering/saved-addresses.server.ts";
import { orders } from "../../ordering/tables.server.ts";
import { pipelined, type Tx } from "../../platform/database/db.server.ts";
import type { Begin } from "./await-payment.server.ts";
import type { Payment } from "./provider.server.ts";

/** The payment under way, with the address and the key of the latest request. It stays as it was priced. */
export async function resumePayment(
  tx: Tx,
  running: Payment,
  { destination, keyHash }: Begin,
): Promise<Payment> {
  const { userId, orderId } = running;
  if (keyHash !== undefined) await changeKey(tx, { from: running.keyHash, to: keyHash });
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
