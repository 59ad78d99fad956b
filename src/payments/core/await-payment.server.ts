import { sql } from "drizzle-orm";
import { type Line, toLines } from "../../cart/rules.ts";
import { chosenLanguage } from "../../language/language.server.ts";
import { couponRefused } from "../../ordering/coupons/apply-coupon.server.ts";
import { reserveUse } from "../../ordering/coupons/coupon-uses.server.ts";
import type { TypedCoupon } from "../../ordering/coupons/limit-guesses.server.ts";
import type { Destination } from "../../ordering/destination.server.ts";
import { holdStock, releaseHolds } from "../../ordering/holds.server.ts";
import {
  awaitAgain,
  isSameOrder,
  type Order,
  takePlace,
} from "../../ordering/place/awaiting-order.server.ts";
import { type Purchase, priceItems } from "../../ordering/purchase.server.ts";
import { addOrder } from "../../ordering/queries.server.ts";
import type { Method } from "../../ordering/rules.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { newId } from "../../platform/id.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { demandRest } from "../mpesa/push/prompt-limits.server.ts";
import { demandFewPhones } from "../mpesa/push/strangers-phones.server.ts";
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
  coupon?: TypedCoupon | undefined;
  /** KES the shopper saw; refused when it is another total. */
  shown: number | undefined;
  phone?: string;
  clientAttemptId?: string | undefined;
  /** The checkout as the browser names it. */
  checkoutId: string | undefined;
  /** The shopper wants the same goods once more. */
  again: boolean | undefined;
  /** Why no payment begins; one under way goes on. */
  closed: ShopError | undefined;
  /** The hash of the network address it is asked for from, as limits count addresses. */
  placedFrom: string;
  reference: string;
  secretHash?: string;
};

export type Prompt = { userId: string; isGuest: boolean; phone: string; placedFrom: string };

type Wanted = Begin & {
  items: Item[];
  /** The checkout's name for it; none where that has its order. */
  key: string | undefined;
  contentsHash: string;
  begun: Order | undefined;
  prompt: Prompt | undefined;
};

/**
 * The order that is paid for, priced, with its goods held and its use of a coupon: the one this shopper had begun, where it is
 * the same, or a new one in its place.
 */
export async function awaitPayment(tx: Tx, provider: Provider, wanted: Wanted): Promise<Bought> {
  const { userId, method, items, key, contentsHash, begun, destination, shown, coupon, prompt } = wanted;
  // what it has kept is for whatever is bought now
  if (begun) await releaseHolds(tx, [begun.id], toLines(items));
  const own = begun && sql`select ${begun.id}::text`;
  const purchase = await priceItems(tx, items, { shown, destination, coupon, sharedWith: own });
  if (prompt) await demandPrompt(tx, prompt, purchase.amount);
  const same = begun && isSameOrder(begun, contentsHash, purchase) ? begun : undefined;
  const orderId = same?.id ?? newId();
  const name = key ?? begun?.idempotencyKey ?? orderId;
  if (begun) await takePlace(tx, { id: orderId, name, begun });
  const place = placeOf(destination, purchase, same);
  const order = { id: orderId, method, idempotencyKey: name, ...place };
  if (same) await awaitAgain(tx, order);
  else await addOrder(tx, { ...order, userId, phase: "awaiting", purchase, requestHash: contentsHash });
  await holdGoods(tx, { ...wanted, id: orderId, seconds: provider.holdFor }, purchase);
  const { subtotal, deliveryFee, amount } = purchase;
  const priced = { subtotal, deliveryFee, amount, coupon: purchase.coupon };
  return { ...priced, ...place, orderId, phase: "awaiting", checkoutId: name, contentsHash };
}

/** Where it goes, and in what language: the last choice counts, and who makes none has taken none back. */
function placeOf({ address, pickUp }: Destination, { delivery }: Purchase, same: Order | undefined) {
  const language = chosenLanguage() ?? same?.language ?? "en";
  const isKept = same !== undefined && !address && !pickUp;
  return isKept
    ? { address: same.address, delivery: same.delivery, language }
    : { address: address ?? same?.address ?? null, delivery, language };
}

/** What an attempt says of its order. */
type Bought = Omit<Payment, Exclude<keyof Attempt, "orderId" | "amount">>;

/**
 * Its goods, and its use of a coupon, while its payment is under way.
 * @throws ShopError 409 sold out, or no use of the coupon is left for this shopper
 */
async function holdGoods(
  tx: Tx,
  { id, seconds, userId, method, destination, phone }: Begin & { id: string; seconds: number },
  { lines, coupon, amount, discount }: Purchase,
): Promise<void> {
  if (await mayHold(tx, { userId, method, lines }))
    if ((await holdStock(tx, { orderId: id, seconds }, lines)).length > 0)
      throw new ShopError(409, "Some of these items have just sold out.");
  if (!coupon) return;
  const use = { id, couponId: coupon.id, userId, phone, seconds, address: destination.address };
  const uncounted = await reserveUse(tx, use);
  if (uncounted) throw couponRefused(uncounted, { amount: amount + discount });
}

/** @throws ShopError 429 this phone was rung too lately, or guests have rung too many others */
async function demandPrompt(tx: Tx, prompt: Prompt, amount: number): Promise<void> {
  await demandRest(tx, { userId: prompt.userId, phone: prompt.phone, amount });
  if (prompt.isGuest) await demandFewPhones(tx, prompt);
}

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
