import { eq, getTableColumns, sql } from "drizzle-orm";
import type { Method } from "../../ordering/rules.ts";
import type { Db, Tx } from "../../platform/database/db.server.ts";
import type { Payment, PaymentContext, Provider, Refund } from "../core/provider.server.ts";
import { findPayment, lockOrderAndPayment } from "../core/queries.server.ts";
import { findTransaction, lockTransaction, type Transaction } from "./queries.server.ts";
import type { MoneyProvider } from "./rules.ts";
import { refunds } from "./tables.server.ts";

/** A refund with the money that it refunds, and the attempt that this money answers. */
export type ReturnedMoney = {
  refund: Refund & Due;
  transaction: Transaction;
  payment: Payment | undefined;
};

/** By the database's clock: its next try is due; and it has been under way for so long that staff should look. */
type Due = { isDue: boolean; isSlow: boolean };

const REFUND = {
  ...getTableColumns(refunds),
  isDue: sql<boolean>`coalesce(${refunds.nextTryAt} <= now(), false)`,
  isSlow: sql<boolean>`(${refunds.createdAt} <= now() - interval '5 days')`,
};

/** A refund with its money, as it stands. */
export async function findReturned(db: Db, id: string): Promise<ReturnedMoney | undefined> {
  const [refund] = await db.select(REFUND).from(refunds).where(eq(refunds.id, id));
  const transaction = refund && (await findTransaction(db, refund.transactionId));
  if (!transaction) return undefined;
  const payment = transaction.paymentId ? await findPayment(db, transaction.paymentId) : undefined;
  return { refund, transaction, payment };
}

/** The same, locked: first orders and attempt, then the transaction, then the refund, as everywhere. */
export async function lockReturned(tx: Tx, id: string): Promise<ReturnedMoney | undefined> {
  const [known] = await tx.select().from(refunds).where(eq(refunds.id, id));
  const before = known && (await findTransaction(tx, known.transactionId));
  if (!before) return undefined;
  const payment = await lockOrderAndPayment(tx, { ...before, orderId: known.orderId });
  const transaction = await lockTransaction(tx, before.id);
  const [refund] = await tx.select(REFUND).from(refunds).where(eq(refunds.id, id)).for("update");
  return refund && transaction && { refund, transaction, payment };
}

/** The provider that refunds such money; it has no `refund` where that is not set up. */
export function refunderOf({ provider }: PaymentContext, of: MoneyProvider): Provider | undefined {
  if (of === "card") return provider("flutterwave");
  return [provider("mpesa"), provider("cod")].find((each) => each?.refund) ?? provider("cod");
}

/** How the payer has paid, as mails say it. */
export function methodOf({ transaction, payment }: Pick<ReturnedMoney, "transaction" | "payment">): Method {
  if (transaction.provider === "card") return "flutterwave";
  return payment?.method ?? "cod";
}

/**
 * Whether a refund of this amount goes by the provider or by hand. M-Pesa reverses only a whole payment (docs/payments.md,
 * "Reversal"), and of money that only staff have seen nobody knows the whole.
 */
export function wayOf(
  context: PaymentContext,
  { provider, amount: whole, source }: Transaction,
  { amount, byStaff }: { amount: number; byStaff: boolean },
): Refund["way"] {
  const refunder = refunderOf(context, provider);
  if (refunder && !refunder.refundsParts && (amount !== whole || source === "staff")) return "hand";
  // a refund that the shop owes waits until refunds are set up; one that staff ask for they send by hand
  return !refunder?.refund && byStaff ? "hand" : "provider";
}
