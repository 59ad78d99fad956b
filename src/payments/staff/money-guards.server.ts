import { and, eq, inArray } from "drizzle-orm";
import { formatPrice } from "../../catalogue/rules.ts";
import { shortId } from "../../ordering/rules.ts";
import { orders } from "../../ordering/tables.server.ts";
import { hiddenPhone } from "../../phone-rules.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { changeState } from "../core/change-state.server.ts";
import type { Payment } from "../core/provider.server.ts";
import { lockPayment } from "../core/queries.server.ts";
import { bearsOrder, releaseGoods } from "../core/release-goods.server.ts";
import { receiptStanding } from "../core/standing.server.ts";
import { payments } from "../core/tables.server.ts";
import { ELSEWHERE } from "../mpesa/till-code/verify-code.ts";
import {
  findTransaction,
  isSpent,
  lockTransaction,
  type Transaction,
} from "../transactions/queries.server.ts";
import { lockMoney as lockSum } from "../transactions/record-money.server.ts";
import { IS_OPEN } from "../transactions/returned-money.server.ts";
import { findCandidates, findOpenPrompts, shownDigits } from "../transactions/same-money.server.ts";
import { refunds } from "../transactions/tables.server.ts";

/**
 * The sum and the attempt it answers, locked; again where it answers another by then. Reports of that sum wait meanwhile, so
 * that of one payment reported twice one alone is spent. @throws ShopError 404
 */
export async function lockMoney(
  tx: Tx,
  id: string,
): Promise<{ money: Transaction; payment: Payment | undefined }> {
  for (;;) {
    const before = await findTransaction(tx, id);
    if (!before) throw new ShopError(404, "There is no such payment.");
    const payment = before.paymentId ? await lockPayment(tx, before.paymentId) : undefined;
    await lockSum(tx, before);
    const money = await lockTransaction(tx, id);
    if (!money) throw new ShopError(404, "There is no such payment.");
    if (money.paymentId === before.paymentId) return { money, payment };
  }
}

/** What came to a number that is none of ours is not the shop's to move. @throws ShopError 409 */
export async function demandOurs(tx: Tx, money: Transaction, payment: Payment | undefined): Promise<void> {
  if (payment?.reason !== ELSEWHERE || payment.paidAt !== null) return;
  throw new ShopError(409, "This money came to another number.", await receiptStanding(tx, money));
}

/** Another report may be of this very payment: while that one is spent, this one is not. @throws ShopError 409 */
export async function demandNotSame(tx: Tx, money: Transaction, payment: Payment | undefined): Promise<void> {
  if (isSpent(money)) return;
  const spent = (await findCandidates(tx, money, payment)).find(isSpent);
  if (spent)
    throw new ShopError(
      409,
      `This may be the same payment as ${nameOf(spent)}, which is spent. Wait until its receipt is known, or close this.`,
      await receiptStanding(tx, spent),
    );
}

/** What speaks against moving this money. */
export async function conflictsOf(
  tx: Tx,
  money: Transaction,
  payment: Payment | undefined,
): Promise<string[]> {
  return [
    ...(await doubtsOf(tx, money, payment)),
    ...(money.verified ? [] : ["It was only reported: look it up with the provider first."]),
    ...(money.closedAt ? ["It was closed."] : []),
  ];
}

/** What else may be this very payment, and what of it may be on its way back. */
export async function doubtsOf(tx: Tx, money: Transaction, payment: Payment | undefined): Promise<string[]> {
  const candidates = await findCandidates(tx, money, payment);
  const open = await findOpenPrompts(tx, money, payment);
  const unsure = await tx
    .select({ amount: refunds.amount })
    .from(refunds)
    .where(
      and(
        eq(refunds.transactionId, money.id),
        IS_OPEN,
        inArray(refunds.state, ["unknown", "asking", "asked", "sending"]),
      ),
    );
  return [
    ...candidates.map((other) => `It may be the same payment as ${nameOf(other)}.`),
    ...open.map(({ id }) => `It may be the money of prompt ${shortId(id)}, whose end nobody knows yet.`),
    ...unsure.map(({ amount }) => `${formatPrice(amount)} may be on its way already.`),
  ];
}

function nameOf({ receipt, amount, orderId }: Transaction): string {
  const name = receipt ?? `a payment of ${formatPrice(amount)} without a receipt`;
  return orderId ? `${name} (order ${shortId(orderId)})` : name;
}

/** Its money waits for a person, and its provider is asked nothing more. */
export function isHeld({ state, nextCheckAt }: Payment): boolean {
  return state === "paid_held" && nextCheckAt === null;
}

/** An attempt that was held is over, unpaid: its money is left where it is, or pays another order. */
export async function endHeld(
  tx: Tx,
  payment: Payment,
  { reason, by }: { reason: string; by: Actor },
): Promise<void> {
  const columns = { active: false, nextCheckAt: null, leaseUntil: null, reason };
  await changeState(tx, "close", eq(payments.id, payment.id), columns, { by });
  await releaseGoods(tx, payment);
}

/** Staff are told of an order on a held code that it goes on without this money. */
export function whatStays(payment: Payment | undefined): string[] {
  if (!payment || !isHeld(payment) || !bearsOrder(payment)) return [];
  return [`Order ${shortId(payment.orderId)} stays as it is: decide about it as well.`];
}

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

export async function auditMoney(
  tx: Tx,
  { id, ...sums }: Transaction,
  { by, action, after, reason }: { by: Actor; action: string; after: object; reason?: string },
): Promise<void> {
  const { allocated, refunded, refunding, unallocated } = sums;
  await writeAudit(tx, by, {
    action,
    subjectKind: "transaction",
    subjectId: id,
    before: { allocated, refunded, refunding, unallocated },
    after,
    ...(reason ? { reason } : {}),
  });
}
