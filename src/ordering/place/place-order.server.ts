import { sql } from "drizzle-orm";
import { chosenLanguage } from "../../language/language.server.ts";
import { pipelined, type Tx } from "../../platform/database/db.server.ts";
import { newId } from "../../platform/id.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { couponRefused } from "../coupons/apply-coupon.server.ts";
import { reserveUse } from "../coupons/coupon-uses.server.ts";
import type { TypedCoupon } from "../coupons/limit-guesses.server.ts";
import type { Destination } from "../destination.server.ts";
import { findHeldLines, holdStock, releaseHolds, type Sharers, sizesFull } from "../holds.server.ts";
import { type OrderedItem, type Purchase, priceItems } from "../purchase.server.ts";
import { addOrder, hashContents, removeOrderedLines } from "../queries.server.ts";
import type { Method } from "../rules.ts";
import { saveDestination } from "../saved-addresses.server.ts";
import { type Before, goOn, isSameOrder, type Order, takeKey } from "./awaiting-order.server.ts";

type OrderRequest = {
  items: OrderedItem[];
  /** The total the shopper saw, in KES. */
  shown: number | undefined;
  destination: Destination;
  coupon: TypedCoupon | undefined;
  /** Hash of the key that the browser sent. */
  keyHash: string | undefined;
};

/** An order before it is written. */
export type PricedOrder = {
  id: string;
  /** The order that exists already: begun, not placed, and for the same price. */
  same: Order | undefined;
  keyHash: string;
  contentsHash: string;
  purchase: Purchase;
  /** Where it goes, and in what language its mails are. */
  place: Pick<Order, "address" | "delivery" | "language">;
  destination: Destination;
};

/**
 * Prices an order by our own tables, with its stock locked, and decides which order it is: the one that was begun, where that is
 * the same, or a new one.
 * @throws ShopError as priceItems
 */
export async function priceOrder(
  tx: Tx,
  { begun, isKeyFree }: Before,
  wanted: OrderRequest,
): Promise<PricedOrder> {
  const { shown, destination, coupon } = wanted;
  // what that order holds may be used for what is bought now
  const locked = begun ? await findHeldLines(tx, begun.id) : [];
  const sharedWith = begun && sql`select ${begun.id}::text`;
  const purchase = await priceItems(tx, wanted.items, { shown, destination, coupon, sharedWith, locked });
  const contentsHash = hashContents(purchase.lines);
  const same = begun && isSameOrder(begun, contentsHash, purchase) ? begun : undefined;
  const id = same?.id ?? newId();
  const keyHash = (isKeyFree ? wanted.keyHash : undefined) ?? begun?.keyHash ?? id;
  const place = placeOf(destination, purchase, same);
  return { id, same, keyHash, contentsHash, purchase, place, destination };
}

/** The latest address and language count; where the request has none, the earlier ones stay. */
function placeOf({ address, pickUp }: Destination, { delivery }: Purchase, same: Order | undefined) {
  const language = chosenLanguage() ?? same?.language ?? "en";
  const isKept = same !== undefined && !address && !pickUp;
  return isKept
    ? { address: same.address, delivery: same.delivery, language }
    : { address: address ?? same?.address ?? null, delivery, language };
}

/** Releases what this checkout held before, and ends its other unpaid orders. Call it before placeOrder. */
export async function endBefore(tx: Tx, { begun, others }: Before, { id, keyHash, purchase }: PricedOrder) {
  if (begun) await releaseHolds(tx, [begun.id], purchase.lines);
  if (begun || others.length > 0) await takeKey(tx, { id, keyHash, before: begun?.keyHash ?? keyHash });
}

type Placed = {
  userId: string;
  /** Placed, or awaiting its payment. */
  phase: "placed" | "awaiting";
  method: Method;
  requestHash: string;
  mpesaCode?: string;
  /** False: its goods are sold when its money comes, if they are there. */
  holdsGoods: boolean;
  /** Seconds for which goods and coupon are kept; undefined: until the payment is decided. */
  seconds?: number;
  /** Whose orders on unfound codes may together hold only a part of each size. */
  share?: Sharers | undefined;
  /** Who pays, where that is known. */
  phone?: string | undefined;
};

/**
 * Writes a priced order with its held goods and its use of a coupon, in one round trip, and saves its address for the next time.
 * The items leave the cart once the order is placed.
 * @throws ShopError 409 sold out, other orders on unfound codes hold what there is, or no use of the coupon is left
 */
export async function placeOrder(
  tx: Tx,
  { id, same, keyHash, purchase, place, destination }: PricedOrder,
  { holdsGoods, seconds, share, phone, ...order }: Placed,
): Promise<void> {
  const { lines, coupon, amount, discount } = purchase;
  const { address } = place;
  const [missing, uncounted] = await pipelined([
    () => (holdsGoods ? holdStock(tx, { orderId: id, seconds }, lines, { share }) : []),
    () =>
      coupon && reserveUse(tx, { id, couponId: coupon.id, userId: order.userId, address, phone, seconds }),
    () => {
      const written = { id, keyHash, ...place, ...order };
      return same ? goOn(tx, written) : addOrder(tx, { ...written, purchase });
    },
    () => saveDestination(tx, order.userId, destination),
    () => order.phase === "placed" && removeOrderedLines(tx, order.userId, lines),
  ]);
  // the items are locked and in stock: with a share, what is missing exceeds what unfound codes may hold
  if (missing.length > 0)
    throw new ShopError(409, share ? sizesFull(missing) : "Some of these items have just sold out.");
  if (uncounted) throw couponRefused(uncounted, { amount: amount + discount });
}
