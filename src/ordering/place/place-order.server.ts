import { sql } from "drizzle-orm";
import { takeEmail } from "../../accounts/queries.server.ts";
import { lockShopper } from "../../cart/queries.server.ts";
import { chosenLanguage } from "../../language/language.server.ts";
import { type Db, isDuplicate, pipelined, type Tx, transaction } from "../../platform/database/db.server.ts";
import { failPoint } from "../../platform/fail-point.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { findHeldLines } from "../holds.server.ts";
import { lockCheckout, orderElsewhere, recentDuplicate } from "../order-elsewhere.server.ts";
import { type Purchase, priceItems } from "../purchase.server.ts";
import { isOverOrderLimit } from "../queries.server.ts";
import { ORDER_TEXTS } from "../rules.ts";
import { endOrders, findAwaiting } from "./awaiting-order.server.ts";
import type { PlaceRequest } from "./place-request.server.ts";
import { findReplay, type Placed } from "./replay.server.ts";
import { writeOrder } from "./write-order.server.ts";

/**
 * Places a cash-on-order order: priced from our own tables, items held, cart cleared and mail enqueued, all or nothing.
 * Idempotent: the same request again returns the same order. It starts unpaid, and its items are held, not sold, until the
 * money is found: a typed code proves nothing (specification §5). When the checkout has an order already, another code is
 * stored for it: so a mistyped one is corrected.
 * @throws ShopError 409 total changed (`amount`: the new one), sold out, code used, a coupon that does not count, or a recent duplicate
 * (recentDuplicate), or that somebody else has by now (orderElsewhere); 422 key reused for another order;
 * 429 more than 10 orders in a minute; or what `expectPayment` refuses, and then only its code is stored.
 */
export async function placeOrder(db: Db, request: PlaceRequest): Promise<Placed> {
  try {
    const placed = await placeOnce(db, request);
    if (placed instanceof ShopError) throw placed;
    failPoint("placed");
    return placed;
  } catch (error) {
    // another try has another id, and so another short id
    if (isDuplicate(error, "orders_short_id")) return placeOrder(db, request);
    const used = UNIQUE_KEYS.some((key) => isDuplicate(error, key));
    if (!used && !(error instanceof ShopError)) throw error;
    // perhaps a replay: the same order was placed before and took the stock, or used the code
    const earlier = await findReplay(db, request);
    if (earlier) return earlier;
    throw used ? new ShopError(409, ORDER_TEXTS.codeUsed) : error;
  }
}

/** The unique keys that refuse a used code or key; the last one, a code stored for an order paid in another way. */
const UNIQUE_KEYS = ["orders_mpesa_code", "orders_idempotency_key", "payments_reference_unique"];

/** Guard, quote, write. Returns the error of a refused order, so that the transaction commits its stored code. */
async function placeOnce(db: Db, request: PlaceRequest): Promise<Placed | ShopError> {
  const { userId, isGuest, body, destination, closed } = request;
  if (isGuest) await takeEmail(db, userId, body.address.email);
  return transaction(db, async (tx) => {
    const guarded = await guard(tx, request);
    const { payment, begun, elsewhere, owner } = guarded;
    const purchase = await quote(tx, request, guarded);
    const language = chosenLanguage() ?? "en";
    const refused = elsewhere ?? closed ?? payment.admit(purchase);
    if (refused) {
      await payment.keep({ address: destination.address, purchase, language });
      return refused;
    }
    // what is held for another way to pay in the same checkout is for this order
    if (begun) await endOrders(tx, [begun]);
    const orderId = await writeOrder(tx, request, { purchase, payment, owner, language });
    return { message: "Order placed", orderId };
  });
}

type Guarded = Awaited<ReturnType<typeof guard>>;

/** Locks the shopper and the checkout, and reads what either may be refused for. @throws ShopError 409, 429 */
async function guard(tx: Tx, { userId, idempotencyKey: key, body, expectPayment, placedFrom }: PlaceRequest) {
  const [owner, , overLimit, payment, begun, elsewhere, duplicate] = await pipelined([
    // one order of a shopper at a time, so that the rate limit holds
    () => lockShopper(tx, userId),
    () => lockCheckout(tx, key),
    () => isOverOrderLimit(tx, userId),
    () => expectPayment(tx, { userId, code: body.mpesaCode, checkoutId: key, placedFrom }),
    () => (key ? findAwaiting(tx, userId, key) : undefined),
    () => orderElsewhere(tx, userId, key),
    () => recentDuplicate(tx, { ...body, userId, key }),
  ]);
  if (overLimit) throw new ShopError(429, ORDER_TEXTS.tooMany);
  if (duplicate && !elsewhere) throw duplicate;
  return { owner, payment, begun, elsewhere };
}

async function quote(
  tx: Tx,
  { body, destination, coupon }: PlaceRequest,
  { begun, elsewhere }: Guarded,
): Promise<Purchase> {
  const locked = begun ? await findHeldLines(tx, begun) : [];
  const sharedWith = begun === undefined ? undefined : sql`select ${begun}::text`;
  const terms = { shown: body.amount, destination, coupon, sharedWith, locked };
  return priceItems(tx, body.items, terms).catch((error) => {
    // that order may have taken the last piece
    throw elsewhere ?? error;
  });
}
