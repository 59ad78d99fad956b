import { sql } from "drizzle-orm";
import type { Line } from "../../cart/rules.ts";
import { hasCardRoom } from "../../ordering/holds.server.ts";
import type { Before } from "../../ordering/place/awaiting-order.server.ts";
import { endBefore, placeOrder, priceOrder } from "../../ordering/place/place-order.server.ts";
import type { Method } from "../../ordering/rules.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { newId } from "../../platform/id.server.ts";
import { insertPayment } from "./change-state.server.ts";
import type { Begin, Item, Payment, Provider } from "./provider.server.ts";
import { unpaidLately } from "./queries.server.ts";

/**
 * Prices the order, holds its goods, reserves its use of a coupon and inserts an attempt to pay it. The order is the one that
 * this shopper had begun, where it is the same, or a new one that replaces it.
 */
export async function awaitPayment(
  tx: Tx,
  provider: Provider,
  { before, ...wanted }: Begin & { items: Item[]; before: Before },
): Promise<Payment> {
  const { userId, method, phone, clientAttemptId, reference, placedFrom, secretHash } = wanted;
  const order = await priceOrder(tx, before, wanted);
  const { id: orderId, keyHash, contentsHash, purchase, place } = order;
  await wanted.limits?.demand(tx, purchase.amount);
  const phase = "awaiting";
  await endBefore(tx, before, order);
  await placeOrder(tx, order, {
    userId,
    phase,
    method,
    requestHash: contentsHash,
    holdsGoods: await mayHold(tx, { userId, method, lines: purchase.lines }),
    seconds: provider.holdFor,
    phone,
  });
  const { subtotal, deliveryFee, amount, coupon } = purchase;
  const attempt = await insertPayment(tx, {
    id: newId(),
    orderId,
    method,
    state: provider.start ? "created" : "pending",
    clientAttemptId,
    amount,
    phone,
    reference,
    placedFrom,
    secretHash,
    nextCheckAt: sql`now() + make_interval(secs => ${provider.schedule[0] ?? 60})`,
  });
  const began = {
    phase,
    status: "Order Placed",
    isOrderPaid: false,
    guestEmail: null,
    ageSeconds: 0,
  } as const;
  const priced = { subtotal, deliveryFee, coupon, keyHash, contentsHash };
  return { ...attempt, ...priced, ...place, ...began, userId };
}

/** After so many unpaid payments in a day a shopper's goods are not held any more, but taken from stock when the money comes. */
const HOLDS_A_DAY = 4;

/** Starting payments again and again must not hold all the stock. */
async function mayHold(
  tx: Tx,
  { userId, method, lines }: { userId: string; method: Method; lines: Line[] },
): Promise<boolean> {
  if ((await unpaidLately(tx, userId)) >= HOLDS_A_DAY) return false;
  return method !== "flutterwave" || hasCardRoom(tx, userId, lines);
}
