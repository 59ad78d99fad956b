import { and, eq, isNull, sql } from "drizzle-orm";
import { nameReceipt, oweMore } from "../../ordering/change-status.server.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { newId } from "../../platform/id.server.ts";
import { addJob } from "../../platform/jobs/jobs.server.ts";
import type { Payment } from "../core/provider.server.ts";
import { ownerNotices, payments } from "../core/tables.server.ts";
import {
  flagUnallocated,
  isSpent,
  lockSum,
  type Transaction,
  warnClosed,
  warnLateReceipt,
  warnOtherSum,
} from "./queries.server.ts";
import type { MoneyProvider, Payer, Source } from "./rules.ts";
import {
  findUnnamed,
  payerToKeep,
  type Reported,
  reportedOf,
  straysNear,
  straysOf,
  theOne,
} from "./same-money.server.ts";
import { exceptions, type TransactionDetails, transactions } from "./tables.server.ts";

/** A sum that came in, or was reported to have come; whole KES. `paidAt`: as its provider reports it. */
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

/**
 * Finds the one row of a sum, by its receipt, by its attempt, or as the only other report of the same payment; else inserts it.
 * What a later report adds (receipt, time, till, payer) is filled in; a known value is overwritten only in a sum that staff alone
 * saw. `isNew`: it was not reported before; `isKnown`: its receipt was.
 */
export async function recordMoney(
  tx: Tx,
  reported: Money,
  attempt?: Payment,
): Promise<{ transaction: Transaction; isNew: boolean; isKnown: boolean }> {
  const now = await lockSum(tx, reported);
  // where our clock is behind M-Pesa's, money would seem to come too late for its prompt, and be taken for another's
  const isAhead = now && reported.paidAt && reported.paidAt > now;
  const money = isAhead ? { ...reported, paidAt: now } : reported;
  const named = await findByReceipt(tx, money);
  const isKnown = named !== undefined;
  const known = await findKnown(tx, money, { named, attempt });
  if (known) return { transaction: await fillIn(tx, known, money, attempt), isNew: false, isKnown };
  const [added] = await tx
    .insert(transactions)
    .values({
      id: newId(),
      provider: money.provider,
      receipt: money.receipt,
      amount: money.amount,
      unallocated: money.amount,
      paidAt: money.paidAt ?? null,
      payer: await payerToKeep(tx, money),
      till: money.till ?? null,
      billRef: money.billRef || (attempt?.method === "cod" ? null : attempt?.reference) || null,
      source: money.source,
      verified: money.verified,
      details: money.details ?? null,
      paymentId: attempt?.id ?? null,
    })
    .returning();
  if (!added) throw new Error("a transaction was not written");
  return { transaction: added, isNew: true, isKnown };
}

