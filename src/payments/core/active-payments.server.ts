import { and, desc, eq, inArray, ne, or, sql } from "drizzle-orm";
import { toLines } from "../../cart/rules.ts";
import { chosenLanguage } from "../../language/language.server.ts";
import type { TypedCoupon } from "../../ordering/coupons/limit-guesses.server.ts";
import { type Destination, deliveryTo, isPlaceOf, isPricedFor } from "../../ordering/destination.server.ts";
import { releaseHolds } from "../../ordering/holds.server.ts";
import { changeKey } from "../../ordering/place/awaiting-order.server.ts";
import type { Method } from "../../ordering/rules.ts";
import { saveDestination } from "../../ordering/saved-addresses.server.ts";
import { orders } from "../../ordering/tables.server.ts";
import { type Db, pipelined, type Tx } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { PAYMENT_TEXTS, RETRY_AFTER, RETRY_UNSURE, SEEN_BARS } from "../rules.ts";
import type { Attempt, Payment } from "./provider.server.ts";
import { AGE_SECONDS, PROMPTING, selectPayments, UNSETTLED } from "./queries.server.ts";
import { payments } from "./tables.server.ts";

/** Seconds for which a card's checkout page is opened again; the provider closes it after half an hour. */
const CARD_PAGE_REOPENS = 25 * 60;

/**
 * The shopper's unsettled pushes and card payments of the last day, newest first; with `keyHash` also typed codes whose order was
 * refused under that key and whose money has since been found.
 */
export async function findUnsettled(db: Db | Tx, userId: string, keyHash?: string): Promise<Payment[]> {
  const isRefused = sql`${orders.keyHash} = ${keyHash ?? null} and ${payments.refusedAt} is not null and ${payments.state} = 'paid_held'`;
  return selectPayments(db)
    .where(
      and(
        eq(orders.userId, userId),
        or(inArray(payments.method, ["mpesa", "flutterwave"]), isRefused),
        inArray(payments.state, UNSETTLED),
        sql`(${payments.active} or ${payments.createdAt} > now() - interval '25 hours')`,
      ),
    )
    .orderBy(desc(payments.id));
}

type Item = { _id: string; size: string; quantity: number };
type Purchase = { keyHash: string | undefined; contentsHash: string | undefined };

/** Whether a payment is for the same purchase: under the same key, or for the same goods from another device. */
export function isSamePurchase(payment: Payment, { keyHash, contentsHash }: Purchase): boolean {
  return payment.keyHash === keyHash || payment.contentsHash === contentsHash;
}

/** Whether a callback, a webhook or the provider has reported money for it. */
export function isSeen({ state, callback }: Attempt): boolean {
  return state === "paid_held" || callback?.code === "0";
}

/** Whether its money was seen so recently that another payment for its checkout would probably be a second charge. */
export function isConfirming(payment: Payment): boolean {
  return isSeen(payment) && payment.ageSeconds < SEEN_BARS;
}

/** Seconds for which a prompt still blocks other payments; 0 once it has ended or its money was seen, and for a card's page. */
export function secondsLeft(payment: Payment): number {
  if (payment.method !== "mpesa" || !payment.active || isSeen(payment)) return 0;
  const bars = payment.checkoutRequestId === null ? RETRY_UNSURE : RETRY_AFTER;
  return Math.max(0, Math.ceil(bars - payment.ageSeconds));
}

/** `isSeen` as an SQL condition. */
export const SEEN_SQL = sql`(${payments.state} = 'paid_held' or coalesce(${payments.callback}->>'code', '') = '0')`;

/**
 * Whether an attempt has blocked other payments for long enough. One that was not sent yet never has: a job rejects it after a
 * minute. Seen money blocks its own checkout for longer (`isConfirming`), but not another cart's prompt to the same phone.
 */
const IS_OVER = sql`case when ${SEEN_SQL} then ${AGE_SECONDS} >= ${RETRY_AFTER}
  when ${payments.state} in ('submitting', 'submit_unknown') and ${payments.checkoutRequestId} is null then ${AGE_SECONDS} >= ${RETRY_UNSURE}
  else ${payments.state} <> 'created' and ${AGE_SECONDS} >= ${RETRY_AFTER} end`;

const isOrderOf = (userId: string) =>
  sql`${payments.orderId} = any(array(select ${orders.id} from ${orders} where ${orders.userId} = ${userId}))`;

/**
 * Deactivates this shopper's payments, and the prompts on this phone, that have blocked others for long enough. They may still be
 * undecided, and continue to be checked. An advisory lock admits one shopper at a time for a phone.
 */
