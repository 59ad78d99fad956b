import { createHash } from "node:crypto";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { PgInsertValue } from "drizzle-orm/pg-core";
import { takeEmail } from "../../accounts/queries.server.ts";
import { lockShopper, readCart } from "../../cart/queries.server.ts";
import type { Line } from "../../cart/rules.ts";
import { chosenLanguage } from "../../language/language.server.ts";
import { couponRefused } from "../../ordering/coupons/apply-coupon.server.ts";
import { reserveUse } from "../../ordering/coupons/coupon-uses.server.ts";
import type { TypedCoupon } from "../../ordering/coupons/limit-guesses.server.ts";
import { type Destination, deliveryTo, isPlaceOf, ownAddress } from "../../ordering/destination.server.ts";
import { holdStock, releaseHold } from "../../ordering/holds.server.ts";
import { lockCheckout, recentDuplicate } from "../../ordering/order-elsewhere.server.ts";
import { type Purchase, priceItems } from "../../ordering/purchase.server.ts";
import { type Method, ORDER_TEXTS } from "../../ordering/rules.ts";
import { addressSaved, saveAddress } from "../../ordering/saved-addresses.server.ts";
import { type Db, isDuplicate, pipelined, type Tx, transaction } from "../../platform/database/db.server.ts";
import { failPoint } from "../../platform/fail-point.server.ts";
import { newId } from "../../platform/id.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { demandRest } from "../mpesa/push/prompt-limits.server.ts";
import { demandFewPhones, lockGuestPrompts } from "../mpesa/push/strangers-phones.server.ts";
import { PAYMENT_TEXTS } from "../rules.ts";
import { resumeOrSupersede } from "./active-payments.server.ts";
import { hasCardRoom } from "./card-room.server.ts";
import { changeState, insertPayment } from "./change-state.server.ts";
import { refusePaidElsewhere } from "./payment-elsewhere.server.ts";
import type { Payment, Provider } from "./provider.server.ts";
import {
  earlierCheckout,
  findAttempt,
  idsOfCheckout,
  orderOfCheckout,
  renameCheckout,
  unpaidLately,
} from "./queries.server.ts";
import { payments } from "./tables.server.ts";

type Item = { _id: string; size: string; quantity: number };
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

/**
 * Commits what is bought, for how much, and a hold on the goods, before any money is asked for. The same tap, or the
 * same cart in another tab, gives the payment under way: `begun` is false.
 * @throws ShopError `closed`; 400 empty cart; 409 total changed (`amount`), a coupon that does not count, sold out, another payment under way, or ordered
 * already (`orderId`), or the same ordered just before (recentDuplicate), or somebody else's by now
 * (refusePaidElsewhere); 429 too many prompts.
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
      await pipelined([() => lockShopper(tx, asked.userId), () => lockCheckout(tx, asked.checkoutId)]);
      const { userId, clientAttemptId } = asked;
      const attempt = clientAttemptId && (await findAttempt(tx, userId, clientAttemptId));
      return attempt ? { payment: attempt, begun: false } : createPayment(tx, provider, asked);
    });
    failPoint("begun");
    return begun;
  } catch (error) {
    // another shopper's prompt is on this phone
    if (isDuplicate(error, "payments_one_push_per_phone")) throw new ShopError(409, PAYMENT_TEXTS.phoneBusy);
    throw error;
  }
}

async function createPayment(tx: Tx, provider: Provider, asked: Begin) {
  const { userId, method, destination } = asked;
  const items = asked.items ?? (await itemsOfCart(tx, userId));
  if (items.length === 0) throw new ShopError(400, ORDER_TEXTS.cartEmpty);
  const cartFingerprint = fingerprintOf(items);
  const wanted = items.map(({ _id, size, quantity }) => ({ productId: _id, size, quantity }));
  const prompt = promptOf(asked);
  if (prompt?.isGuest) await lockGuestPrompts(tx, prompt);
  const running = await resumeOrSupersede(tx, { ...asked, cartFingerprint, phone: prompt?.phone }, wanted);
  if (running) return { payment: await resume(tx, running, asked), begun: false };
  if (asked.closed) throw asked.closed;
  const id = newId();
  const checkoutId = await checkoutFor(tx, { ...asked, cartFingerprint, id });
  await refusePaidElsewhere(tx, userId, asked.checkoutId);
  const duplicate = await recentDuplicate(tx, { userId, key: asked.checkoutId, items, again: asked.again });
  if (duplicate) throw duplicate;
  const { shown, coupon } = asked;
  const sharedWith = idsOfCheckout(userId, checkoutId);
  const purchase = await priceItems(tx, items, { shown, destination, coupon, sharedWith });
  if (prompt) await demandPrompt(tx, prompt, purchase.amount);
  const held = { id, userId, checkoutId, seconds: provider.holdFor };
  if (await mayHold(tx, { userId, method, lines: purchase.lines }))
    if ((await holdStock(tx, held, purchase.lines)).length > 0)
      throw new ShopError(409, "Some of these items have just sold out.");
  if (purchase.coupon)
    await reserveCoupon(tx, purchase, { ...asked, id, sharedWith, seconds: provider.holdFor });
  const toSave = ownAddress(destination);
  const row: PgInsertValue<typeof payments> = {
    id,
    userId,
    method,
    state: provider.start ? "created" : "pending",
    clientAttemptId: asked.clientAttemptId ?? null,
    checkoutId,
    cartFingerprint,
    address: destination.address ?? null,
    language: chosenLanguage() ?? "en",
    ...purchase,
    phone: asked.phone ?? null,
    reference: asked.reference,
    placedFrom: asked.placedFrom,
    secretHash: asked.secretHash ?? null,
    nextCheckAt: sql`now() + make_interval(secs => ${provider.schedule[0] ?? 60})`,
  };
  const payment = await insertPayment(tx, row, toSave ? addressSaved(tx, userId, toSave) : []);
  failPoint("held");
  return { payment, begun: true };
}

type Prompt = { userId: string; isGuest: boolean; phone: string; placedFrom: string };

/** The prompt that is asked for; undefined for another method. */
function promptOf({ method, phone, ...asked }: Begin): Prompt | undefined {
  return method === "mpesa" && phone ? { ...asked, phone } : undefined;
}

