import { and, eq, sql } from "drizzle-orm";
import type { PgInsertValue } from "drizzle-orm/pg-core";
import { takeEmail } from "../../accounts/queries.server.ts";
import { lockShopper, readCart } from "../../cart/queries.server.ts";
import { toLines } from "../../cart/rules.ts";
import { ownAddress } from "../../ordering/destination.server.ts";
import { lockCheckout, recentDuplicate } from "../../ordering/order-elsewhere.server.ts";
import { findBegun } from "../../ordering/place/awaiting-order.server.ts";
import { hashContents } from "../../ordering/queries.server.ts";
import { ORDER_TEXTS } from "../../ordering/rules.ts";
import { addressSaved } from "../../ordering/saved-addresses.server.ts";
import { type Db, isDuplicate, pipelined, type Tx, transaction } from "../../platform/database/db.server.ts";
import { failPoint } from "../../platform/fail-point.server.ts";
import { newId } from "../../platform/id.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { lockGuestPrompts } from "../mpesa/push/strangers-phones.server.ts";
import { PAYMENT_TEXTS } from "../rules.ts";
import { resumeOrSupersede } from "./active-payments.server.ts";
import { awaitPayment, type Begin, type Item, type Prompt } from "./await-payment.server.ts";
import { changeState, insertPayment } from "./change-state.server.ts";
import { refusePaidElsewhere } from "./payment-elsewhere.server.ts";
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
    // a new order id ends in another short name
    if (isDuplicate(error, "orders_short_id")) return beginPayment(db, provider, asked);
    // another shopper's prompt is on this phone
    if (isDuplicate(error, "payments_one_push_per_phone")) throw new ShopError(409, PAYMENT_TEXTS.phoneBusy);
    throw error;
  }
}

async function createPayment(tx: Tx, provider: Provider, asked: Begin) {
  const { userId } = asked;
  const items = asked.items ?? (await itemsOfCart(tx, userId));
  if (items.length === 0) throw new ShopError(400, ORDER_TEXTS.cartEmpty);
  const wanted = toLines(items);
  const contentsHash = hashContents(wanted);
  const prompt = promptOf(asked);
  if (prompt?.isGuest) await lockGuestPrompts(tx, prompt);
  const running = await resumeOrSupersede(tx, { ...asked, contentsHash, phone: prompt?.phone }, wanted);
  if (running) return { payment: await resumePayment(tx, running, asked), begun: false };
  if (asked.closed) throw asked.closed;
  const { placed, begun } = await findBegun(tx, { userId, key: asked.checkoutId, contentsHash });
  if (placed?.contentsHash === contentsHash && placed.paymentMethod !== "cod")
    throw new ShopError(409, PAYMENT_TEXTS.orderedAlready, { orderId: placed.id });
  await refusePaidElsewhere(tx, userId, asked.checkoutId);
  const duplicate = await recentDuplicate(tx, { userId, key: asked.checkoutId, items, again: asked.again });
  if (duplicate) throw duplicate;
  // one checkout has one order
  const key = placed ? undefined : asked.checkoutId;
  const bought = await awaitPayment(tx, provider, { ...asked, items, key, contentsHash, begun, prompt });
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
    userId: asked.userId,
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

/** The prompt that is asked for; undefined for another method. */
function promptOf({ method, phone, ...asked }: Begin): Prompt | undefined {
  return method === "mpesa" && phone ? { ...asked, phone } : undefined;
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
