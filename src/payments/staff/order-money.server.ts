import { and, eq, isNull } from "drizzle-orm";
import { formatPrice } from "../../catalogue/rules.ts";
import { orders } from "../../ordering/tables.server.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { PaymentContext, Refund } from "../core/provider.server.ts";
import { findPayment, lockAttempts } from "../core/queries.server.ts";
import { closeWaiting, expectAmount } from "../mpesa/till-code/retype-code.server.ts";
import { addRefund, mailRefundDue } from "../transactions/add-refund.server.ts";
import type { Transaction } from "../transactions/queries.server.ts";
import { wayOf } from "../transactions/returned-money.server.ts";
import { type ReturnedLine, refunds, transactions } from "../transactions/tables.server.ts";
import { doubtsOf, unconfirmedOf } from "./money-question.server.ts";
import { demandConfirmed } from "./refusals.server.ts";

/** Why an order's money is refunded; `amount` in whole KES. `confirmed`: staff were shown the sum, to whom and how. */
type Owing = {
  orderId: string;
  amount: number;
  reason: string;
  by: Actor;
  confirmed?: boolean | string | undefined;
};

/** What staff's actions on orders need of the money, within the transaction of the action. */
export function orderMoney(context: PaymentContext) {
  return {
    lock: (tx: Tx, orderId: string) => lockAttempts(tx, orderId),
    /** Refunds a part of a paid order's money; the order goes on. @throws ShopError 409 nothing is left to refund */
    owePart: async (tx: Tx, owing: Owing) => {
      const refund = await owe(context, tx, owing);
      if (!refund) throw new ShopError(409, "Nothing is left to give back of this order's money.");
      return refund;
    },
    /** Refunds all that is left of a paid order's money. Undefined: it is not paid, or nothing is left. */
    oweAll: (tx: Tx, owing: Omit<Owing, "amount">) => owe(context, tx, owing),
    closeWaiting,
    piecesGivenBack,
    expectAmount,
  };
}

/** @throws ShopError 409 more than is left; 409 `confirm` first, and nothing is written */
async function owe(
  context: PaymentContext,
  tx: Tx,
  { orderId, amount, reason, by, confirmed }: Omit<Owing, "amount"> & { amount?: number },
): Promise<Refund | undefined> {
  const its = await tx
    .select()
    .from(transactions)
    .where(eq(transactions.orderId, orderId))
    .orderBy(transactions.id)
    .for("update");
  const left = its.reduce((sum, { allocated }) => sum + allocated, 0);
  if (left === 0) return undefined;
  if (amount !== undefined && amount > left)
    throw new ShopError(409, `No more than ${formatPrice(left)} of this order's money is left.`);
  const parts = partsOf(its, amount ?? left);
  demandConfirmed(confirmed, {
    amount: amount ?? left,
    to: `refunded to ${await nameOf(tx, orderId)}`,
    method: parts.some((part) => wayOf(context, part.money, { ...part, byStaff: true }) === "hand")
      ? "hand"
      : "provider",
    conflicts: [
      ...(await doubtsOfAll(tx, its)),
      ...new Set(parts.flatMap((part) => unconfirmedOf(part.money))),
    ],
  });
  let last: Refund | undefined;
  for (const { money, amount: part } of parts) {
    last = await addRefund(context, tx, money, { amount: part, orderId, reason, by });
    const payment = money.paymentId ? await findPayment(tx, money.paymentId) : undefined;
    await mailRefundDue(context, tx, payment, last);
    await writeAudit(tx, by, {
      action: "payment.refund",
      subjectKind: "transaction",
      subjectId: money.id,
      after: { refund: formatPrice(part), order: orderId },
      reason,
    });
  }
  return last && { ...last, amount: amount ?? left };
}

/** How much of each sum is refunded, the oldest first. */
function partsOf(its: Transaction[], amount: number): { money: Transaction; amount: number }[] {
  let rest = amount;
  return its.flatMap((money) => {
    const part = Math.min(rest, money.allocated);
    rest -= part;
    return part > 0 ? [{ money, amount: part }] : [];
  });
}

async function nameOf(tx: Tx, orderId: string): Promise<string> {
  const [order] = await tx.select({ address: orders.address }).from(orders).where(eq(orders.id, orderId));
  const { firstName = "", lastName = "" } = order?.address ?? {};
  return `${firstName} ${lastName}`.trim() || "whoever paid";
}

async function doubtsOfAll(tx: Tx, its: Transaction[]): Promise<string[]> {
  const doubts: string[] = [];
  for (const money of its) {
    const payment = money.paymentId ? await findPayment(tx, money.paymentId) : undefined;
    doubts.push(...(await doubtsOf(tx, money, payment)));
  }
  return doubts;
}

/** Pieces of an order's lines that its refunds name, without refunds that were given up. */
async function piecesGivenBack(tx: Tx, orderId: string): Promise<ReturnedLine[]> {
  const named = await tx
    .select({ lines: refunds.lines })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), isNull(refunds.givenUpAt)));
  return named.flatMap(({ lines }) => lines);
}
