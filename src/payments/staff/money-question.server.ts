import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { formatPrice } from "../../catalogue/rules.ts";
import { shortId } from "../../ordering/rules.ts";
import { orders } from "../../ordering/tables.server.ts";
import { hiddenPhone } from "../../phone-rules.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import type { Payment } from "../core/provider.server.ts";
import { bearsOrder, isHeld } from "../core/queries.server.ts";
import type { Transaction } from "../transactions/queries.server.ts";
import { findCandidates, findOpenPrompts, shownDigits } from "../transactions/same-money.server.ts";
import { exceptions, IS_OPEN, refunds } from "../transactions/tables.server.ts";

// what staff are asked before money moves: to whom it goes, and what speaks against it

/** What speaks against moving this money. */
export async function conflictsOf(
  tx: Tx,
  money: Transaction,
  payment: Payment | undefined,
): Promise<string[]> {
  return [
    ...(await doubtsOf(tx, money, payment)),
    ...unconfirmedOf(money),
    ...(money.verified ? [] : ["It was only reported: look it up with the provider first."]),
    ...(money.closedAt ? ["It was closed."] : []),
  ];
}

/** Says so where only staff have seen how much came. */
export function unconfirmedOf({ provider, source }: Transaction): string[] {
  return provider === "mpesa" && source === "staff" ? ["M-Pesa has not confirmed this sum."] : [];
}

/** What else may be this very payment, what contradicts it, and what of it, `refund` apart, may be on its way back. */
export async function doubtsOf(
  tx: Tx,
  money: Transaction,
  payment: Payment | undefined,
  refund = "",
): Promise<string[]> {
  const candidates = await findCandidates(tx, money, payment);
  const open = await findOpenPrompts(tx, money, payment);
  const leaving = await tx
    .select({ way: refunds.way, amount: sql<number>`sum(${refunds.amount})::int` })
    .from(refunds)
    .where(
      and(eq(refunds.transactionId, money.id), IS_OPEN, ne(refunds.state, "failed"), ne(refunds.id, refund)),
    )
    .groupBy(refunds.way);
  const contradictions = await tx
    .select({ text: exceptions.text })
    .from(exceptions)
    .where(
      and(
        eq(exceptions.transactionId, money.id),
        inArray(exceptions.kind, ["contradiction", "dispute"]),
        isNull(exceptions.closedAt),
      ),
    )
    .orderBy(exceptions.id);
  return [
    ...contradictions.map(({ text }) => `${text[0]?.toUpperCase()}${text.slice(1)}.`),
    ...candidates.map((other) => `It may be the same payment as ${moneyName(other)}.`),
    ...open.map(({ id }) => `It may be the money of prompt ${shortId(id)}, whose end nobody knows yet.`),
    ...leaving.map(({ way, amount }) =>
      way === "hand"
        ? `${formatPrice(amount)} of it is to be sent by hand already.`
        : `${formatPrice(amount)} may be on its way already.`,
    ),
  ];
}

/** Tells staff that an order on a held code stays as it is without this money. */
export function whatStays(payment: Payment | undefined): string[] {
  if (!payment || !isHeld(payment) || !bearsOrder(payment)) return [];
  return [`Order ${shortId(payment.orderId)} stays as it is: decide about it as well.`];
}

/** To whom this money would be refunded, in words. */
export async function payerOf(tx: Tx, money: Transaction, payment: Payment | undefined): Promise<string> {
  const order = money.orderId ?? payment?.orderId;
  const [found] = order ? await tx.select().from(orders).where(eq(orders.id, order)) : [];
  const address = found?.address ?? payment?.address;
  const phone = payment?.phone
    ? hiddenPhone(payment.phone)
    : shownDigits(money)
      ? `a phone ending in ${shownDigits(money)}`
      : undefined;
  const name = address ? `${address.firstName} ${address.lastName}` : undefined;
  const card = money.details?.last4 ? `the card ending in ${money.details.last4}` : undefined;
  return [name, phone ?? card].filter(Boolean).join(", ") || `whoever paid ${money.receipt ?? "it"}`;
}

/** How staff know a sum: by its receipt, and its order. */
export function moneyName({ receipt, amount, orderId }: Transaction): string {
  const name = receipt ?? `a payment of ${formatPrice(amount)} without a receipt`;
  return orderId ? `${name} (order ${shortId(orderId)})` : name;
}
