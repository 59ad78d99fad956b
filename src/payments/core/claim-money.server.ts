import { and, eq, ne, sql } from "drizzle-orm";
import type { Tx } from "../../platform/database/db.server.ts";
import { DECIDED } from "../mpesa/till-code/verify-code.ts";
import { isSpent, type Transaction } from "../transactions/queries.server.ts";
import { couldBeOf, findUnnamed, type Money, recordMoney } from "../transactions/record-money.server.ts";
import { transactions } from "../transactions/tables.server.ts";
import type { Payment } from "./provider.server.ts";
import { findPayment } from "./queries.server.ts";

/** `conflict`: why this money does not pay this attempt before a person has decided. */
export type Claim = { transaction: Transaction; conflict?: string };

/**
 * The row of the money that proves a locked attempt, which is written where nobody reported it before. Money that may have
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

const SPENT = "its money has paid another order, or is refunded";
const OF_ANOTHER = "its money came under another payment";

/** Of one payment reported twice, once without its receipt, one report alone is spent. */
async function conflictOfSame(
  tx: Tx,
  payment: Payment,
  transaction: Transaction,
): Promise<string | undefined> {
  if (payment.method === "cod") return conflictWithPrompts(tx, transaction);
  const isUnnamed = payment.method === "mpesa" && transaction.receipt === null;
  return isUnnamed ? conflictWithReports(tx, payment, transaction) : undefined;
}

/**
 * A prompt whose callback was lost is paid without a receipt, and its payer may type that receipt as the code of an order. As
 * long as more sums came than such prompts were paid, this one is the code's.
 */
async function conflictWithPrompts(tx: Tx, transaction: Transaction): Promise<string | undefined> {
  const { provider, receipt, amount, paidAt, billRef, payer, source } = transaction;
  const named = { provider, receipt, amount, paidAt, source, verified: true, billRef: billRef ?? undefined };
  const prompts = await findUnnamed(tx, { ...named, payer: { digits: payer ?? undefined } });
  if (prompts.length === 0) return undefined;
  const came = new Set([transaction.id]);
  for (const { payment } of prompts) for (const { id } of await unspentReports(tx, payment)) came.add(id);
  return came.size > prompts.length ? undefined : "its money may be that of a prompt";
}

/** The same seen from the prompt: whatever came at its time is spent already. */
async function conflictWithReports(
  tx: Tx,
  payment: Payment,
  { id }: Transaction,
): Promise<string | undefined> {
  const near = await tx
    .select()
    .from(transactions)
    .where(and(couldBeOf(payment), ne(transactions.id, id)));
  return near.length > 0 && near.every(isSpent) ? "its money may have paid an order by its code" : undefined;
}

async function unspentReports(tx: Tx, prompt: Payment): Promise<{ id: string }[]> {
  return tx
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        couldBeOf(prompt),
        eq(transactions.unallocated, transactions.amount),
        sql`${transactions.closedAt} is null`,
      ),
    );
}
