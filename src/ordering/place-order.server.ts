import { createHash } from "node:crypto";
import type { SQL } from "drizzle-orm";
import type { z } from "zod";
import { takeEmail } from "../accounts/queries.server.ts";
import { lockShopper } from "../cart/queries.server.ts";
import { sizeName } from "../cart/rules.ts";
import { chosenLanguage, inLanguage } from "../language/language.server.ts";
import type { Language } from "../language/languages.ts";
import { type Db, isDuplicate, pipelined, type Tx, transaction } from "../platform/database/db.server.ts";
import { failPoint } from "../platform/fail-point.server.ts";
import { newId } from "../platform/id.server.ts";
import { enqueueMail, type QueuedMail } from "../platform/mail/outbox.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { saveAddress } from "./addresses/saved-addresses.server.ts";
import type { Address, placeOrder as contract } from "./contract.ts";
import { couponRefused } from "./coupons/apply-coupon.server.ts";
import { reserveUse } from "./coupons/coupon-uses.server.ts";
import type { TypedCoupon } from "./coupons/limit-guesses.server.ts";
import { type Destination, ownAddress } from "./destination.server.ts";
import type { MailLinks } from "./mail-links.server.ts";
import { confirmationMail, type Ending } from "./mails.server.ts";
import { lockCheckout, orderElsewhere, recentDuplicate } from "./order-elsewhere.server.ts";
import { type Purchase, type PurchaseLine, priceItems } from "./purchase.server.ts";
import {
  addOrder,
  findByKey,
  findDuplicate,
  isOverOrderLimit,
  removeOrderedLines,
  saveIdempotencyKey,
} from "./queries.server.ts";
import { ORDER_TEXTS } from "./rules.ts";
import { findHeldLines, holdStock, releaseCheckout, type Sharers } from "./stock.server.ts";
import type { Wanted } from "./wanted.server.ts";

type PlaceOrderRequest = {
  userId: string;
  isGuest: boolean;
  idempotencyKey: string | undefined;
  body: z.infer<typeof contract.body>;
  coupon: TypedCoupon | undefined;
  /** Where it goes, by the rules of this moment. */
  destination: Destination<Address>;
  /** Called within the order's transaction, for the payment that the typed code should prove. */
  expectPayment: ExpectPayment;
  /** Called when the checkout has an order already: stores another code typed for it. */
  noteCode: NoteCode;
  links: MailLinks | undefined;
  /** The hash of the network address it comes from, as limits count addresses. */
  placedFrom: string;
  /** Why no new order is taken; one that was placed before is still found by the same request. */
  closed: ShopError | undefined;
};

/** Reads what is known of a code, its shopper, whose row is locked, and the browser's checkout. */
export type ExpectPayment = (tx: Tx, typed: Typed) => Promise<ExpectedPayment>;
type Typed = { userId: string; code: string; checkoutId: string | undefined; placedFrom: string };
type ExpectedPayment = {
  /** The payment's id, for which the goods are held until its money is found. */
  id: string;
  /** With whose orders on unfound codes it shares a part of each size; undefined: it may have what is there. */
  sharesSizes: (purchase: Purchase) => Sharers | undefined;
  /** When the order is cancelled where nobody has found the money by then; undefined: it is not. */
  ending: (purchase: Purchase) => Ending | undefined;
  /**
   * Why this purchase cannot be made with this code. Its money may have come all the same, so the code is stored.
   * @throws ShopError when the code is another payment's
   */
  admit: (purchase: Purchase) => ShopError | undefined;
  /** A query for the ids of the payments of this checkout: what they keep of a coupon is this order's. */
  sharedWith: SQL | undefined;
  /** Stores the code of a refused order for the owner. */
  keep: (refused: Bought) => Promise<void>;
  write: (order: Bought & { id: string }) => Promise<void>;
};

/** `language`: what the shopper has chosen. */
type Bought = { address: Address; purchase: Purchase; language: Language };

/**
 * Stores another code typed for an order; `sameOrder`: everything but the code is the same. Returns the order's state, or
 * undefined when the code is not for it: the goods differ, or it is unpaid and not the same order.
 */
export type NoteCode = (
  db: Db,
  typed: {
    userId: string;
    orderId: string;
    code: string;
    items: PlaceOrderRequest["body"]["items"];
    sameOrder: boolean;
  },
) => Promise<Noted | undefined>;
export type Noted = "paid" | "unpaid" | "cancelled";

/** `noted`: the order existed already, and only another code was stored. */
type Placed = { orderId: string; noted?: Noted };

