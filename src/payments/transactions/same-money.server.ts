import { createHash } from "node:crypto";
import { and, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Tx } from "../../platform/database/db.server.ts";
import type { Attempt, Payment } from "../core/provider.server.ts";
import type { State } from "../core/state.ts";
import { payments } from "../core/tables.server.ts";
import type { Transaction } from "./queries.server.ts";
import { type Payer, STRANGER } from "./rules.ts";
import { transactions } from "./tables.server.ts";

// whether two reports are of one payment (docs/payments.md, "One payment reported twice")

type Limits = { earliest: number; latest: number };
/** `untimed`: for money without a time from its provider, counted from when it was recorded. */
type Within = Limits & { untimed?: Limits };
/** Seconds from the sending of a prompt to its money: at the earliest, as clocks differ, and at the latest. */
const NEAR: Within = { earliest: -120, latest: 300 };
/** Beyond NEAR two reports are not taken for one payment, but may still be: a clock may be minutes wrong. */
export const DOUBTED: Within = {
  earliest: -540,
  latest: 900,
  untimed: { earliest: 0, latest: 2 * 86_400 },
};

/** What a report says about a sum of M-Pesa. */
export type Reported = {
  amount: number;
  billRef?: string | null | undefined;
  paidAt?: Date | null | undefined;
  /** False: `paidAt` is when it was recorded. */
  isTimed?: boolean;
  payer?: Payer | undefined;
};

/** The same facts from a stored row. */
export function reportedOf({ amount, billRef, paidAt, createdAt, payer }: Transaction): Reported {
  const payerTold = { digits: payer ?? undefined };
  return { amount, billRef, paidAt: paidAt ?? createdAt, isTimed: paidAt !== null, payer: payerTold };
}

/** The last digits of the payer's phone, where they are known. */
export function shownDigits({ payer }: Transaction): string | undefined {
  return payer === STRANGER ? undefined : (payer ?? undefined);
}

/** Sums of M-Pesa with a receipt, of a prompt's amount and time, not from another phone, and not another prompt's. */
export function couldBeOf(
  { amount, submittedAt, createdAt, phone }: Payment,
  within = NEAR,
): SQL | undefined {
  const { untimed = within } = within;
  const left = (submittedAt ?? createdAt).toISOString();
  return and(
    eq(transactions.provider, "mpesa"),
    sql`${transactions.receipt} is not null`,
    eq(transactions.amount, amount),
    sql`extract(epoch from coalesce(${transactions.paidAt}, ${transactions.createdAt}) - ${left}::timestamptz) between
      case when ${transactions.paidAt} is null then ${untimed.earliest}::int else ${within.earliest}::int end and
      case when ${transactions.paidAt} is null then ${untimed.latest}::int else ${within.latest}::int end`,
    sql`not exists (select from ${payments} of_prompt where of_prompt.id = ${transactions.paymentId} and of_prompt.method <> 'cod')`,
    phone === null
      ? undefined
      : sql`coalesce(${transactions.payer}, right(${phone}, 3)) = right(${phone}, 3)`,
  );
}

/** Money that answers no attempt and no typed code, and is not spent: it may turn out to be another report of a prompt's money. */
const IS_STRAY = sql<boolean>`(${transactions.provider} = 'mpesa' and ${transactions.receipt} is not null
  and ${transactions.paymentId} is null and ${transactions.closedAt} is null and ${transactions.unallocated} = ${transactions.amount}
  and not exists (select from ${payments} typed where typed.typed_code = ${transactions.receipt})
  and not exists (select from refunds r where r.transaction_id = ${transactions.id}))`;

/** Locks and returns strays that could be the money of a prompt whose receipt is not known. */
export async function straysOf(tx: Tx, attempt: Payment): Promise<Transaction[]> {
  return tx
    .select()
    .from(transactions)
    .where(and(couldBeOf(attempt), IS_STRAY, sql`coalesce(${transactions.billRef}, '') = ''`))
    .for("update");
}

/** Locks and returns strays of a sum within a day, the oldest first. */
export async function straysNear(
  tx: Tx,
  { amount, at }: { amount: number; at: Date },
): Promise<Transaction[]> {
  const moved = sql`coalesce(${transactions.paidAt}, ${transactions.createdAt})`;
  return tx
    .select()
    .from(transactions)
    .where(
      and(
        eq(transactions.amount, amount),
        sql`abs(extract(epoch from ${moved} - ${at.toISOString()}::timestamptz)) < 86400`,
        IS_STRAY,
      ),
    )
    .orderBy(moved, transactions.id)
    .limit(100)
    .for("update");
}

export type Unnamed = { transaction: Transaction; payment: Attempt };

