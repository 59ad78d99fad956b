import { createHash } from "node:crypto";
import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { nameReceipt } from "../../ordering/change-status.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { newId } from "../../platform/id.server.ts";
import type { Payment } from "../core/provider.server.ts";
import { payments } from "../core/tables.server.ts";
import { addException, flagUnallocated, type Transaction } from "./queries.server.ts";
import type { MoneyProvider, Payer, Source } from "./rules.ts";
import { type TransactionDetails, transactions } from "./tables.server.ts";

/** A sum that came in, or was reported to have come; whole KES. */
export type Money = {
  provider: MoneyProvider;
  receipt: string | null;
  amount: number;
  paidAt?: Date | null | undefined;
  payer?: Payer | undefined;
  till?: string | undefined;
  billRef?: string | undefined;
  source: Source;
  verified: boolean;
  details?: TransactionDetails | undefined;
};

/** Seconds from a prompt's leaving to its money, at the earliest by clocks that differ, and at the latest. */
const EARLIEST = -120;
const LATEST = 300;

/**
 * Locks a sum of money and a receipt until the transaction ends, so that reports of that sum, and decisions about that
 * receipt, happen one after the other. Taken after order and attempt, before any transaction.
 */
export async function lockMoney(
  tx: Tx,
  { provider, amount, receipt }: Pick<Money, "provider" | "amount" | "receipt">,
) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`money ${provider}`}), ${amount}),
    pg_advisory_xact_lock(hashtext(${`receipt ${provider}`}), hashtext(${receipt}))`);
}

/**
 * The one row of a sum: found by its receipt, by its attempt, or as the only other report of the same payment; else written.
 * What a later report adds (receipt, time, till, payer) is filled in, and nothing that is known is overwritten.
 * `isNew`: no report of it was here before.
 */
export async function recordMoney(
  tx: Tx,
  money: Money,
  attempt?: Payment,
): Promise<{ transaction: Transaction; isNew: boolean }> {
  await lockMoney(tx, money);
  const known = (await findByReceipt(tx, money)) ?? (await findSame(tx, money, attempt));
  if (known) return { transaction: await complete(tx, known, money, attempt), isNew: false };
  const [added] = await tx
    .insert(transactions)
    .values({
      id: newId(),
      provider: money.provider,
      receipt: money.receipt,
      amount: money.amount,
      unallocated: money.amount,
      paidAt: money.paidAt ?? null,
      payer: await digitsOf(tx, money),
      till: money.till ?? null,
      billRef: money.billRef || (attempt?.method === "cod" ? null : attempt?.reference) || null,
      source: money.source,
      verified: money.verified,
      details: money.details ?? null,
      paymentId: attempt?.id ?? null,
    })
    .returning();
  if (!added) throw new Error("a transaction was not written");
  return { transaction: added, isNew: true };
}

async function findByReceipt(tx: Tx, { provider, receipt }: Money): Promise<Transaction | undefined> {
  if (receipt === null) return undefined;
  const [found] = await tx
    .select()
    .from(transactions)
    .where(and(eq(transactions.provider, provider), eq(transactions.receipt, receipt)))
    .for("update");
  return found;
}

/** Another report of this very payment, of which only one names a receipt (docs/payments.md, "One payment reported twice"). */
async function findSame(
  tx: Tx,
  money: Money,
  attempt: Payment | undefined,
): Promise<Transaction | undefined> {
  const { provider, receipt, amount, source } = money;
  if (attempt) {
    // who says that an attempt is paid means the money that was seen of it, whatever its sum; what a callback of another
    // request named is listed with its reason, and proves nothing of this attempt
    const fits =
      source === "staff" && receipt === null
        ? sql`${transactions.unallocated} = ${transactions.amount} and ${transactions.closedAt} is null`
        : sql`${transactions.amount} = ${amount} and (${transactions.verified} or ${transactions.reason} is null)`;
    const own = and(eq(transactions.paymentId, attempt.id), fits);
    const unnamed = receipt === null ? undefined : isNull(transactions.receipt);
    const [reported] = await tx
      .select()
      .from(transactions)
      .where(and(own, unnamed))
      .orderBy(transactions.createdAt)
      .limit(1)
      .for("update");
    if (reported) return reported;
  }
  if (provider !== "mpesa") return undefined;
  const others =
    receipt === null
      ? await unclaimedReports(tx, attempt)
      : (await findUnnamed(tx, money)).map((unnamed) => unnamed.transaction);
  return others.length === 1 ? others[0] : undefined;
}

/** Sums that could be a prompt's whose receipt is not known: of its amount and time, and named by nothing else. */
async function unclaimedReports(tx: Tx, attempt: Payment | undefined): Promise<Transaction[]> {
  if (attempt?.method !== "mpesa") return [];
  return tx
    .select()
    .from(transactions)
    .where(
      and(
        couldBeOf(attempt),
        isNull(transactions.paymentId),
        isNull(transactions.closedAt),
        sql`${transactions.unallocated} = ${transactions.amount} and coalesce(${transactions.billRef}, '') = ''`,
        sql`not exists (select from ${payments} typed where typed.typed_code = ${transactions.receipt})`,
      ),
    )
    .for("update");
}

/** Sums of M-Pesa with a receipt, of a prompt's amount and time, not from another phone, and not another prompt's. */
export function couldBeOf({ amount, submittedAt, createdAt, phone }: Payment): SQL | undefined {
  const left = (submittedAt ?? createdAt).toISOString();
  return and(
    eq(transactions.provider, "mpesa"),
    sql`${transactions.receipt} is not null`,
    eq(transactions.amount, amount),
    sql`extract(epoch from coalesce(${transactions.paidAt}, ${transactions.createdAt}) - ${left}::timestamptz) between ${EARLIEST} and ${LATEST}`,
    sql`not exists (select from ${payments} of_prompt where of_prompt.id = ${transactions.paymentId} and of_prompt.method <> 'cod')`,
    phone === null
      ? undefined
      : sql`coalesce(${transactions.payer}, right(${phone}, 3)) = right(${phone}, 3)`,
  );
}

type Unnamed = { transaction: Transaction; payment: Payment };

/** Paid prompts without a receipt that this money could be: by its reference, else by amount, time and phone; locked. */
export async function findUnnamed(
  tx: Tx,
  { amount, billRef, paidAt, payer }: Pick<Money, "amount" | "billRef" | "paidAt" | "payer">,
): Promise<Unnamed[]> {
  const unnamed = (which: SQL) =>
    tx
      .select({ transaction: transactions, payment: payments })
      .from(transactions)
      .innerJoin(payments, eq(payments.transactionId, transactions.id))
      .where(
        and(
          sql`${transactions.provider} = 'mpesa' and ${transactions.receipt} is null and ${transactions.amount} = ${amount}`,
          which,
        ),
      )
      .for("update", { of: transactions });
  const named = billRef ? await unnamed(eq(payments.reference, billRef)) : [];
  if (named.length > 0 || !paidAt) return named;
  const at = sql`extract(epoch from ${paidAt.toISOString()}::timestamptz - coalesce(${payments.submittedAt}, ${payments.createdAt}))`;
  const near = await unnamed(sql`${at} between ${EARLIEST} and ${LATEST}`);
  return near.filter(({ payment }) => isPayer(payer, payment.phone));
}

/**
 * Other rows that may be of the very payment that this one reports: one of the two has a receipt, the other has none, and
 * amount, time and phone agree.
 */
export async function findCandidates(
  tx: Tx,
  money: Transaction,
  attempt: Payment | undefined,
): Promise<Transaction[]> {
  const { provider, receipt, amount, paidAt, createdAt, billRef, payer } = money;
  if (provider !== "mpesa" || (attempt && attempt.method !== "cod" && receipt !== null)) return [];
  if (receipt === null)
    return attempt
      ? tx
          .select()
          .from(transactions)
          .where(and(couldBeOf(attempt), ne(transactions.id, money.id)))
      : [];
  const named = { amount, billRef: billRef ?? undefined, paidAt: paidAt ?? createdAt };
  const unnamed = await findUnnamed(tx, { ...named, payer: { digits: payer ?? undefined } });
  return unnamed.map(({ transaction }) => transaction);
}

/** False: the money came from another phone. */
function isPayer({ digits, sha256 }: Payer = {}, phone: string | null): boolean {
  if (phone === null) return true;
  if (digits !== undefined) return phone.endsWith(digits);
  return sha256 === undefined || sha256 === createHash("sha256").update(phone).digest("hex");
}

/** M-Pesa's hash of a number says only whether it is that of a prompt near in time: then its digits are known. */
async function digitsOf(tx: Tx, { payer, amount, paidAt }: Money): Promise<string | null> {
  if (payer?.digits !== undefined) return payer.digits;
  if (payer?.sha256 === undefined) return null;
  const near = await tx
    .selectDistinct({ phone: payments.phone })
    .from(payments)
    .where(
      sql`${payments.phone} is not null and ${payments.amount} = ${amount}
        and ${payments.createdAt} between coalesce(${paidAt?.toISOString() ?? null}::timestamptz, now()) - interval '1 hour' and now()`,
    );
  const its = near.find(({ phone }) => phone !== null && isPayer(payer, phone));
  return its?.phone?.slice(-3) ?? null;
}

/** Fills in what this report knows besides; what was only reported until now gives way to what is verified. */
async function complete(
  tx: Tx,
  known: Transaction,
  money: Money,
  attempt: Payment | undefined,
): Promise<Transaction> {
  if (known.receipt === null && money.receipt !== null) await warnLateReceipt(tx, known, money.receipt);
  const corrected = correctSum(known, money);
  const isProven = corrected !== undefined && !known.verified;
  // staff say that it came, and not how much of it
  if (known.amount !== money.amount && !corrected && money.source !== "staff")
    await warnOtherSum(tx, known, money);
  // what is listed as another attempt's waits for the owner, whoever names it
  const proves = isProven && known.reason === null ? attempt?.id : undefined;
  const [now = known] = await tx
    .update(transactions)
    .set({
      receipt: known.receipt ?? money.receipt,
      paidAt: known.paidAt ?? money.paidAt ?? null,
      payer: known.payer ?? (await digitsOf(tx, money)),
      till: known.till ?? money.till ?? null,
      billRef: known.billRef ?? (money.billRef || null),
      details: known.details ?? money.details ?? null,
      paymentId: proves ?? known.paymentId ?? attempt?.id ?? null,
      ...corrected,
    })
    .where(eq(transactions.id, known.id))
    .returning();
  if (known.orderId && known.receipt === null && money.receipt !== null)
    await nameReceipt(tx, known.orderId, money.receipt);
  if (corrected && !isProven) await flagUnallocated(tx, now, "more came than staff had seen", attempt);
  return now;
}

/** What was only reported gives way to what is verified; staff saw that money came, and its provider knows how much more. */
function correctSum(
  known: Transaction,
  { amount: named, source, verified }: Money,
): Partial<Transaction> | undefined {
  if (!verified) return undefined;
  const amount = source === "staff" ? known.amount : named;
  if (!known.verified) return { verified, source, amount, unallocated: amount };
  const isMore = known.source === "staff" && amount > known.amount && !known.closedAt;
  return isMore ? { source, amount, unallocated: known.unallocated + amount - known.amount } : undefined;
}

async function warnOtherSum(tx: Tx, known: Transaction, { amount, source }: Money): Promise<void> {
  await addException(tx, {
    key: `sum:${known.id}:${amount}`,
    kind: "contradiction",
    text: `a report (${source}) names Ksh ${amount} for money that was Ksh ${known.amount} before`,
    provider: known.provider,
    transactionId: known.id,
    paymentId: known.paymentId,
    receipt: known.receipt,
    amount,
  });
}

/** Money that went back before its name was known: the owner compares the two. */
async function warnLateReceipt(tx: Tx, known: Transaction, receipt: string): Promise<void> {
  if (known.refunded === 0 && known.refunding === 0) return;
  await addException(tx, {
    key: `late-receipt:${known.id}`,
    kind: "contradiction",
    text: `the receipt ${receipt} came late for money that went back before it was known`,
    provider: known.provider,
    transactionId: known.id,
    paymentId: known.paymentId,
    receipt,
    amount: known.amount,
  });
}