async function deactivatePast(tx: Tx, userId: string, phone: string | undefined): Promise<void> {
  const onPhone = phone === undefined ? sql`false` : sql`${payments.phone} = ${phone}`;
  // another shopper with this phone waits until this payment is written
  const lock =
    phone === undefined ? sql`1` : sql`pg_advisory_xact_lock(hashtextextended(${`prompt ${phone}`}, 0))`;
  await tx.execute(sql`
    with locked as materialized (select ${lock}),
    past as (
      select id from ${payments} where (select count(*) from locked) = 1 and ${payments.active} and ${inArray(payments.state, UNSETTLED)}
        and (${isOrderOf(userId)} and (${payments.method} = 'mpesa' or ${SEEN_SQL})
          or ${payments.method} = 'mpesa' and ${onPhone}) and ${IS_OVER}
      order by id for update
    ), passed as (
      update ${payments} set active = false from past where ${payments.id} = past.id
    ) select from locked`);
}

type PaymentRequest = Purchase & {
  userId: string;
  method: Method;
  contentsHash: string;
  phone?: string | undefined;
  shown: number | undefined;
  destination: Destination;
  coupon?: TypedCoupon | undefined;
};

/**
 * Returns the payment under way for the same goods by the same method, which the shopper resumes. Unfinished card payments for
 * another cart or method are superseded and the goods held for them released; one that is paid all the same is still found.
 * @throws ShopError 409 while a push for another cart, or another way to pay, is on a phone, or while money of this checkout
 * has been seen (`method`: how it came).
 */
export async function resumeOrSupersede(
  tx: Tx,
  asked: PaymentRequest,
  items: Item[],
): Promise<Payment | undefined> {
  await deactivatePast(tx, asked.userId, asked.phone);
  const unsettled = await findUnsettled(tx, asked.userId);
  const past: Payment[] = [];
  const left: string[] = [];
  const kept = new Set<string>();
  for (const payment of unsettled) {
    const [same, seen] = [isSamePurchase(payment, asked), isSeen(payment)];
    if (seen && same && isConfirming(payment))
      throw new ShopError(409, PAYMENT_TEXTS.stillChecking, { method: payment.method });
    if (!payment.active || seen) {
      // an order of another checkout keeps its goods once money was seen for any of its attempts
      if (seen && !same) kept.add(payment.orderId);
      else past.push(payment);
      continue;
    }
    if (canResume(payment, asked)) return resume(tx, payment, asked);
    if (payment.method === "mpesa") throw new ShopError(409, PAYMENT_TEXTS.inProgress);
    left.push(payment.id);
    past.push(payment);
  }
  if (left.length > 0) await tx.update(payments).set({ active: false }).where(inArray(payments.id, left));
  // a placed order keeps its goods: a code typed while the prompt was out may have placed it
  const isFree = ({ orderId, phase }: Payment) => phase !== "placed" && !kept.has(orderId);
  const free = new Set(past.filter(isFree).map(({ orderId }) => orderId));
  await releaseHolds(tx, [...free], toLines(items));
  return undefined;
}

function canResume(payment: Payment, asked: PaymentRequest): boolean {
  const { method, contentsHash, shown, destination, coupon } = asked;
  // a typed code has since paid this order, or placed another one that replaced it
  if (payment.isOrderPaid || payment.phase === "ended") return false;
  if (payment.method !== method || payment.contentsHash !== contentsHash) return false;
  if (payment.coupon?.code !== coupon?.code) return false;
  if (!isPricedFor(payment, destination)) return false;
  return (
    method === "mpesa" ||
    (payment.ageSeconds < CARD_PAGE_REOPENS && (shown ?? payment.amount) === payment.amount)
  );
}

/** Updates the payment under way to the address and the key of the latest request. Its price stays. */
async function resume(tx: Tx, running: Payment, { destination, keyHash }: PaymentRequest): Promise<Payment> {
  const { userId, orderId } = running;
  if (keyHash !== undefined) await changeKey(tx, { from: running.keyHash, to: keyHash });
  const { address } = destination;
  if (!address) return running;
  // keeps the earlier language when the request names none
  const language = chosenLanguage() ?? running.language;
  const delivery = isPlaceOf(running, destination)
    ? running.delivery
    : deliveryTo(destination, running.subtotal).delivery;
  await pipelined([
    () =>
      tx
        .update(orders)
        .set({ address, language, delivery })
        .where(and(eq(orders.id, orderId), ne(orders.phase, "placed"))),
    () => saveDestination(tx, userId, destination),
  ]);
  return { ...running, address, language, delivery };
}

/** Pushes of this shopper, and on this phone, that no longer block a payment but may still be paid. */
export async function findPastPushes(db: Db, userId: string, phone: string | undefined): Promise<string[]> {
  const found = await db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.method, "mpesa"),
        payments.active,
        inArray(payments.state, PROMPTING),
        phone === undefined ? isOrderOf(userId) : sql`(${isOrderOf(userId)} or ${payments.phone} = ${phone})`,
        IS_OVER,
      ),
    );
  return found.map(({ id }) => id);
}
