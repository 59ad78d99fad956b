import { and, eq, isNull, sql } from "drizzle-orm";
import { markOrderRefund } from "../../ordering/change-status.server.ts";
import type { RefundState } from "../../ordering/rules.ts";
import type { Db, Tx } from "../../platform/database/db.server.ts";
import { newId } from "../../platform/id.server.ts";
import { notifyOwner } from "../core/owner-notices.server.ts";
import type { Payment } from "../core/provider.server.ts";
import type { MoneyProvider, Sums } from "./rules.ts";
import { exceptions, IS_OPEN, refunds, transactions } from "./tables.server.ts";

export type Transaction = typeof transactions.$inferSelect;
export type Exception = typeof exceptions.$inferSelect;

export async function findTransaction(db: Db | Tx, id: string): Promise<Transaction | undefined> {
  const [found] = await db.select().from(transactions).where(eq(transactions.id, id));
  return found;
}

/** The money of a card charge, whichever attempt it answers, if any. */
export async function findCharge(db: Db | Tx, receipt: string): Promise<Transaction | undefined> {
  const [charge] = await db
    .select()
    .from(transactions)
    .where(and(eq(transactions.provider, "card"), eq(transactions.receipt, receipt)));
  return charge;
}

export async function lockTransaction(tx: Tx, id: string): Promise<Transaction | undefined> {
  const [found] = await tx.select().from(transactions).where(eq(transactions.id, id)).for("update");
  return found;
}

/**
 * Locks a sum of money, the sum that came under this receipt, and the receipt until the transaction ends, so that reports of
 * those sums, and decisions about that receipt, happen one after the other. The smaller sum first, so that nothing deadlocks;
 * taken after order and attempt, before any transaction. Gives the database's time.
 */
export async function lockSum(
  tx: Tx,
  { provider, amount, receipt }: { provider: MoneyProvider; amount: number; receipt: string | null },
): Promise<Date | undefined> {
  const { rows } = await tx.execute<{ now: number }>(sql`
    select (select count(pg_advisory_xact_lock(hashtext(${`money ${provider}`}), sums.amount)) from (
        select ${amount}::int as amount union select t.amount from ${transactions} t
          where t.provider = ${provider} and t.receipt = ${receipt} order by amount) sums),
      pg_advisory_xact_lock(hashtext(${`receipt ${provider}`}), hashtext(${receipt})),
      (extract(epoch from now()) * 1000)::float8 as now`);
  return rows[0] && new Date(rows[0].now);
}

/** The money that paid an attempt. */
export async function transactionOf(
  db: Db | Tx,
  { transactionId }: Pick<Payment, "transactionId">,
): Promise<Transaction | undefined> {
  return transactionId === null ? undefined : findTransaction(db, transactionId);
}

/** Whether money with this receipt came that is not recorded as a transaction, since it has cents. */
export async function isOddSum(db: Db | Tx, receipt: string): Promise<boolean> {
  const key = eq(exceptions.key, oddSumKey("mpesa", receipt));
  const found = await db
    .select({ id: exceptions.id })
    .from(exceptions)
    .where(key)
    .prepare("odd_sum")
    .execute();
  return found.length > 0;
}

export function oddSumKey(provider: MoneyProvider, receipt: string | null): string {
  return `odd-sum:${provider}:${receipt}`;
}

/** Whether some of it pays an order, or is refunded or being refunded. */
export function isSpent({ allocated, refunded, refunding }: Transaction): boolean {
  return allocated + refunded + refunding > 0;
}

/** Records why a sum is unallocated, and notifies the owner once. */
export async function flagUnallocated(
  tx: Tx,
  { id, receipt }: Transaction,
  reason: string,
  payment?: Payment,
): Promise<void> {
  await tx
    .update(transactions)
    .set({ reason })
    .where(and(eq(transactions.id, id), sql`${transactions.reason} is distinct from ${reason}`));
  const what = receipt === null ? reason : `${reason} (${receipt})`;
  await notifyOwner(tx, { key: `transaction:${id}:${reason}`, what, show: id, payment });
}

type Columns = Partial<Pick<Transaction, "orderId" | "paymentId" | "reason">>;

/** Moves KES of a locked transaction from one of its sums to another. @throws Error the sum is smaller than that */
export async function moveSum(
  tx: Tx,
  { id }: Pick<Transaction, "id">,
  move: { from: keyof Sums; to: keyof Sums; amount: number },
  columns: Columns = {},
): Promise<Transaction> {
  const { from, to, amount } = move;
  const [moved] = await tx
    .update(transactions)
    .set({
      ...columns,
      [from]: sql`${transactions[from]} - ${amount}::int`,
      [to]: sql`${transactions[to]} + ${amount}::int`,
    })
    .where(and(eq(transactions.id, id), sql`${transactions[from]} >= ${amount}`))
    .returning();
  if (!moved) throw new Error(`transaction ${id} has no Ksh ${amount} ${from}`);
  return moved;
}

