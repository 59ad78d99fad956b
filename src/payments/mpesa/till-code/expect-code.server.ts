import type { Sharers } from "../../../ordering/holds.server.ts";
import type { Ending } from "../../../ordering/mails/confirmation-mail.server.ts";
import type { PricedOrder } from "../../../ordering/place/place-order.server.ts";
import type { Purchase } from "../../../ordering/purchase.server.ts";
import { addOrder } from "../../../ordering/queries.server.ts";
import { ORDER_TEXTS, shortId } from "../../../ordering/rules.ts";
import { pipelined, type Tx } from "../../../platform/database/db.server.ts";
import { newId } from "../../../platform/id.server.ts";
import { ShopError } from "../../../platform/shop-error.ts";
import { UNFOUND_CODES } from "../../../shop.ts";
import { lockAddress } from "../lock-address.server.ts";
import {
  type Nearby,
  noRoomFor,
  sharersOf,
  type Unfound,
  unfoundFrom,
  unfoundOf,
} from "./code-limits.server.ts";
import {
  type Ends,
  endsFrom,
  findTypedCode,
  type KnownCode,
  lookAtOnce,
  storeRefusedCode,
  type TypedCode,
  writeTypedCode,
} from "./typed-code.server.ts";

type Typed = {
  userId: string;
  code: string;
  keyHash: string | undefined;
  /** The hash of the network address it was sent from. */
  placedFrom: string;
  /** Whether M-Pesa can be asked about codes. */
  canAsk: boolean;
};

/** What is known about a typed code and its shopper, and the id of the payment that it promises. */
export type ExpectedCode = Typed & {
  id: string;
  known: KnownCode;
  unfound: Unfound;
  nearby: Nearby | undefined;
  ends: Ends;
};

/**
 * Looks up a typed code and its shopper, whose row is locked. M-Pesa reports its money unasked; we ask if that is slow.
 */
export async function expectCode(tx: Tx, typed: Typed): Promise<ExpectedCode> {
  const { userId, code, placedFrom, canAsk } = typed;
  const [, known, unfound, nearby] = await pipelined([
    () => (canAsk ? undefined : lockAddress(tx, placedFrom)),
    () => findTypedCode(tx, userId, code),
    () => unfoundOf(tx, userId),
    () => (canAsk ? undefined : unfoundFrom(tx, placedFrom)),
  ]);
  const ends = canAsk ? ENDLESS : endsFrom(known.now);
  return { ...typed, id: known.refusedId ?? newId(), known, unfound, nearby, ends };
}

const ENDLESS: Ends = { warnsAt: null, endsAt: null };

/** A code whose money is here in full cannot be invented, so no limits apply to it. */
function isHere({ known: { here } }: ExpectedCode, { amount }: Purchase): boolean {
  return here !== null && here >= amount;
}

/** Whose orders on unfound codes may together hold only a part of each size; undefined: no such limit. */
export function sharersFor(code: ExpectedCode, purchase: Purchase): Sharers | undefined {
  return isHere(code, purchase) ? undefined : sharersOf(code.unfound, code.canAsk);
}

/** When the order is cancelled unless the money is found by then; undefined: never. */
export function endingOf(code: ExpectedCode, purchase: Purchase): Ending | undefined {
  if (code.canAsk) return { after: UNFOUND_CODES.hours };
  const { endsAt } = code.ends;
  return endsAt && !isHere(code, purchase) ? { at: endsAt.getTime() } : undefined;
}

/**
 * Why this purchase is refused with this code. Its money may have come all the same, so store the code (keepRefused).
 * @throws ShopError when the code is another payment's
 */
export function refusalOf(code: ExpectedCode, purchase: Purchase): ShopError | undefined {
  const { known, unfound, nearby } = code;
  if (known.isReceipt) throw new ShopError(409, ORDER_TEXTS.codeUsed);
  if (known.endedOrder) return new ShopError(409, codeEnded(known.endedOrder));
  if (isHere(code, purchase)) return undefined;
  return noRoomFor(unfound, { pieces: piecesOf(purchase), amount: purchase.amount }, nearby);
}

/** Stores the code of a refused order for the owner, with an order of its own; what was begun is not changed. */
export async function keepRefused(
  tx: Tx,
  code: ExpectedCode,
  { purchase, place }: PricedOrder,
): Promise<void> {
  // the code of another payment is stored with that one
  if (code.known.isReceipt) return;
  const { id: requestHash, userId } = code;
  const id = newId();
  const keyHash = code.keyHash ?? id;
  const refused = {
    id,
    keyHash,
    userId,
    purchase,
    ...place,
    requestHash,
    phase: "ended",
    method: "cod",
  } as const;
  await storeRefusedCode(tx, promisedBy(code, { id, purchase }), () => addOrder(tx, refused));
}

/** @throws ShopError 409 another shopper has typed the same code in between */
export async function writeCode(tx: Tx, code: ExpectedCode, order: PricedOrder): Promise<void> {
  const { id, known } = code;
  const [isWritten] = await pipelined([
    () => writeTypedCode(tx, promisedBy(code, order), known.refusedId),
    () => lookAtOnce(tx, id, known.here),
  ]);
  if (!isWritten) throw new ShopError(409, ORDER_TEXTS.codeUsed);
}

function promisedBy(code: ExpectedCode, order: Pick<PricedOrder, "id" | "purchase">): TypedCode {
  const { amount } = order.purchase;
  return { ...code, ...code.ends, here: code.known.here, orderId: order.id, amount, added: false };
}

/** The message about a code whose order was cancelled: once its money is found, that order goes on. */
function codeEnded(orderId: string): string {
  return `This code is with your order ${shortId(orderId)}, which we cancelled because we couldn't find its payment. Please call us: once we find it, that order goes on.`;
}

function piecesOf({ lines }: Purchase): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}
