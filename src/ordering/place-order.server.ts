import { createHash } from "node:crypto";
import type { z } from "zod";
import { lockUser } from "../cart/queries.server.ts";
import { sizeName } from "../cart/size-name.ts";
import { type Db, isDuplicate, pipelined, type Tx, transaction } from "../platform/database/db.server.ts";
import { failPoint } from "../platform/fail-point.server.ts";
import { newId } from "../platform/id.server.ts";
import { enqueueMail } from "../platform/mail/outbox.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import type { Address, placeOrder as contract } from "./contract.ts";
import { confirmationMail } from "./mails.server.ts";
import { askBeforeAgain } from "./ordered-lately.server.ts";
import { type PricedLine, type Purchase, priceItems } from "./purchase.server.ts";
import { addOrder, clearOrdered, findByKey, findTwin, keepKey, orderedMuchLately } from "./queries.server.ts";
import { TEXTS } from "./rules.ts";
import { heldFor, holdStock, releaseCheckout, type Wanted } from "./stock.server.ts";

type Asked = {
  userId: string;
  idempotencyKey: string | undefined;
  body: z.infer<typeof contract.body>;
  /** Called within the order's transaction: its payment is to be found under the typed code. */
  expectPayment: ExpectPayment;
  /** Called when the checkout has its order: keeps another code typed for it. */
  noteCode: NoteCode;
};

/** Reads what is known of a code and its shopper, whose account is locked. */
export type ExpectPayment = (tx: Tx, userId: string, code: string) => Promise<ExpectedPayment>;
export type ExpectedPayment = {
  /** The payment's, under which the goods are kept until its money is found. */
  id: string;
  /** Whether the goods count to what orders on unfound codes may keep of a size. */
  sharesSizes: (purchase: Purchase) => boolean;
  /** Hours after which the order is cancelled when nobody has found the money by then; absent where a person decides. */
  endsAfter: number | undefined;
  /**
   * Why this purchase cannot be made on this code, whose money may have come all the same: it is to be kept.
   * @throws ShopError when the code is another payment's
   */
  admit: (purchase: Purchase) => ShopError | undefined;
  /** Keeps the code of a refused order for the owner. `checkoutId` names the browser's. */
  keep: (refused: { checkoutId: string | undefined; address: Address; purchase: Purchase }) => Promise<void>;
  write: (order: { id: string; address: Address; purchase: Purchase }) => Promise<void>;
};

/**
 * Keeps another code typed for an order; `sameOrder`: all but the code is as it was ordered. Gives how the order stands, or
 * undefined where the code is not for it: these are not its goods, or it is not paid and not the same order.
 */
export type NoteCode = (
  db: Db,
  typed: {
    userId: string;
    orderId: string;
    code: string;
    items: Asked["body"]["items"];
    sameOrder: boolean;
  },
) => Promise<Noted | undefined>;
export type Noted = "paid" | "unpaid" | "cancelled";

/** `noted`: the order was there before, and only another code was written down. */
type Placed = { orderId: string; noted?: Noted };

/**
 * Places a cash-on-order order: priced from our own tables, goods kept, cart cleared and mail written, all or nothing.
 * The same request again gives the same order. It starts unpaid, and its goods are kept, not sold, until the money is
 * found: a typed code proves nothing (specification §5). Where the checkout has its order already, another code for it is
 * noted: a mistyped one is corrected so.
 * @throws ShopError 409 total changed (`amount`: the new one), sold out, code used, or the same ordered just before
 * (askBeforeAgain); 422 key reused for another order;
 * 429 more than 10 orders in a minute; or what `expectPayment` refuses, and then its code alone is kept.
 */
export async function placeOrder(db: Db, asked: Asked): Promise<Placed> {
  const { again: _, ...order } = asked.body;
  const requestHash = hashOf(order);
  try {
    const placed = await writeOrder(db, asked, requestHash);
    if (placed instanceof ShopError) throw placed;
    failPoint("placed");
    return placed;
  } catch (error) {
    // a new id ends in another short name
    if (isDuplicate(error, "orders_short_id")) return placeOrder(db, asked);
    const used = USED.some((key) => isDuplicate(error, key));
    if (!used && !(error instanceof ShopError)) throw error;
    // refused perhaps only because the very same was placed before: it took the stock, or used the code
    const earlier = await findEarlier(db, asked, requestHash);
    if (earlier) return earlier;
    throw used ? new ShopError(409, TEXTS.codeUsed) : error;
  }
}