/**
 * Places a cash-on-order order: priced from our own tables, goods held, cart cleared and mail enqueued, all or nothing.
 * Idempotent: the same request again returns the same order. It starts unpaid, and its goods are held, not sold, until the
 * money is found: a typed code proves nothing (specification §5). When the checkout has an order already, another code is
 * stored for it: so a mistyped one is corrected.
 * @throws ShopError 409 total changed (`amount`: the new one), sold out, code used, a coupon that does not count, or a recent duplicate
 * (recentDuplicate), or that somebody else has by now (orderElsewhere); 422 key reused for another order;
 * 429 more than 10 orders in a minute; or what `expectPayment` refuses, and then only its code is stored.
 */
export async function placeOrder(db: Db, asked: PlaceOrderRequest): Promise<Placed> {
  const { again: _, ...order } = asked.body;
  const requestHash = hashOf(order);
  try {
    const placed = await writeOrder(db, asked, requestHash);
    if (placed instanceof ShopError) throw placed;
    failPoint("placed");
    return placed;
  } catch (error) {
    // another try has another id, and so another short id
    if (isDuplicate(error, "orders_short_id")) return placeOrder(db, asked);
    const used = UNIQUE_KEYS.some((key) => isDuplicate(error, key));
    if (!used && !(error instanceof ShopError)) throw error;
    // perhaps a replay: the same order was placed before and took the stock, or used the code
    const earlier = await findReplay(db, asked, requestHash);
    if (earlier) return earlier;
    throw used ? new ShopError(409, ORDER_TEXTS.codeUsed) : error;
  }
}

/** The unique keys that refuse a used code or key; the last one, a code stored for an order paid in another way. */
const UNIQUE_KEYS = ["orders_mpesa_code", "orders_idempotency_key", "payments_reference_unique"];

type Keyed = NonNullable<Awaited<ReturnType<typeof findByKey>>>;

async function findReplay(
  db: Db,
  asked: PlaceOrderRequest,
  requestHash: string,
): Promise<Placed | undefined> {
  const { userId, idempotencyKey, body } = asked;
  if (idempotencyKey) {
    const keyed = await findByKey(db, userId, idempotencyKey);
    if (keyed?.requestHash === requestHash) return { orderId: keyed.id };
    if (keyed) return noteOtherCode(db, asked, keyed);
  }
  const duplicate = await findDuplicate(db, userId, body.mpesaCode);
  if (duplicate?.requestHash !== requestHash) return undefined;
  if (idempotencyKey) await saveIdempotencyKey(db, duplicate.id, idempotencyKey);
  return { orderId: duplicate.id };
}

async function noteOtherCode(
  db: Db,
  { userId, body, noteCode }: PlaceOrderRequest,
  placed: Keyed,
): Promise<Placed> {
  const { again: _, ...order } = body;
  const sameOrder = hashOf({ ...order, mpesaCode: placed.mpesaCode }) === placed.requestHash;
  const orderId = placed.id;
  const noted = await noteCode(db, { userId, orderId, code: body.mpesaCode, items: body.items, sameOrder });
  if (noted) return { orderId, noted };
  throw new ShopError(422, "This order was already sent with different items.");
}

/** Returns the error of a refused order, so that the transaction commits its stored code. */
async function writeOrder(
  db: Db,
  asked: PlaceOrderRequest,
  requestHash: string,
): Promise<{ orderId: string } | ShopError> {
  const { userId, isGuest, idempotencyKey, body, coupon, destination, expectPayment, placedFrom, closed } =
    asked;
  if (isGuest) await takeEmail(db, userId, body.address.email);
  return transaction(db, async (tx) => {
    const [owner, , overLimit, payment, held, elsewhere, duplicate] = await pipelined([
      // one order of a shopper at a time, so that the rate limit holds
      () => lockShopper(tx, userId),
      () => lockCheckout(tx, idempotencyKey),
      () => isOverOrderLimit(tx, userId),
      () => expectPayment(tx, { userId, code: body.mpesaCode, checkoutId: idempotencyKey, placedFrom }),
      // goods held for another way to pay in the same checkout are for this order
      () => (idempotencyKey ? findHeldLines(tx, userId, idempotencyKey) : []),
      () => orderElsewhere(tx, userId, idempotencyKey),
      () => recentDuplicate(tx, { ...body, userId, key: idempotencyKey }),
    ]);
    if (overLimit) throw new ShopError(429, ORDER_TEXTS.tooMany);
    if (duplicate && !elsewhere) throw duplicate;
    const toPrice = { shown: body.amount, destination, coupon, sharedWith: payment.sharedWith, locked: held };
    const purchase = await priceItems(tx, body.items, toPrice).catch((error) => {
      // that order may have taken the last piece
      throw elsewhere ?? error;
    });
    const language = chosenLanguage() ?? "en";
    const refused = elsewhere ?? closed ?? payment.admit(purchase);
    if (refused) {
      await payment.keep({ address: destination.address, purchase, language });
      return refused;
    }
    if (idempotencyKey && held.length > 0) await releaseCheckout(tx, userId, idempotencyKey);
    return writeAll(tx, asked, { requestHash, purchase, payment, owner, language });
  });
}