type NewException = Pick<Exception, "key" | "kind" | "text"> &
  Partial<Pick<Exception, "webhookId" | "provider" | "receipt" | "amount">>;

/** The money and the attempt that something is about, as far as they are known. */
type About = { money?: Transaction | undefined; payment?: Payment | undefined };

/** Records what only the owner can decide, once per `key`, and mails it; it stays listed until it is closed. */
export async function addException(
  tx: Tx,
  exception: NewException,
  { money, payment }: About = {},
): Promise<void> {
  const [added] = await tx
    .insert(exceptions)
    .values({
      id: newId(),
      ...(money && { provider: money.provider, receipt: money.receipt, amount: money.amount }),
      transactionId: money?.id,
      paymentId: payment?.id ?? money?.paymentId,
      ...exception,
    })
    .onConflictDoNothing({ target: exceptions.key })
    .returning({ id: exceptions.id });
  if (added)
    await notifyOwner(tx, {
      key: `exception:${added.id}`,
      what: exception.text,
      show: "exceptions",
      payment,
    });
}

/** Lists a paid card charge to which the provider now gives another status. */
export async function addDispute(tx: Tx, money: Transaction, status: string): Promise<void> {
  await addException(
    tx,
    {
      key: `dispute:${money.id}:${status}`,
      kind: "dispute",
      text: `the card provider says "${status.slice(0, 40)}" of a charge that was paid`,
    },
    { money },
  );
}

/** Closes an exception that the owner has looked at, or a later try has settled. Returns false where there is no open one. */
export async function closeException(
  tx: Tx,
  id: string,
  { reason, by }: { reason: string; by: string },
): Promise<boolean> {
  const closed = await tx
    .update(exceptions)
    .set({ reason, closedAt: sql`now()`, closedBy: by })
    .where(and(eq(exceptions.id, id), isNull(exceptions.closedAt)))
    .returning({ id: exceptions.id });
  return closed.length > 0;
}

/** Lists a report that contradicts an earlier one of the same money. */
export async function warnOtherSum(
  tx: Tx,
  known: Transaction,
  { amount }: { amount: number },
): Promise<void> {
  await addException(
    tx,
    {
      key: `sum:${known.id}:${amount}`,
      kind: "contradiction",
      text: `another message says Ksh ${amount} for money that was Ksh ${known.amount} before`,
      amount,
    },
    { money: known },
  );
}

/** Lists money that was closed as merely reported and is now proven: it stays closed, and the owner decides once more. */
export async function warnClosed(tx: Tx, money: Transaction): Promise<void> {
  await addException(
    tx,
    {
      key: `came:${money.id}`,
      kind: "contradiction",
      text: `money that was closed came after all: Ksh ${money.amount}`,
    },
    { money },
  );
}

/** Lists money that was refunded, or about to be, before its receipt was known: the owner compares the two. */
export async function warnLateReceipt(tx: Tx, known: Transaction, receipt: string | null): Promise<void> {
  if (known.refunded === 0 && known.refunding === 0) return;
  const left = sql`transaction_id = ${known.id} and (state not in ('due', 'failed') or state = 'due' and way = 'hand')`;
  const what =
    (await tx.$count(sql`refunds`, left)) > 0
      ? "that went back before it was known"
      : "whose refund has not left: it can be sent now, unless the money went back otherwise";
  await addException(
    tx,
    {
      key: `late-receipt:${known.id}`,
      kind: "contradiction",
      text: `the receipt ${receipt} came late for money ${what}`,
      receipt,
    },
    { money: known },
  );
}

/** Updates the refund state of a locked order after one of its refunds was begun, done or given up, or a sum paid it. */
export async function followRefunds(tx: Tx, orderId: string | null): Promise<void> {
  if (orderId === null) return;
  const [sums] = await tx
    .select({
      open: sql<number>`count(*) filter (where ${IS_OPEN})::int`,
      done: sql<number>`count(*) filter (where ${refunds.state} = 'done')::int`,
      left: sql<number>`(select coalesce(sum(t.allocated), 0)::int from ${transactions} t where t.order_id = ${orderId})`,
    })
    .from(refunds)
    .where(eq(refunds.orderId, orderId));
  const refund = sums ? stateOf(sums) : null;
  await markOrderRefund(tx, orderId, { refund, allRefunded: refund !== null && sums?.left === 0 });
}

function stateOf({ open, done, left }: { open: number; done: number; left: number }): RefundState | null {
  if (open > 0) return "due";
  if (done === 0) return null;
  return left === 0 ? "done" : "part";
}
