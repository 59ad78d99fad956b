import type { Line } from "../../cart/rules.ts";
import type { TypedCoupon } from "../../ordering/coupons/limit-guesses.server.ts";
import type { Destination } from "../../ordering/destination.server.ts";
import type { Before } from "../../ordering/place/awaiting-order.server.ts";
import { endBefore, placeOrder, priceOrder } from "../../ordering/place/place-order.server.ts";
import type { Method } from "../../ordering/rules.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import type { ShopError } from "../../platform/shop-error.ts";
import { hasCardRoom } from "./card-room.server.ts";
import type { Attempt, Payment, Provider } from "./provider.server.ts";
import { unpaidLately } from "./queries.server.ts";

export type Item = { _id: string; size: string; quantity: number };
export type Begin = {
  userId: string;
  isGuest: boolean;
  method: Method;
  /** What is bought; the account's cart when missing. */
  items: Item[] | undefined;
  destination: Destination;
  coupon: TypedCoupon | undefined;
  /** KES the shopper saw; refused when it is another total. */
  shown: number | undefined;
  phone?: string;
  clientAttemptId?: string | undefined;
  /** Of the Idempotency-Key that its browser sent. */
  keyHash: string | undefined;
  /** The shopper wants the same goods once more. */
  again: boolean | undefined;
  /** Why no payment begins; one under way goes on. */
  closed: ShopError | undefined;
  /** The hash of the network address it is asked for from, as limits count addresses. */
  placedFrom: string;
  reference: string;
  secretHash?: string;
  limits?: AttemptLimits;
};

/** What keeps people from asking too often in one way: taken before goods are locked, and asked once the total (KES) is known. */
type AttemptLimits = {
  lock: (tx: Tx) => Promise<void>;
  /** @throws ShopError 429 */
  demand: (tx: Tx, amount: number) => Promise<void>;
};

/**
 * The order that is paid for, priced, with its goods held and its use of a coupon: the one this shopper had begun, where it is
 * the same, or a new one in its place.
 */
export async function awaitPayment(
  tx: Tx,
  provider: Provider,
  { before, ...wanted }: Begin & { items: Item[]; before: Before },
): Promise<Bought> {
  const { userId, method, phone } = wanted;
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
  const priced = { subtotal, deliveryFee, amount, coupon };
  return { ...priced, ...place, userId, guestEmail: null, orderId, phase, keyHash, contentsHash };
}

/** What an attempt says of its order. */
type Bought = Omit<Payment, Exclude<keyof Attempt, "orderId" | "amount">>;

/** Unpaid payments of a day after which a shopper's goods are no longer held, but sold when the money comes. */
const HOLDS_A_DAY = 4;

/** Starting payments again and again must not hold all the stock. */
async function mayHold(
  tx: Tx,
  { userId, method, lines }: { userId: string; method: Method; lines: Line[] },
): Promise<boolean> {
  if ((await unpaidLately(tx, userId)) >= HOLDS_A_DAY) return false;
  return method !== "flutterwave" || hasCardRoom(tx, userId, lines);
}