type Admitted = {
  requestHash: string;
  purchase: Purchase;
  payment: ExpectedPayment;
  owner: Awaited<ReturnType<typeof lockShopper>>;
  language: Language;
};

async function writeAll(tx: Tx, asked: PlaceOrderRequest, admitted: Admitted) {
  const { userId, idempotencyKey, body, destination, links } = asked;
  const { requestHash, purchase, payment, owner, language } = admitted;
  const id = newId();
  const { sharedWith } = payment;
  const share = payment.sharesSizes(purchase);
  const { mpesaCode } = body;
  const { address } = destination;
  const toSave = ownAddress(destination);
  const signUpUrl = owner.isGuest ? links?.signUp(address.email) : undefined;
  const ending = payment.ending(purchase);
  const unproven = unprovenTo(address.email, { owner, ending });
  const confirmation = {
    ...purchase,
    ...owner,
    id,
    address,
    isPaid: false,
    ending,
    trackUrl: links?.track(id),
    signUpUrl,
  };
  const confirmed = inLanguage(language, () => confirmationMail(confirmation));
  const { coupon, ...totals } = purchase;
  const [missing, uncounted] = await pipelined([
    () => holdStock(tx, { id: payment.id, userId, checkoutId: id }, purchase.lines, { share }),
    () => coupon && reserveUse(tx, { id, couponId: coupon.id, userId, sharedWith, address }),
    // before the payment, which references it
    () =>
      addOrder(tx, {
        id,
        userId,
        purchase,
        address,
        method: body.paymentMethod,
        mpesaCode,
        idempotencyKey,
        requestHash,
        language,
      }),
    () => payment.write({ id, address, purchase, language }),
    () => (toSave ? saveAddress(tx, userId, toSave) : undefined),
    () => removeOrderedLines(tx, userId, purchase.lines),
    () => enqueueMail(tx, { event: `placed:${id}`, to: address.email, unproven, ...confirmed }),
  ]);
  if (missing.length > 0) throw new ShopError(409, explainMissing(purchase.lines, missing));
  if (uncounted) throw couponRefused(uncounted, { amount: totals.amount + totals.discount });
  failPoint("written");
  return { orderId: id };
}

/** Hours after which the mail of an order that nobody has paid is no news. */
const GOOD_FOR = 12;

/** Unless the mailbox is the account's own, anybody may have typed it; the mail is no news once the order has ended. */
function unprovenTo(
  email: string,
  { owner, ending }: Pick<Admitted, "owner"> & { ending: Ending | undefined },
): QueuedMail["unproven"] {
  if (email.toLowerCase() === owner.provenEmail?.toLowerCase()) return undefined;
  return { goodFor: Math.min(GOOD_FOR * 3_600, ending ? secondsTo(ending) : Number.POSITIVE_INFINITY) };
}

function secondsTo(ending: Ending): number {
  return "at" in ending ? Math.ceil((ending.at - Date.now()) / 1_000) : ending.after * 3_600;
}

/** The goods are locked and in stock: what is missing exceeds what unfound codes may hold. */
function explainMissing(lines: PurchaseLine[], missing: Wanted[]): string {
  return sizesFull(
    lines.filter(({ productId, size }) =>
      missing.some((line) => line.productId === productId && line.size === size),
    ),
  );
}

/** What is said where unfound codes keep as many of these sizes as they may. */
export function sizesFull(full: { name: string; size: string }[]): string {
  const names = full.map(({ name, size }) => `${name} (${sizeName(size)})`);
  return `${names.join(", ")}: too many are waiting for a payment right now, so we can't take this order. Please order fewer, try again later, or choose another way to pay.`;
}

function hashOf(body: unknown): string {
  return createHash("sha256").update(JSON.stringify(body)).digest("base64url");
}
