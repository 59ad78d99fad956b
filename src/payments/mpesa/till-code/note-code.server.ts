import { eq, sql } from "drizzle-orm";
import { lockShopper } from "../../../cart/queries.server.ts";
import { ORDER_TEXTS } from "../../../ordering/rules.ts";
import { orders } from "../../../ordering/tables.server.ts";
import type { Noted } from "../../../ordering/track/track-html.server.ts";
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
  /** Everything but the code is the same. */
  sameOrder: boolean;
};

/**
 * Keeps a code that was typed for a checkout that has its order: its money is looked for like any other. Once found, it
 * pays an order that is not paid, as where the code before was mistyped, or else goes back. One row per code, however often
 * it is typed; what belongs to another shopper is told to the owner alone. Undefined: the
 * code is not for it, the items differ, or it is unpaid and not the same order.
 * @throws ShopError 409 an unpaid order's, and this shopper's code of another; 429 too many codes that nobody has found
 */
export async function noteCode(
  db: Db,
  { userId, orderId, code, contentsHash, sameOrder }: NewCode,
): Promise<Noted | undefined> {
  const noted = await transaction(db, async (tx) => {
    // of two codes at once the second sees the first, and an order being paid just now is paid
    await lockShopper(tx, userId);
    const payment = await paymentOf(tx, orderId);
    if (!payment) return undefined;
    // staff may have changed the goods of the same order since
    const isOfSameGoods = payment.contentsHash === contentsHash;
    if (!sameOrder && (payment.paidAt === null || !isOfSameGoods)) return undefined;
    return noteFor(tx, payment, { userId, code });
  });
  // what was kept with the refusal stays
  if (noted instanceof ShopError) throw noted;
  return noted;
}

/**
 * The same for an order that is known to be meant, under the lock of its shopper's account. Gives the refusal that its code
 * was kept with, so that it stays.
 */
export async function noteFor(
  tx: Tx,
  payment: Payment,
  { userId, code }: { userId: string; code: string },
): Promise<Noted | ShopError> {
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
 * The payment that an order was paid by, or is still to be paid by. Locked, as staff lock it who change the order: its total
 * is that of now.
 */
export async function paymentOf(tx: Tx, orderId: string): Promise<Payment | undefined> {
  const [payment] = await lockPayments(
    tx,
    eq(payments.orderId, orderId),
    // the money of an attempt at an unpaid order went back
    sql`(${payments.paidAt} is null) = (select paid.payment from ${orders} paid where paid.id = ${payments.orderId})`,
    // before a prompt that it was begun with
    sql`${payments.method} <> 'cod'`,
    payments.added,
    payments.id,
  );
  return payment;
}

function statusOf({ paidAt, status }: Payment): Noted {
  if (paidAt) return "paid";
  return status === "Cancelled" ? "cancelled" : "unpaid";
}

/**
 * When an added code leaves the list unfound: with its order, or, where that has ended, as a new one would. It warns nobody.
 */
function endOfAdded({ endsAt }: Payment, now: number): Ends {
  const end = endsAt && (endsAt.getTime() > now ? endsAt : endsFrom(now).endsAt);
  return { warnsAt: null, endsAt: end };
}

/** Gives why there is no room for one more code, which is kept all the same. */
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