/** @throws ShopError 429 this phone was rung too lately, or guests have rung too many others */
async function demandPrompt(tx: Tx, prompt: Prompt, amount: number): Promise<void> {
  await demandRest(tx, { userId: prompt.userId, phone: prompt.phone, amount });
  if (prompt.isGuest) await demandFewPhones(tx, prompt);
}

/** @throws ShopError 409 no use of it is left for this shopper */
async function reserveCoupon(
  tx: Tx,
  { coupon, amount, discount }: Purchase,
  { destination, ...use }: Begin & { id: string; sharedWith: SQL; seconds: number },
): Promise<void> {
  if (!coupon) return;
  const uncounted = await reserveUse(tx, { ...use, couponId: coupon.id, address: destination.address });
  if (uncounted) throw couponRefused(uncounted, { amount: amount + discount });
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

/** The payment under way, with the address and the checkout's id of the latest request. It stays as it was priced. */
async function resume(
  tx: Tx,
  running: Payment,
  { userId, destination, checkoutId }: Begin,
): Promise<Payment> {
  const { address } = destination;
  if (checkoutId && checkoutId !== running.checkoutId && !(await orderOfCheckout(tx, userId, checkoutId)))
    await renameCheckout(tx, userId, running.checkoutId, checkoutId);
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
        .update(payments)
        .set({ address, language, delivery })
        .where(and(eq(payments.id, running.id), isNull(payments.paidAt))),
    () => (toSave ? saveAddress(tx, userId, toSave) : undefined),
  ]);
  return { ...running, address, language, delivery };
}

async function itemsOfCart(tx: Tx, userId: string): Promise<Item[]> {
  const cart = await readCart(tx, userId);
  return Object.entries(cart).flatMap(([_id, sizes]) =>
    Object.entries(sizes).map(([size, quantity]) => ({ _id, size, quantity })),
  );
}

/** The same goods in any order are the same cart. */
export function fingerprintOf(items: Item[]): string {
  const sums = new Map<string, number>();
  for (const { _id, size, quantity } of items) {
    const key = JSON.stringify([_id, size]);
    sums.set(key, (sums.get(key) ?? 0) + quantity);
  }
  return createHash("sha256")
    .update(JSON.stringify([...sums].sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest("base64url");
}

/** Two payments for one cart, whatever tab they come from, name one checkout, and that becomes one order. */
async function checkoutFor(
  tx: Tx,
  {
    userId,
    checkoutId,
    cartFingerprint,
    id,
  }: { userId: string; checkoutId: string | undefined; cartFingerprint: string; id: string },
): Promise<string> {
  const earlier = await earlierCheckout(tx, userId, cartFingerprint);
  if (!checkoutId) return earlier ?? id;
  const placed = await orderOfCheckout(tx, userId, checkoutId);
  if (!placed) {
    if (earlier && earlier !== checkoutId) await renameCheckout(tx, userId, earlier, checkoutId);
    return checkoutId;
  }
  const [same] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, placed.id), eq(payments.cartFingerprint, cartFingerprint)));
  if (same) throw new ShopError(409, PAYMENT_TEXTS.orderedAlready, { orderId: placed.id });
  return earlier ?? id;
}

/**
 * Rejects a payment that was refused: before it was sent, or by the process that sent it, which `sentWith`, its secret's
 * hash, proves. Another process may be sending it meanwhile.
 */
export async function rejectPayment(tx: Tx, payment: Payment, code: string, sentWith = ""): Promise<void> {
  const mayDrop = sql`(${payments.state} = 'created' or ${payments.secretHash} = ${sentWith})`;
  const dropped = await changeState(tx, "reject", and(eq(payments.id, payment.id), mayDrop), {
    active: false,
    code,
    nextCheckAt: null,
  });
  if (dropped.length > 0) await releaseHold(tx, payment.id, payment.lines);
}