/** The row of an earlier report of this payment; two rows that turn out to be of one payment are merged. */
async function findKnown(
  tx: Tx,
  money: Money,
  { named, attempt }: { named: Transaction | undefined; attempt: Payment | undefined },
): Promise<Transaction | undefined> {
  const own = await findOwn(tx, money, attempt);
  if (money.provider !== "mpesa") return named ?? own;
  if (money.receipt === null) {
    if (own?.receipt || attempt?.method !== "mpesa") return own;
    const [stray, ...others] = await straysOf(tx, attempt);
    if (!stray || others.length > 0) return own;
    return own ? merge(tx, stray, own) : stray;
  }
  if (named && !(await isFree(tx, named))) return named;
  const isPrompts = attempt?.method === "mpesa";
  const unnamed = own ?? (isPrompts ? undefined : await findUnnamedOf(tx, money, named));
  return named && unnamed?.amount === named.amount ? merge(tx, named, unnamed) : (named ?? unnamed);
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

/** The row of this sum under its attempt; where the money has a receipt, only a row that has none yet. */
async function findOwn(
  tx: Tx,
  { receipt, amount, source }: Money,
  attempt: Payment | undefined,
): Promise<Transaction | undefined> {
  if (!attempt) return undefined;
  // staff who say that an attempt is paid mean the money that was seen of it, whatever its sum and even if it is spent, so that it
  // is never counted twice; money named by the callback of another request proves nothing about this attempt
  const fits =
    source === "staff" && receipt === null
      ? undefined
      : sql`${transactions.amount} = ${amount} and (${transactions.verified} or ${transactions.reason} is null)`;
  const unnamed = receipt === null ? undefined : isNull(transactions.receipt);
  const [own] = await tx
    .select()
    .from(transactions)
    .where(and(eq(transactions.paymentId, attempt.id), fits, unnamed))
    // of several, the one that nobody has decided about
    .orderBy(
      sql`${transactions.unallocated} < ${transactions.amount} or ${transactions.closedAt} is not null`,
      transactions.createdAt,
    )
    .limit(1)
    .for("update");
  return own;
}

/** The one paid prompt without a receipt that this money is of; not where the receipt was typed as a code, before a reference comes. */
async function findUnnamedOf(
  tx: Tx,
  money: Money,
  named: Transaction | undefined,
): Promise<Transaction | undefined> {
  const before: Partial<Reported> = named ? reportedOf(named) : {};
  const told: Reported = {
    amount: money.amount,
    billRef: money.billRef || before.billRef,
    paidAt: money.paidAt ?? before.paidAt,
    payer: money.payer ?? before.payer,
  };
  const found = await findUnnamed(tx, told);
  if (!told.billRef && (await isTyped(tx, money.receipt))) return undefined;
  return theOne(found, told.paidAt);
}

async function isTyped(tx: Tx, receipt: string | null): Promise<boolean> {
  return (await tx.$count(payments, eq(payments.typedCode, receipt ?? ""))) > 0;
}

/** Whether no attempt has it, and nothing was done about it. */
async function isFree(tx: Tx, money: Transaction): Promise<boolean> {
  if (money.paymentId !== null || money.closedAt || isSpent(money)) return false;
  return (await tx.$count(sql`refunds`, sql`transaction_id = ${money.id}`)) === 0;
}

/** Merges two reports of one payment into the row of the prompt. */
async function merge(tx: Tx, report: Transaction, prompt: Transaction): Promise<Transaction> {
  await tx
    .update(exceptions)
    .set({ transactionId: prompt.id })
    .where(eq(exceptions.transactionId, report.id));
  await tx.update(ownerNotices).set({ shownBy: prompt.id }).where(eq(ownerNotices.shownBy, report.id));
  await tx.delete(transactions).where(eq(transactions.id, report.id));
  return fillIn(
    tx,
    prompt,
    {
      ...report,
      payer: { digits: report.payer ?? undefined },
      billRef: report.billRef ?? undefined,
      till: report.till ?? undefined,
      details: report.details ?? undefined,
    },
    undefined,
  );
}

/** Fills in what this report adds; values that were only reported are replaced by verified ones. */
async function fillIn(
  tx: Tx,
  known: Transaction,
  money: Money,
  attempt: Payment | undefined,
): Promise<Transaction> {
  const isNamed = known.receipt === null && money.receipt !== null;
  if (isNamed) await warnLateReceipt(tx, known, money.receipt);
  const corrected = correctSum(known, money, attempt);
  const isProven = corrected !== undefined && !known.verified;
  if (known.amount !== money.amount && !corrected && money.source !== "staff")
    await warnOtherSum(tx, known, money);
  const payer = await payerOf(tx, known, money);
  // money that is listed as another attempt's waits for the owner, whichever attempt claims it
  const proves = isProven && known.reason === null ? attempt?.id : undefined;
  const [now = known] = await tx
    .update(transactions)
    .set({
      ...learned(known, money),
      payer,
      paymentId: proves ?? known.paymentId ?? attempt?.id ?? null,
      ...corrected,
    })
    .where(eq(transactions.id, known.id))
    .returning();
  if (known.orderId && isNamed) await nameReceipt(tx, known.orderId, now.receipt ?? "");
  if (isProven && known.closedAt && money.source !== "staff") await warnClosed(tx, now);
  if (!isProven) await followSum(tx, known, { now, attempt });
  const isTimed = known.paidAt === null && now.paidAt !== null;
  if (now.provider === "mpesa" && (isNamed || isTimed || payer !== known.payer)) await matchAgain(tx, now);
  return now;
}

/** Follows the correction of a sum that staff had seen: a surplus is left over, a lack is owed by its order; notifies the owner. */
async function followSum(
  tx: Tx,
  known: Transaction,
  { now, attempt }: { now: Transaction; attempt: Payment | undefined },
): Promise<void> {
  if (now.amount > known.amount) await flagUnallocated(tx, now, "more came than staff had seen", attempt);
  if (now.amount < known.amount) await warnOtherSum(tx, known, now);
  if (now.orderId && now.allocated < known.allocated)
    await oweMore(tx, now.orderId, known.allocated - now.allocated);
}

/**
 * The columns that correct a sum: a verified report replaces one that was only reported, and the provider's amount replaces what
 * staff saw. Undefined where it stays as it is, also where less is named but some was refunded, or by another attempt's report.
 */
function correctSum(
  known: Transaction,
  { amount: named, source, verified }: Money,
  attempt: Payment | undefined,
) {
  if (!verified) return undefined;
  const amount = source === "staff" ? known.amount : named;
  if (!known.verified) return { verified, source, amount, unallocated: amount };
  if (known.source !== "staff" || (amount !== known.amount && known.closedAt)) return undefined;
  const isOthers = attempt !== undefined && attempt.id !== known.paymentId;
  if (amount < known.amount && (isOthers || known.refunded + known.refunding > 0)) return undefined;
  const left = known.unallocated + known.allocated + amount - known.amount;
  // what is lacking is taken from what is left over, then from its order
  const unallocated = Math.max(0, left - known.allocated);
  return { source, amount, unallocated, allocated: left - unallocated };
}

/** A report with the whole phone number replaces three digits. */
async function payerOf(tx: Tx, known: Transaction, money: Money): Promise<string | null> {
  const { phone, sha256 } = money.payer ?? {};
  const isNews = known.payer === null || phone !== undefined || sha256 !== undefined;
  return (isNews ? await payerToKeep(tx, money) : null) ?? known.payer;
}

function learned(known: Transaction, { receipt, paidAt, till, billRef, details }: Money) {
  return {
    receipt: known.receipt ?? receipt,
    paidAt: known.paidAt ?? paidAt ?? null,
    till: known.till ?? till ?? null,
    billRef: known.billRef ?? (billRef || null),
    details: known.details ?? details ?? null,
  };
}

/** Why an attempt is held about which one more report may decide. */
export const MAYBE_OF_PROMPT = "its money may be that of a prompt";
export const MAYBE_OF_CODE = "its money may have paid an order by its code";

/**
 * Called when a report has become clearer: other money that could have been of its payment is matched again, and attempts that
 * were held because of the doubt are checked once more.
 */
async function matchAgain(tx: Tx, { amount, paidAt, createdAt }: Transaction): Promise<void> {
  for (const stray of await straysNear(tx, { amount, at: paidAt ?? createdAt })) {
    const told = reportedOf(stray);
    const prompt = theOne(await findUnnamed(tx, told), told.paidAt);
    // merging calls this function again, which matches the rest
    if (prompt) return void (await merge(tx, stray, prompt));
  }
  const { rows } = await tx.execute<{ id: string }>(sql`
    update ${payments} set next_check_at = now(), lease_until = null
    where ${payments.state} = 'paid_held' and ${payments.reason} in (${MAYBE_OF_PROMPT}, ${MAYBE_OF_CODE})
      and (${payments.amount} = ${amount} or exists (select from ${transactions} its
        where its.provider = 'mpesa' and its.receipt = ${payments.typedCode} and its.amount = ${amount}))
    returning ${payments.id}`);
  for (const { id } of rows) await addJob(tx, "payment", id);
}
