import { and, eq, sql } from "drizzle-orm";
import type { PgInsertValue } from "drizzle-orm/pg-core";
import { takeEmail } from "../../accounts/queries.server.ts";
import { lockShopper, readCart } from "../../cart/queries.server.ts";
import { toLines } from "../../cart/rules.ts";
import { ownAddress } from "../../ordering/destination.server.ts";
import { findBefore, refusedForOthers } from "../../ordering/place/awaiting-order.server.ts";
import { recentDuplicate } from "../../ordering/place/recent-duplicate.server.ts";
import { hashContents } from "../../ordering/queries.server.ts";
import { ORDER_TEXTS } from "../../ordering/rules.ts";
import { addressSaved } from "../../ordering/saved-addresses.server.ts";
import { type Db, isDuplicate, type Tx, transaction } from "../../platform/database/db.server.ts";
import { failPoint } from "../../platform/fail-point.server.ts";
import { newId } from "../../platform/id.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { PAYMENT_TEXTS } from "../rules.ts";
import { resumeOrSupersede } from "./active-payments.server.ts";
import { awaitPayment, type Begin, type Item } from "./await-payment.server.ts";
import { changeState, insertPayment } from "./change-state.server.ts";
import { paymentOfOthers } from "./payment-of-others.server.ts";
import type { Attempt, Payment, Provider } from "./provider.server.ts";
import { findAttempt } from "./queries.server.ts";
import { releaseUnasked } from "./release-goods.server.ts";
import { resumePayment } from "./resume-payment.server.ts";
import { payments } from "./tables.server.ts";

/**
 * Commits an order that awaits its payment, with a hold on its goods, and an attempt to pay it, before any money is asked for.
 * The same tap, or the same cart in another tab, gives the payment under way: `begun` is false.
 * @throws ShopError `closed`; 400 empty cart; 409 total changed (`amount`), a coupon that does not count, sold out, another
 * payment under way, ordered already (`orderId`), the same ordered just before (recentDuplicate), or somebody else's by now
 * (refusedForOthers, paymentOfOthers); 429 too many prompts.
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
    // a new order id ends in another short name; and whoever began under this key at the same moment is seen now
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
  const wanted = toLines(items);
  const contentsHash = hashContents(wanted);
  await asked.limits?.lock(tx);
  // orders are locked before their attempts
  const before = await findBefore(tx, { userId, keyHash, contentsHash });
  const running = await resumeOrSupersede(tx, { ...asked, contentsHash }, wanted);
  if (running) return { payment: await resumePayment(tx, running, asked), begun: false };
  if (asked.closed) throw asked.closed;
  const { placed, others } = before;
  if (placed?.contentsHash === contentsHash && placed.paymentMethod !== "cod")
    throw new ShopError(409, PAYMENT_TEXTS.orderedAlready, { orderId: placed.id });
  const refused =
    refusedForOthers(others) ??
    (await paymentOfOthers(tx, others)) ??
    (await recentDuplicate(tx, { userId, keyHash, items, again: asked.again }));
  if (refused) throw refused;
  const bought = await awaitPayment(tx, provider, { ...asked, items, before });
  const attempt = await insertAttempt(tx, provider, asked, bought);
  failPoint("held");
  return { payment: { ...attempt, ...bought }, begun: true };
}

async function insertAttempt(
  tx: Tx,
  provider: Provider,
  asked: Begin,
  { orderId, amount }: { orderId: string; amount: number },
): Promise<Attempt> {
  const attempt: PgInsertValue<typeof payments> = {
    id: newId(),
    orderId,
    method: asked.method,
    state: provider.start ? "created" : "pending",
    clientAttemptId: asked.clientAttemptId ?? null,
    amount,
    phone: asked.phone ?? null,
    reference: asked.reference,
    placedFrom: asked.placedFrom,
    secretHash: asked.secretHash ?? null,
    nextCheckAt: sql`now() + make_interval(secs => ${provider.schedule[0] ?? 60})`,
  };
  const toSave = ownAddress(asked.destination);
  return insertPayment(tx, attempt, toSave ? addressSaved(tx, asked.userId, toSave) : []);
}

async function itemsOfCart(tx: Tx, userId: string): Promise<Item[]> {
  const cart = await readCart(tx, userId);
  return Object.entries(cart).flatMap(([_id, sizes]) =>
    Object.entries(sizes).map(([size, quantity]) => ({ _id, size, quantity })),
  );
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
  if (dropped.length > 0) await releaseUnasked(tx, payment);
}