/** What refuses a code or a key the second time; the last is a code that was noted for an order paid in another way. */
const USED = ["orders_mpesa_code", "orders_idempotency_key", "payments_reference_unique"];

type Keyed = NonNullable<Awaited<ReturnType<typeof findByKey>>>;

async function findEarlier(db: Db, asked: Asked, requestHash: string): Promise<Placed | undefined> {
  const { userId, idempotencyKey, body } = asked;
  if (idempotencyKey) {
    const keyed = await findByKey(db, userId, idempotencyKey);
    if (keyed?.requestHash === requestHash) return { orderId: keyed.id };
    if (keyed) return noteBeside(db, asked, keyed);
  }
  const twin = await findTwin(db, userId, body.mpesaCode);
  if (twin?.requestHash !== requestHash) return undefined;
  if (idempotencyKey) await keepKey(db, twin.id, idempotencyKey);
  return { orderId: twin.id };
}

async function noteBeside(db: Db, { userId, body, noteCode }: Asked, placed: Keyed): Promise<Placed> {
  const { again: _, ...order } = body;
  const sameOrder = hashOf({ ...order, mpesaCode: placed.mpesaCode }) === placed.requestHash;
  const orderId = placed.id;
  const noted = await noteCode(db, { userId, orderId, code: body.mpesaCode, items: body.items, sameOrder });
  if (noted) return { orderId, noted };
  throw new ShopError(422, "This order was already sent with other contents.");
}

/** Gives the refusal with which the code was kept, where there is no room for it. */
async function writeOrder(
  db: Db,
  asked: Asked,
  requestHash: string,
): Promise<{ orderId: string } | ShopError> {
  const { userId, idempotencyKey, body, expectPayment } = asked;
  return transaction(db, async (tx) => {
    const [owner, tooMany, payment, held] = await pipelined([
      // one order of a shopper at a time, so that the counts hold
      () => lockUser(tx, userId),
      () => orderedMuchLately(tx, userId),
      () => expectPayment(tx, userId, body.mpesaCode),
      // what another way to pay keeps for this same checkout is this order's to take
      () => (idempotencyKey ? heldFor(tx, userId, idempotencyKey) : []),
      () => askBeforeAgain(tx, { userId, key: idempotencyKey, items: body.items, again: body.again }),
    ]);
    if (tooMany) throw new ShopError(429, TEXTS.tooMany);
    const purchase = await priceItems(tx, body.items, body.amount, held);
    const refused = payment.admit(purchase);
    if (refused) {
      await payment.keep({ checkoutId: idempotencyKey, address: body.address, purchase });
      return refused;
    }
    if (idempotencyKey && held.length > 0) await releaseCheckout(tx, userId, idempotencyKey);
    return writeAll(tx, asked, { requestHash, purchase, payment, owner });
  });
}

type Admitted = {
  requestHash: string;
  purchase: Purchase;
  payment: ExpectedPayment;
  owner: Awaited<ReturnType<typeof lockUser>>;
};

async function writeAll(tx: Tx, { userId, idempotencyKey, body }: Asked, admitted: Admitted) {
  const { requestHash, purchase, payment, owner } = admitted;
  const id = newId();
  const share = payment.sharesSizes(purchase);
  const { address, mpesaCode } = body;
  const mail = { id, ...purchase, address, method: "cod" as const, ...owner, endsAfter: payment.endsAfter };
  const [missing] = await pipelined([
    () => holdStock(tx, { id: payment.id, userId, checkoutId: id }, purchase.lines, { share }),
    // before the payment, which refers to it
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
      }),
    () => payment.write({ id, address, purchase }),
    () => clearOrdered(tx, userId, purchase.lines),
    () => enqueueMail(tx, { event: `placed:${id}`, to: address.email, ...confirmationMail(mail) }),
  ]);
  if (missing.length > 0) throw new ShopError(409, keptForCodes(purchase.lines, missing));
  failPoint("written");
  return { orderId: id };
}

/** The goods are locked and there: what is missing is more than unfound codes may keep. */
function keptForCodes(lines: PricedLine[], missing: Wanted[]): string {
  const names = lines.flatMap(({ name, productId, size }) =>
    missing.some((line) => line.productId === productId && line.size === size)
      ? [`${name} (${sizeName(size)})`]
      : [],
  );
  return `${names.join(", ")}: so many wait for an M-Pesa code that we cannot take this order right now. Please order fewer, try again in a few minutes, or choose another way to pay.`;
}

function hashOf(body: unknown): string {
  return createHash("sha256").update(JSON.stringify(body)).digest("base64url");
}
