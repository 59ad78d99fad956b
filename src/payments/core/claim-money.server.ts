import { and, ne } from "drizzle-orm";
import type { Tx } from "../../platform/database/db.server.ts";
import { isSpent, type Transaction } from "../transactions/queries.server.ts";
import {
  MAYBE_OF_CODE,
  MAYBE_OF_PROMPT,
  type Money,
  recordMoney,
} from "../transactions/record-money.server.ts";
import { DECIDED, SPENT } from "../transactions/rules.ts";
import { couldBeOf, DOUBTED, findUnnamed, reportedOf } from "../transactions/same-money.server.ts";
import { transactions } from "../transactions/tables.server.ts";
import type { Payment } from "./provider.server.ts";
import { findPayment } from "./queries.server.ts";

/** `conflict`: why this money does not pay this attempt before a person has decided. */
export type Claim = { transaction: Transaction; conflict?: string };

/**
 * Finds the transaction that proves a locked attempt, or inserts it where nobody reported the money before. Money that may have
 * paid another order, or that the owner has decided about, pays nothing more.
 */
export async function claimMoney(tx: Tx, payment: Payment, money: Money): Promise<Claim> {
  const { transaction } = await recordMoney(tx, money, payment);
  const conflict =
    (await conflictOf(tx, payment, transaction)) ?? (await conflictOfSame(tx, payment, transaction));
  return conflict === undefined ? { transaction } : { transaction, conflict };
}

async function conflictOf(tx: Tx, payment: Payment, transaction: Transaction): Promise<string | undefined> {
  if (transaction.closedAt) return DECIDED;
  if (isSpent(transaction)) return SPENT;
  if (transaction.paymentId === null || transaction.paymentId === payment.id) return undefined;
  const other = await findPayment(tx, transaction.paymentId);
  return other && other.state !== "rejected" && other.state !== "failed" ? OF_ANOTHER : undefined;
}

const OF_ANOTHER = "its money came under another payment";

/** Where one payment was reported twice, once without its receipt, only one of the two reports may be spent. */
async function conflictOfSame(
  tx: Tx,
  payment: Payment,
  transaction: Transaction,
): Promise<string | undefined> {
  if (payment.method === "cod") return conflictWithPrompts(tx, transaction);
  const isUnnamed = payment.method === "mpesa" && transaction.receipt === null;
  return isUnnamed ? conflictWithReports(tx, payment, transaction) : undefined;
}

/** A prompt whose callback was lost is paid without a receipt, and its payer may type that receipt as the code of an order. */
async function conflictWithPrompts(tx: Tx, transaction: Transaction): Promise<string | undefined> {
  const unnamed = await findUnnamed(tx, reportedOf(transaction), DOUBTED);
  // a prompt that is itself still unpaid has spent nothing
  return unnamed.some(({ payment }) => payment.transactionId !== null) ? MAYBE_OF_PROMPT : undefined;
}

/** The same check for a prompt: is money spent that came at its time from a matching phone? A report of its own settles it. */
async function conflictWithReports(
  tx: Tx,
  payment: Payment,
  { id }: Transaction,
): Promise<string | undefined> {
  const near = await tx
    .select()
    .from(transactions)
    .where(and(couldBeOf(payment, DOUBTED), ne(transactions.id, id)));
  return near.some(isSpent) ? MAYBE_OF_CODE : undefined;
}
