import { eq, sql } from "drizzle-orm";
import { addOrderAddress } from "../../ordering/change-status.server.ts";
import type { Address } from "../../ordering/contract.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { Payment, PaymentContext } from "../core/provider.server.ts";
import { findPayment, findPush, orderOfKey, paidOfAmount } from "../core/queries.server.ts";
import { payments } from "../core/tables.server.ts";
import { reconcile } from "../reconcile.server.ts";
import { PAYMENT_TEXTS, publicStatus, refundMessage } from "../rules.ts";
import { isSpent, transactionOf } from "../transactions/queries.server.ts";

type Claim = {
  userId: string;
  checkoutRequestID?: string | undefined;
  amount?: number | undefined;
  address?: Address | undefined;
};

/**
 * Returns the order that a push has paid, after asking M-Pesa once more where it has paid none yet. Without a request id the
 * shopper's single unclaimed payment of that amount is meant. Nothing in the call is believed; the order is
 * as it was begun. The same call again returns the same order; `refund` where the money is refunded.
 * @throws ShopError 404 no such payment; 409 not paid yet, refunded without an order, another total, or several
 * payments of this amount.
 */
export async function confirmPush(context: PaymentContext, claim: Claim): Promise<Became> {
  const payment = await findClaimed(context, claim);
  if (claim.amount !== undefined && claim.amount !== payment.amount)
    throw new ShopError(409, PAYMENT_TEXTS.otherOrder);
  const now = publicStatus(payment.state) === "paid" ? payment : await askAgain(context, payment);
  const orderId = now && (await findOrderOf(context, now));
  const back = now && (await refundOf(context.db, now, orderId));
  if (!orderId) throw new ShopError(409, back?.message ?? PAYMENT_TEXTS.notPaidYet);
  await markClaimed(context, now.id, orderId, claim.address);
  return { orderId, ...back };
}

async function findClaimed(
  { db }: PaymentContext,
  { userId, checkoutRequestID, amount }: Claim,
): Promise<Payment> {
  if (checkoutRequestID !== undefined) {
    const found = await findPush(db, userId, checkoutRequestID);
    if (!found) throw new ShopError(404, PAYMENT_TEXTS.unknownPayment);
    return found;
  }
  const paid = amount === undefined ? [] : await paidOfAmount(db, userId, amount);
  const unclaimed = paid.filter((payment) => payment.claimedAt === null);
  if (unclaimed.length > 1) throw new ShopError(409, PAYMENT_TEXTS.severalPayments);
  const found = unclaimed[0] ?? paid[0];
  if (!found) throw new ShopError(409, PAYMENT_TEXTS.notPaidYet);
  return found;
}

async function askAgain(context: PaymentContext, payment: Payment): Promise<Payment | undefined> {
  await reconcile(context, payment.id, { fresh: true });
  return findPayment(context.db, payment.id);
}

/** Its own order, or, where that was paid by another payment, the placed order of its key. */
export async function findOrderOf({ db }: PaymentContext, payment: Payment): Promise<string | undefined> {
  if (publicStatus(payment.state) !== "paid") return undefined;
  const { orderId, phase, userId, keyHash } = payment;
  if (phase === "placed") return orderId;
  const placed = await orderOfKey(db, keyHash);
  return placed?.userId === userId ? placed.id : undefined;
}

/** The order of a payment. With `refund` its money is refunded all the same, and `message` says why. */
type Became = { orderId: string; refund?: true; message?: string };

/** The message about a payment whose whole money is refunded; undefined for any other. `orderId`: as findOrderOf returns it. */
export async function refundOf(db: Db, payment: Payment, orderId: string | undefined) {
  const money = await transactionOf(db, payment);
  if (!money || money.allocated > 0 || !isSpent(money)) return undefined;
  const isBeside = orderId !== undefined && money.orderId === null;
  return { refund: true as const, message: refundMessage(payment.reason, isBeside) };
}

/** Marks it claimed. A payment that was begun without an address gets it now. */
async function markClaimed(
  { db }: PaymentContext,
  id: string,
  orderId: string,
  address: Address | undefined,
) {
  await db
    .update(payments)
    .set({ claimedAt: sql`coalesce(${payments.claimedAt}, now())` })
    .where(eq(payments.id, id));
  if (address) await addOrderAddress(db, orderId, address);
}
