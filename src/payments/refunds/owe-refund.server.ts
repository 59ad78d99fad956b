import { eq, sql } from "drizzle-orm";
import { formatPrice } from "../../catalogue/rules.ts";
import { AMOUNT_MAX, type Method, ORDER_TEXTS, readCode } from "../../ordering/rules.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { addJob } from "../../platform/jobs/jobs.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { PaymentContext } from "../core/payment-context.server.ts";
import type { Refund } from "../core/provider.server.ts";
import { refunds } from "../core/tables.server.ts";

/** What staff know better than the shop. */
export type Stated = {
  /** The code the money came under. */
  receipt?: string | undefined;
  /** How much it was, or goes back, in KES. */
  amount?: number | undefined;
  /** A refund whose answer was lost did not go through: counts where the provider, who is asked first, gives no answer. */
  firstDidNotGoThrough?: boolean | undefined;
};

type Owed = {
  id: string;
  paymentId?: string;
  discrepancyId?: string;
  method: Method;
  amount: number;
  reason: string;
  stated: Stated;
};

/** A refund that is due from now on; one that failed is due again, and of one whose answer was lost is asked first. */
export async function owe(context: PaymentContext, tx: Tx, owed: Owed): Promise<boolean> {
  const { id, paymentId, discrepancyId, method, amount, reason, stated } = owed;
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, id)).for("update");
  if (!refund)
    await tx
      .insert(refunds)
      .values({ id, amount, reason, paymentId: paymentId ?? null, discrepancyId: discrepancyId ?? null });
  else if (refund.state === "failed" || refund.state === "unknown")
    await repeat(tx, refund, isAskable(context, method, refund, stated), stated);
  else return false;
  await addJob(tx, "refund", id);
  return true;
}

async function repeat(tx: Tx, refund: Refund, asks: boolean, stated: Stated): Promise<void> {
  await tx
    .update(refunds)
    .set({
      state: asks ? "asking" : "due",
      tries: 0,
      firstFailed: stated.firstDidNotGoThrough === true,
      nextTryAt: sql`now()`,
      ...(stated.amount === undefined ? {} : { amount: stated.amount }),
    })
    .where(eq(refunds.id, refund.id));
}

/** Whether the provider is asked first. @throws ShopError 409 it must be, cannot be, and nobody gives his word. */
function isAskable(context: PaymentContext, method: Method, { state }: Refund, stated: Stated): boolean {
  if (state !== "unknown") return false;
  if (context.provider(method)?.wasRefunded) return true;
  if (stated.firstDidNotGoThrough) return false;
  throw new ShopError(
    409,
    "The answer to the first refund was lost, and nobody can be asked here. If you have seen that the money did not go back, repeat this with --first-did-not-go-through.",
  );
}

/** @throws ShopError 400 no whole shillings; 409 more than came */
export function readSum(amount: number, most: number | undefined): number {
  if (!Number.isInteger(amount) || amount < 1 || amount > AMOUNT_MAX)
    throw new ShopError(400, "The amount must be whole shillings, at least 1.");
  if (most !== undefined && amount > most)
    throw new ShopError(409, `No more than ${formatPrice(most)} came.`);
  return amount;
}

/** A code as staff typed it; a card's transaction is named by digits. @throws ShopError 400 when it is neither. */
export function readReceipt(method: Method, typed: string | undefined): string | undefined {
  if (typed === undefined) return undefined;
  const transactionId = method === "flutterwave" ? /^\d{1,20}$/.exec(typed.trim())?.[0] : undefined;
  const receipt = transactionId ?? readCode(typed);
  if (receipt === undefined) throw new ShopError(400, ORDER_TEXTS.codeMalformed);
  return receipt;
}
