import { eq, sql } from "drizzle-orm";
import { lockShopper } from "../../../cart/queries.server.ts";
import { ORDER_TEXTS } from "../../../ordering/rules.ts";
import { orders } from "../../../ordering/tables.server.ts";
import type { CodeOutcome } from "../../../ordering/track/track-html.server.ts";
import { type Db, type Tx, transaction } from "../../../platform/database/db.server.ts";
import { TooManyRequests } from "../../../platform/http/limits.server.ts";
import { newId } from "../../../platform/id.server.ts";
import { ShopError } from "../../../platform/shop-error.ts";
import type { Payment } from "../../core/provider.server.ts";
import { lockPayments } from "../../core/queries.server.ts";
import { payments } from "../../core/tables.server.ts";
import { addException } from "../../transactions/queries.server.ts";
import { transactions } from "../../transactions/tables.server.ts";
import { unfoundOf } from "./code-limits.server.ts";
import {
  type Ends,
  endsFrom,
  findTypedCode,
  IS_REFUSED_CODE,
  lookAtOnce,
  storeRefusedCode,
  writeTypedCode,
} from "./typed-code.server.ts";

type NewCode = {
  userId: string;
  orderId: string;
  code: string;
  contentsHash: string;
  /** Whether everything but the code is the same. */
  sameOrder: boolean;
};

/**
 * Stores a code that was typed for a checkout that has its order: its money is looked for like any other. Once found, it
 * pays an unpaid order, as where the first code was mistyped, or else is refunded. One row per code, however often
 * it is typed; a code of another shopper is reported to the owner only. Undefined: the
 * code is not for this order, the items differ, or it is unpaid and not the same order.
 * @throws ShopError 409 an unpaid order's, and this shopper's code of another; 429 too many codes that nobody has found
 */
export async function noteCode(
  db: Db,
  { userId, orderId, code, contentsHash, sameOrder }: NewCode,
): Promise<CodeOutcome | undefined> {
  const noted = await transaction(db, async (tx) => {
    // so that of two codes at the same time the second sees the first, and an order that is being paid counts as paid
    await lockShopper(tx, userId);
    const payment = await paymentOf(tx, orderId);
    if (!payment) return undefined;
    // staff may have changed the items of the same order since
    const isOfSameGoods = payment.contentsHash === contentsHash;
    if (!sameOrder && (payment.paidAt === null || !isOfSameGoods)) return undefined;
    return noteFor(tx, payment, { userId, code });
  });
  // thrown after the commit, so that the code stored with the refusal stays
  if (noted instanceof ShopError) throw noted;
  return noted;
}

/**
 * The same for an order that is known to be meant, under the lock of its shopper's account. Returns the refusal, instead of
 * throwing it, where the code was stored with one.
 */
export async function noteFor(
  tx: Tx,
  payment: Payment,
  { userId, code }: { userId: string; code: string },
): Promise<CodeOutcome | ShopError> {
  const stands = statusOf(payment);
  const [known] = await tx
    .select({ userId: orders.userId, orderId: payments.orderId, isRefused: IS_REFUSED_CODE })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      sql`${payments.typedCode} = ${code} or ${payments.transactionId} in
        (select t.id from ${transactions} t where t.provider = 'mpesa' and t.receipt = ${code})`,
    );
  if (!known || (known.isRefused && known.userId === userId))
    return (await addCode(tx, payment, code)) ?? stands;
  if (known.userId !== userId) await reportOtherShopper(tx, payment, code);
  else if (stands !== "paid" && known.orderId !== payment.orderId)
    throw new ShopError(409, ORDER_TEXTS.codeUsed);
  return stands;
}

/**
 * The payment by which an order was paid, or is still to be paid. Locked, as staff lock it when they change the order, so that
 * its total is current.
 */
export async function paymentOf(tx: Tx, orderId: string): Promise<Payment | undefined> {
  const [payment] = await lockPayments(
    tx,
    eq(payments.orderId, orderId),
    // an attempt that was paid for an unpaid order was refunded, so it does not count
    sql`(${payments.paidAt} is null) = (select paid.payment from ${orders} paid where paid.id = ${payments.orderId})`,
    // a typed code comes before the prompt with which the order was begun
    sql`${payments.method} <> 'cod'`,
    payments.added,
    payments.id,
  );
  return payment;
}

function statusOf({ paidAt, status }: Payment): CodeOutcome {
  if (paidAt) return "paid";
  return status === "Cancelled" ? "cancelled" : "unpaid";
}

/**
 * When an added code leaves the list unfound: with its order, or, where that has ended, as a new code would. Nobody is warned.
 */
function endOfAdded({ endsAt }: Payment, now: number): Ends {
  const end = endsAt && (endsAt.getTime() > now ? endsAt : endsFrom(now).endsAt);
  return { warnsAt: null, endsAt: end };
}

/** Adds a code to an order. Returns a refusal where the shopper has too many; the code is stored all the same. */
async function addCode(tx: Tx, payment: Payment, code: string): Promise<ShopError | undefined> {
  const { userId, orderId, amount, placedFrom } = payment;
  const { wait } = await unfoundOf(tx, userId);
  const { here, refusedId, now } = await findTypedCode(tx, userId, code);
  const id = refusedId ?? newId();
  // what is found pays the order, or is one too many
  const typed = {
    id,
    userId,
    code,
    here,
    orderId,
    added: true,
    amount,
    placedFrom,
    ...endOfAdded(payment, now),
  };
  if (wait > 0) {
    await storeRefusedCode(tx, typed);
    return new TooManyRequests(wait, ORDER_TEXTS.tooManyCodes);
  }
  if (await writeTypedCode(tx, typed, refusedId)) await lookAtOnce(tx, id, here);
  else await reportOtherShopper(tx, payment, code);
  return undefined;
}

/** Whose money it is, only a person can say. */
async function reportOtherShopper(tx: Tx, payment: Payment, code: string): Promise<void> {
  const { id, paidAt } = payment;
  const text = `a code typed for its ${paidAt ? "paid checkout" : "order"} belongs to another shopper`;
  const key = `code:${id}:${code}`;
  await addException(tx, { key, kind: "contradiction", provider: "mpesa", receipt: code, text }, { payment });
}
