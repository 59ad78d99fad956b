import type { z } from "zod";
import { takeEmail } from "../../../accounts/queries.server.ts";
import { lockShopper } from "../../../cart/queries.server.ts";
import type { Address, placeOrder as contract } from "../../../ordering/contract.ts";
import { announceOrder } from "../../../ordering/place/announce-order.server.ts";
import { type Before, findBefore } from "../../../ordering/place/awaiting-order.server.ts";
import {
  endBefore,
  type PricedOrder,
  placeOrder,
  priceOrder,
} from "../../../ordering/place/place-order.server.ts";
import { isOverOrderLimit, recentDuplicate } from "../../../ordering/place/recent-duplicate.server.ts";
import { ORDER_TEXTS } from "../../../ordering/rules.ts";
import { isDuplicate, pipelined, type Tx, transaction } from "../../../platform/database/db.server.ts";
import { failPoint } from "../../../platform/fail-point.server.ts";
import { ShopError } from "../../../platform/shop-error.ts";
import { refusalOfOthers } from "../../core/payment-of-others.server.ts";
import type { Begin, PaymentContext } from "../../core/provider.server.ts";
import {
  type ExpectedCode,
  endingOf,
  expectCode,
  keepRefused,
  refusalOf,
  sharersFor,
  writeCode,
} from "./expect-code.server.ts";
import { findReplay, type Ordered, OTHER_ORDER, requestHash } from "./replay.server.ts";

/** `closed`: why no new order is accepted; the same request still finds one that was placed before. */
export type CodeOrder = Pick<Begin, "userId" | "isGuest" | "keyHash" | "coupon" | "placedFrom" | "closed"> & {
  body: z.infer<typeof contract.body>;
  destination: Begin["destination"] & { address: Address };
  /** M-Pesa can be asked about codes. */
  canAsk: boolean;
};

/**
 * Places an order on a typed M-Pesa code: priced from our own tables, items held, cart cleared and mail enqueued, all or
 * nothing. The same request again returns the same order. It starts unpaid, and its items are held, not sold, until the money is
 * found: a typed code proves nothing (specification §5). When the key has an order already, another code is stored for it, so
 * that a mistyped one can be corrected.
 * @throws ShopError 409 total changed (`amount`: the new one), sold out, code used, a coupon that does not count, a recent
 * duplicate (recentDuplicate), or another customer's order under the key (refusalOfOthers); 422 the key's order is another;
 * 429 more than 10 orders in a minute; or what refusalOf returns, and then only the code is stored.
 */
export async function orderByCode(context: PaymentContext, request: CodeOrder): Promise<Ordered> {
  try {
    const ordered = await orderOnce(context, request);
    if (ordered instanceof ShopError) throw ordered;
    failPoint("placed");
    return ordered;
  } catch (error) {
    // another try makes another id, and so another short id
    if (isDuplicate(error, "orders_short_id")) return orderByCode(context, request);
    const used = UNIQUE_KEYS.some((key) => isDuplicate(error, key));
    const isRace = isDuplicate(error, "orders_one_per_key");
    if (!used && !isRace && !(error instanceof ShopError)) throw error;
    // perhaps a replay: the same order was placed before and took the stock, or used the code
    const earlier = await findReplay(context.db, request);
    if (earlier) return earlier;
    // the retry finds the order that was placed under this key at the same moment
    if (isRace) return orderByCode(context, request);
    throw used ? new ShopError(409, ORDER_TEXTS.codeUsed) : error;
  }
}

/** The unique keys that refuse a used code; the last one, a code stored for an order paid in another way. */
const UNIQUE_KEYS = ["orders_mpesa_code", "payments_reference_unique"];

/** Guard, price, write. Returns the error of a refused order, so that the transaction commits its stored code. */
async function orderOnce({ db, links }: PaymentContext, request: CodeOrder): Promise<Ordered | ShopError> {
  const { userId, isGuest, body, destination, keyHash, coupon, closed } = request;
  if (isGuest) await takeEmail(db, userId, body.address.email);
  return transaction(db, async (tx) => {
    const guarded = await guard(tx, request);
    const { before, code, elsewhere } = guarded;
    const { items, amount: shown } = body;
    const order = await priceOrder(tx, before, { items, shown, destination, coupon, keyHash }).catch(
      (error) => {
        // that order may have taken the last piece: then its refusal is the one to show
        throw elsewhere ?? error;
      },
    );
    const refused = elsewhere ?? closed ?? refusalOf(code, order.purchase);
    if (refused) {
      await keepRefused(tx, code, order);
      return refused;
    }
    await writeOrder(tx, { ...request, links }, order, guarded);
    failPoint("written");
    return { message: "Order placed", orderId: order.id };
  });
}

type Guarded = {
  owner: Awaited<ReturnType<typeof lockShopper>>;
  before: Before;
  code: ExpectedCode;
  /** The refusal where another customer has the key's order, or a payment for it under way. */
  elsewhere: ShopError | undefined;
};

/** Locks the shopper, and reads what the order may be refused for. @throws ShopError 409, 429 */
async function guard(tx: Tx, { userId, keyHash, body, placedFrom, canAsk }: CodeOrder): Promise<Guarded> {
  const [owner, overLimit, code, before, duplicate] = await pipelined([
    // one order of a shopper at a time, so that the rate limit holds
    () => lockShopper(tx, userId),
    () => isOverOrderLimit(tx, userId),
    () => expectCode(tx, { userId, code: body.mpesaCode, keyHash, placedFrom, canAsk }),
    () => findBefore(tx, { userId, keyHash, items: body.items }),
    () => recentDuplicate(tx, { ...body, userId, keyHash }),
  ]);
  // findReplay then finds out which order it is
  if (before.placed) throw new ShopError(422, OTHER_ORDER);
  if (overLimit) throw new ShopError(429, ORDER_TEXTS.tooMany);
  const elsewhere = await refusalOfOthers(tx, before.others);
  if (duplicate && !elsewhere) throw duplicate;
  return { owner, before, code, elsewhere };
}

/** Writes the order with the payment that its code promises, and its mail, in one round trip. */
async function writeOrder(
  tx: Tx,
  { userId, body, destination, links }: CodeOrder & Pick<PaymentContext, "links">,
  order: PricedOrder,
  { owner, before, code }: Guarded,
): Promise<void> {
  const { id, purchase, place } = order;
  await endBefore(tx, before, order);
  await pipelined([
    () =>
      placeOrder(tx, order, {
        userId,
        phase: "placed",
        method: body.paymentMethod,
        mpesaCode: body.mpesaCode,
        requestHash: requestHash(body),
        holdsGoods: true,
        share: sharersFor(code, purchase),
      }),
    // after the order, which it references
    () => writeCode(tx, code, order),
    () =>
      announceOrder(tx, {
        ...owner,
        id,
        purchase,
        address: destination.address,
        language: place.language,
        ending: endingOf(code, purchase),
        links,
      }),
  ]);
}
