import { eq } from "drizzle-orm";
import type { Tx } from "../../platform/database/db.server.ts";
import type { PaymentContext } from "../core/payment-context.server.ts";
import { giveToOwner } from "./refund-attempts.server.ts";
import { moneyCame, refundSums } from "./refund-sums.server.ts";
import { wayOf } from "./refund-way.server.ts";
import type { ReturnedMoney } from "./returned-money.server.ts";
import { refunds } from "./tables.server.ts";

/**
 * Whether a locked refund that is due may be sent by its provider now, by what is known of its money now. A part that the
 * provider cannot send waits for a person, and one for which no room is left for the owner.
 */
export async function mayLeave(context: PaymentContext, tx: Tx, money: ReturnedMoney): Promise<boolean> {
  const { refund, method } = money;
  const { amount } = refund;
  if (refund.state !== "due" || refund.way !== "provider") return false;
  const { came, whole, others } = await sumsOf(tx, money);
  if (others + amount > (came ?? amount)) {
    await keepHere(tx, money);
    return false;
  }
  if (wayOf(context, { method, amount, whole, by: undefined }) === "provider") return true;
  await tx.update(refunds).set({ way: "hand", nextTryAt: null }).where(eq(refunds.id, refund.id));
  return false;
}

type Sums = { came: number | undefined; whole: number; others: number };

/** What a payment's name is on beside it is no part of that payment's own money. */
async function sumsOf(tx: Tx, { refund, payment, discrepancy }: ReturnedMoney): Promise<Sums> {
  if (refund.paymentId === null || !payment) {
    const came = discrepancy?.amount ?? undefined;
    return { came, whole: came ?? refund.amount, others: 0 };
  }
  const came = await moneyCame(tx, payment);
  const { claimed } = await refundSums(tx, payment.id, refund.id);
  return { came, whole: came ?? payment.amount, others: claimed };
}

const NO_ROOM = "more would go back than came";

async function keepHere(tx: Tx, money: ReturnedMoney): Promise<void> {
  await tx
    .update(refunds)
    .set({ state: "failed", result: NO_ROOM, nextTryAt: null })
    .where(eq(refunds.id, money.refund.id));
  await giveToOwner(tx, money, `the refund did not go through: ${NO_ROOM}`);
}
