import { and, desc, eq } from "drizzle-orm";
import { lastAction } from "../../platform/audit/read-audit.server.ts";
import type { Db, Tx } from "../../platform/database/db.server.ts";
import { findTransaction, type Transaction } from "../transactions/queries.server.ts";
import { transactionState } from "../transactions/rules.ts";
import type { Payment } from "./provider.server.ts";
import { findPayment } from "./queries.server.ts";
import { paymentEvents } from "./tables.server.ts";

/** How something stands that an action was refused for: who brought it there, and when (milliseconds since 1970). */
export type Standing = { current: unknown; by: string | null; at: number | null };

export async function paymentStanding(db: Db | Tx, { id, state, createdAt }: Payment) {
  const [last] = await db
    .select()
    .from(paymentEvents)
    .where(and(eq(paymentEvents.paymentId, id), eq(paymentEvents.to, state)))
    .orderBy(desc(paymentEvents.id))
    .limit(1);
  const by = last?.byName ?? "the shop";
  return { current: state, by, at: (last?.at ?? createdAt).getTime() } satisfies Standing;
}

/** Where the money of a transaction is by now. */
export async function receiptStanding(db: Db | Tx, transaction: Transaction): Promise<Standing> {
  const { id, paymentId, orderId, createdAt } = transaction;
  const { by, at } = await lastAction(db, "transaction", id);
  const current = {
    transaction: id,
    state: transactionState(transaction),
    payment: paymentId,
    order: orderId,
  };
  return { current, by: by ?? "the shop", at: at ?? createdAt.getTime() };
}

/** What the counter calls by an id: an attempt, or a sum. */
export async function standingAtCounter(db: Db | Tx, id: string): Promise<Standing | undefined> {
  const payment = await findPayment(db, id);
  if (payment) return paymentStanding(db, payment);
  const transaction = await findTransaction(db, id);
  return transaction && receiptStanding(db, transaction);
}