/** Paid prompts without a receipt that this money could be: by its reference, else by amount, time and phone; locked. */
export async function findUnnamed(
  tx: Tx,
  { amount, billRef, paidAt, isTimed, payer }: Reported,
  within = NEAR,
): Promise<Unnamed[]> {
  const unnamed = (which: SQL) =>
    tx
      .select({ transaction: transactions, payment: payments })
      .from(transactions)
      .innerJoin(payments, eq(payments.id, transactions.paymentId))
      .where(
        and(
          eq(transactions.provider, "mpesa"),
          isNull(transactions.receipt),
          transactions.verified,
          eq(transactions.amount, amount),
          ne(payments.method, "cod"),
          which,
        ),
      )
      .for("update", { of: transactions });
  // a prompt's money has its reference or none: money with something that a payer typed is no prompt's
  if (billRef) return unnamed(eq(payments.reference, billRef));
  if (!paidAt) return [];
  const near = await unnamed(leftNear({ paidAt, isTimed }, within));
  return near.filter(({ payment }) => isPayer(payer, payment.phone));
}

/** Whether the prompt was sent about when this money moved. */
function leftNear(
  { paidAt, isTimed = true }: { paidAt: Date; isTimed?: boolean | undefined },
  within: Within,
): SQL {
  const { earliest, latest } = (!isTimed && within.untimed) || within;
  return sql`extract(epoch from ${paidAt.toISOString()}::timestamptz - coalesce(${payments.submittedAt}, ${payments.createdAt})) between ${earliest} and ${latest}`;
}

/**
 * The one of these prompts that the money is of. Of several on one phone it is the last that was sent before the money moved: a
 * phone shows one prompt at a time, and the same person has paid in any case. Undefined where several phones fit.
 */
export function theOne(prompts: Unnamed[], paidAt: Date | null | undefined): Transaction | undefined {
  if (new Set(prompts.map(({ payment }) => payment.phone)).size > 1) return undefined;
  const leftAt = ({ payment }: Unnamed) => (payment.submittedAt ?? payment.createdAt).getTime();
  const last = prompts.toSorted((one, other) => leftAt(other) - leftAt(one));
  const before = last.find((prompt) => paidAt && leftAt(prompt) <= paidAt.getTime());
  return (before ?? last.at(-1))?.transaction;
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
  const { provider, receipt } = money;
  if (provider !== "mpesa" || (attempt && attempt.method !== "cod" && receipt !== null)) return [];
  if (receipt !== null)
    return (await findUnnamed(tx, reportedOf(money), DOUBTED)).map(({ transaction }) => transaction);
  if (!attempt) return [];
  return tx
    .select()
    .from(transactions)
    .where(and(couldBeOf(attempt, DOUBTED), ne(transactions.id, money.id)));
}

/** In these states the outcome of a prompt is unknown, also where M-Pesa is not asked any more. */
const OPEN_STATES: State[] = ["submitting", "submit_unknown", "pending", "expired_unknown", "needs_review"];

/** Prompts of unknown outcome that may have been paid by this sum, which names no prompt. */
export async function findOpenPrompts(
  tx: Tx,
  money: Transaction,
  attempt: Payment | undefined,
): Promise<Attempt[]> {
  const { provider, receipt, amount, paidAt, createdAt, payer } = money;
  if (provider !== "mpesa" || receipt === null || (attempt && attempt.method !== "cod")) return [];
  const open = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.method, "mpesa"),
        or(inArray(payments.state, OPEN_STATES), isNotNull(payments.nextCheckAt)),
        isNull(payments.paidAt),
        eq(payments.amount, amount),
        leftNear({ paidAt: paidAt ?? createdAt, isTimed: paidAt !== null }, DOUBTED),
      ),
    );
  return open.filter(({ phone }) => isPayer({ digits: payer ?? undefined }, phone));
}

/** False: the money came from another phone. */
function isPayer({ digits, ...whole }: Payer = {}, phone: string | null): boolean {
  if (phone === null) return digits !== STRANGER;
  return isPhone(whole, phone) ?? (digits === undefined || phone.endsWith(digits));
}

/** Whether the payer has this phone; undefined where only a part of the number is known. */
function isPhone(payer: Payer, phone: string): boolean | undefined {
  if (payer.phone !== undefined) return payer.phone === phone;
  if (payer.sha256 === undefined) return undefined;
  return payer.sha256 === createHash("sha256").update(phone).digest("hex");
}

/**
 * What is stored of the payer: at most the last three digits. Where these could be a near prompt's, but the whole number is no
 * such prompt's, STRANGER is stored instead.
 */
export async function payerToKeep(tx: Tx, { payer = {}, amount, paidAt }: Reported): Promise<string | null> {
  const { digits, phone, sha256 } = payer;
  if (phone === undefined && sha256 === undefined) return digits ?? null;
  const at = paidAt?.toISOString() ?? null;
  const near = await tx
    .selectDistinct({ phone: payments.phone })
    .from(payments)
    .where(
      sql`${payments.phone} is not null and ${payments.amount} = ${amount}
        and ${payments.createdAt} between coalesce(${at}::timestamptz, now() - interval '2 days') - interval '1 hour'
          and coalesce(${at}::timestamptz, now()) + interval '5 minutes'`,
    );
  const phones = near.flatMap((prompt) => prompt.phone ?? []);
  const its = phones.find((each) => isPhone(payer, each));
  if (its) return its.slice(-3);
  const isLike = digits === undefined || phones.some((each) => each.endsWith(digits));
  return isLike ? STRANGER : digits;
}
