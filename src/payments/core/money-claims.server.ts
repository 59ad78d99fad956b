import { and, eq, gte, inArray, isNotNull, isNull, lte, ne, notInArray, or, sql } from "drizzle-orm";
import type { Tx } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { readEatStamp } from "../mpesa/password.ts";
import { codeChecks, tillPayments } from "../mpesa/till-code/tables.server.ts";
import { DECIDED } from "../mpesa/till-code/verify-code.ts";
import type { Payment, Proof } from "./provider.server.ts";
import { moneyStanding } from "./standing.server.ts";
import { discrepancies, payments } from "./tables.server.ts";

/** Milliseconds from a push's leaving to its money, at the earliest by clocks that differ, and at the latest. */
const EARLIEST = -2 * 60_000;
const LATEST = 5 * 60_000;
/** Milliseconds around a push in which a code of its money may have been typed. */
const TYPED = 60 * 60_000;

/**
 * Why the money that proves this payment may have paid another: a push whose callback was lost is paid without a receipt,
 * and its payer, or another reader of the SMS, may type that receipt as the code of an order. Called within the transaction
 * that completes the payment, under the lock on the money.
 */
export async function findOtherClaim(tx: Tx, payment: Payment, proof: Proof): Promise<string | undefined> {
  if (payment.method === "cod") return claimOfPush(tx, payment, proof.details?.amount ?? payment.amount);
  const isPush = payment.method === "mpesa";
  const receipt = proof.receipt ?? payment.receipt;
  // a push that only ever waited bears no money the owner could have decided about
  if (isPush && receipt && payment.state === "pending" && payment.code === null) return undefined;
  await lockMoney(tx, isPush ? payment.amount : null, receipt);
  if (await isDecided(tx, payment, receipt)) return DECIDED;
  return receipt || !isPush ? undefined : claimOfCode(tx, payment);
}

/** The owner gave back or closed the money of this push or card, as money of no payment. */
async function isDecided(tx: Tx, { reference }: Payment, receipt: string | null): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from ${tillPayments} t where t.decided_at is not null and (t.bill_ref = ${reference} or t.code = ${receipt})
    union all select from ${discrepancies} d where d.receipt = ${receipt} and d.state <> 'open' limit 1`);
  return rows.length > 0;
}

/** The owner has decided about the money of this code, or is to: it came under the name of another payment. */
async function claimOfOwner(tx: Tx, { id }: Payment, code: string): Promise<string | undefined> {
  const noted = await tx
    .select({ state: discrepancies.state, paymentId: discrepancies.paymentId })
    .from(discrepancies)
    .where(eq(discrepancies.receipt, code));
  if (noted.some(({ state }) => state !== "open")) return DECIDED;
  return noted.some(({ paymentId }) => paymentId !== null && paymentId !== id) ? OF_ANOTHER : undefined;
}

const OF_ANOTHER = "its money came under another payment";

async function claimOfPush(tx: Tx, payment: Payment, amount: number): Promise<string | undefined> {
  const code = payment.typedCode ?? "";
  await lockMoney(tx, amount, code);
  const reported = await findTillMoney(tx, payment);
  // the owner was quicker
  if (reported?.decidedAt) return DECIDED;
  const noted = await claimOfOwner(tx, payment, code);
  if (noted) return noted;
  const paidAt = reported?.paidAt ?? (await answeredPaidAt(tx, payment));
  const atThatTime = paidAt && [
    gte(payments.submittedAt, new Date(paidAt.getTime() - LATEST)),
    lte(payments.submittedAt, new Date(paidAt.getTime() - EARLIEST)),
  ];
  const [push] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.method, "mpesa"),
        ne(payments.id, payment.id),
        or(
          // M-Pesa says so itself
          inArray(
            payments.reference,
            tx.select({ name: tillPayments.billRef }).from(tillPayments).where(eq(tillPayments.code, code)),
          ),
          sql`${payments.callback}->>'receipt' = ${code}`,
          atThatTime &&
            and(
              isNotNull(payments.paidAt),
              isNull(payments.receipt),
              eq(payments.amount, amount),
              ...atThatTime,
            ),
        ),
      ),
    )
    .limit(1);
  return push && "its money may be that of a push";
}

/** Called under the lock on its sum. */
async function claimOfCode(tx: Tx, push: Payment): Promise<string | undefined> {
  const left = (push.submittedAt ?? push.createdAt).getTime();
  const [from, to] = [left - TYPED, left + TYPED].map((at) => new Date(at).toISOString());
  const typed = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.method, "cod"),
        isNotNull(payments.paidAt),
        sql`coalesce((${payments.details}->>'amount')::int, ${payments.amount}) = ${push.amount}`,
        sql`coalesce(${payments.typedAt}, ${payments.createdAt}) between ${from}::timestamptz and ${to}::timestamptz`,
      ),
    );
  for (const payment of typed) {
    const after = ((await paidAtOf(tx, payment))?.getTime() ?? left) - left;
    if (after >= EARLIEST && after <= LATEST) return "its money may have paid an order by its code";
  }
  return undefined;
}

/**
 * Locks a sum of money (KES; null: the sum identifies nothing) and a receipt until the transaction ends, so that payments of
 * that sum, and decisions about that receipt, happen one after the other.
 */
export async function lockMoney(tx: Tx, amount: number | null, receipt: string | null): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('money of one sum'), ${amount}),
    pg_advisory_xact_lock(hashtext('money of one receipt'), hashtext(${receipt}))`);
}

/** @throws ShopError 409 the money is on its way back under another name */
export async function demandNotReturned(tx: Tx, receipt: string, except = ""): Promise<void> {
  const [returned] = await tx
    .select({ id: discrepancies.id })
    .from(discrepancies)
    .where(
      and(
        eq(discrepancies.receipt, receipt),
        ne(discrepancies.id, except),
        notInArray(discrepancies.state, ["open", "closed"]),
      ),
    );
  if (returned)
    throw new ShopError(
      409,
      `This money is on its way back, or went back, as ${returned.id}.`,
      await moneyStanding(tx, returned.id),
    );
}

/** Staff say that this money pays. @throws ShopError 409 as demandNotReturned */
export async function demandHere(tx: Tx, receipt: string | null): Promise<void> {
  if (receipt === null) return;
  await lockMoney(tx, null, receipt);
  await demandNotReturned(tx, receipt);
}

/** When the money behind a typed code moved, as M-Pesa says. */
async function paidAtOf(tx: Tx, payment: Payment): Promise<Date | undefined> {
  return (await findTillMoney(tx, payment))?.paidAt ?? answeredPaidAt(tx, payment);
}

/** The money behind a typed code as M-Pesa reported it by itself. */
async function findTillMoney(tx: Tx, { typedCode }: Payment) {
  const [reported] = await tx
    .select({ paidAt: tillPayments.paidAt, decidedAt: tillPayments.decidedAt })
    .from(tillPayments)
    .where(eq(tillPayments.code, typedCode ?? ""));
  return reported;
}

async function answeredPaidAt(tx: Tx, { id }: Payment): Promise<Date | undefined> {
  const answers = await tx
    .select({ result: codeChecks.result })
    .from(codeChecks)
    .where(eq(codeChecks.paymentId, id));
  for (const { result } of answers) {
    const paidAt = result?.is === "answered" ? readEatStamp(result.initiated ?? "") : undefined;
    if (paidAt) return paidAt;
  }
  return undefined;
}
