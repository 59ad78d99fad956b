import { takeEmail } from "../../accounts/queries.server.ts";
import { lockShopper, readCart } from "../../cart/queries.server.ts";
import { findBefore } from "../../ordering/place/awaiting-order.server.ts";
import { recentDuplicate } from "../../ordering/place/recent-duplicate.server.ts";
import { ORDER_TEXTS } from "../../ordering/rules.ts";
import { type Db, isDuplicate, type Tx, transaction } from "../../platform/database/db.server.ts";
import { failPoint } from "../../platform/fail-point.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { PAYMENT_TEXTS } from "../rules.ts";
import { resumeOrSupersede } from "./active-payments.server.ts";
import { awaitPayment } from "./await-payment.server.ts";
import { refusalOfOthers } from "./payment-of-others.server.ts";
import type { Begin, Item, Payment, Provider } from "./provider.server.ts";
import { findAttempt } from "./queries.server.ts";

/**
 * Commits an order that awaits its payment, with a hold on its goods, and an attempt to pay it, before any money is asked for.
 * The same tap, or the same cart in another tab, returns the payment under way: `begun` is false.
 * @throws ShopError `closed`; 400 empty cart; 409 total changed (`amount`), a coupon that does not count, sold out, another
 * payment under way, ordered already (`orderId`), the same ordered just before (recentDuplicate), or another customer has
 * ordered or is paying under this key (refusalOfOthers); 429 too many prompts.
 */
export async function beginPayment(
  db: Db,
  provider: Provider,
  asked: Begin,
): Promise<{ payment: Payment; begun: boolean }> {
  const { address } = asked.destination;
  if (address && asked.isGuest) await takeEmail(db, asked.userId, address.email);
  try {
    const begun = await transaction(db, async (tx) => {
      // one order or payment of a shopper at a time
      await lockShopper(tx, asked.userId);
      const { userId, clientAttemptId } = asked;
      const attempt = clientAttemptId && (await findAttempt(tx, userId, clientAttemptId));
      return attempt ? { payment: attempt, begun: false } : createPayment(tx, provider, asked);
    });
    failPoint("begun");
    return begun;
  } catch (error) {
    // the retry makes another order id, with another short id, and finds what began under this key at the same moment
    const again = isDuplicate(error, "orders_short_id") || isDuplicate(error, "orders_one_per_key");
    if (again) return beginPayment(db, provider, asked);
    // another shopper's prompt is on this phone
    if (isDuplicate(error, "payments_one_push_per_phone")) throw new ShopError(409, PAYMENT_TEXTS.phoneBusy);
    throw error;
  }
}

async function createPayment(tx: Tx, provider: Provider, asked: Begin) {
  const { userId, keyHash } = asked;
  const items = asked.items ?? (await itemsOfCart(tx, userId));
  if (items.length === 0) throw new ShopError(400, ORDER_TEXTS.cartEmpty);
  await asked.limits?.lock(tx);
  // orders are locked before their attempts
  const before = await findBefore(tx, { userId, keyHash, items });
  const { placed, others, contentsHash } = before;
  const running = await resumeOrSupersede(tx, { ...asked, contentsHash }, items);
  if (running) return { payment: running, begun: false };
  if (asked.closed) throw asked.closed;
  // an unpaid order on a typed code may still be paid in another way
  if (placed?.contentsHash === contentsHash && (placed.payment || placed.paymentMethod !== "cod"))
    throw new ShopError(409, PAYMENT_TEXTS.orderedAlready, { orderId: placed.id });
  const refused =
    (await refusalOfOthers(tx, others)) ??
    (await recentDuplicate(tx, { userId, keyHash, items, again: asked.again }));
  if (refused) throw refused;
  const payment = await awaitPayment(tx, provider, { ...asked, items, before });
  failPoint("held");
  return { payment, begun: true };
}

async function itemsOfCart(tx: Tx, userId: string): Promise<Item[]> {
  const cart = await readCart(tx, userId);
  return Object.entries(cart).flatMap(([_id, sizes]) =>
    Object.entries(sizes).map(([size, quantity]) => ({ _id, size, quantity })),
  );
}
