import { and, desc, eq } from "drizzle-orm";
import { formatPrice } from "../../catalogue/rules.ts";
import { CODE_MAX, type Method, ORDER_TEXTS, readCode } from "../../ordering/rules.ts";
import { lastAction } from "../../platform/audit/read-audit.server.ts";
import type { Db, Tx } from "../../platform/database/db.server.ts";
import { hashSecret } from "../../platform/id.server.ts";
import { fieldFault, ShopError } from "../../platform/shop-error.ts";
import type { Payment, Refund } from "../core/provider.server.ts";
import { findPayment } from "../core/queries.server.ts";
import { paymentEvents } from "../core/tables.server.ts";
import { findTransaction, type Transaction } from "../transactions/queries.server.ts";
import { type MoneyProvider, PROVIDER_OF, transactionState } from "../transactions/rules.ts";

// the refusals of staff's actions: something has changed, was mistyped, or must be confirmed first

/** The current state of what an action was refused for: who brought it about, and when (milliseconds since 1970). */
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

/** The same for an id that may be an attempt's or a sum's. */
export async function standingAtCounter(db: Db | Tx, id: string): Promise<Standing | undefined> {
  const payment = await findPayment(db, id);
  if (payment) return paymentStanding(db, payment);
  const transaction = await findTransaction(db, id);
  return transaction && receiptStanding(db, transaction);
}

/** The current state of a refund. */
export async function refundStanding(
  tx: Tx,
  { id, state, givenUpAt, doneAt, createdAt, byName }: Refund,
): Promise<Standing> {
  const { by, at } = await lastAction(tx, "refund", id);
  return {
    current: givenUpAt ? "given up" : state,
    by: by ?? byName ?? "the shop",
    at: at ?? (doneAt ?? givenUpAt ?? createdAt).getTime(),
  };
}

/** The refusal of an action that comes too late: the payment's current state, who brought it about, and when. */
export async function tooLate(tx: Tx, payment: Payment): Promise<ShopError> {
  const standing = await paymentStanding(tx, payment);
  const words = `${WORDS[payment.state]} by now (${standing.by})`;
  return new ShopError(409, `Nothing was changed: this payment is ${words}.`, standing);
}

const WORDS: Record<Payment["state"], string> = {
  created: "not sent yet",
  submitting: "being sent",
  pending: "waiting for its money",
  rejected: "refused",
  submit_unknown: "in doubt",
  failed: "closed",
  expired_unknown: "unanswered",
  paid_held: "held for you",
  paid: "paid",
  needs_review: "waiting for you",
};

/** The reason of a decision, as one line that fits a table and a list. @throws ShopError 400 none is given */
export function readReason(typed: string): string {
  const reason = typed.replace(/[\p{C}\s]+/gu, " ").trim();
  if (reason === "") throw fieldFault("reason", "Say why.");
  return reason;
}

/**
 * A receipt as staff typed it: an M-Pesa code, or the digits of a card's transaction.
 * @throws ShopError 400 `fields` when it is neither
 */
export function readReceipt(method: Method, typed: string | undefined): string | undefined {
  if (typed === undefined) return undefined;
  const receipt = nameIn(PROVIDER_OF[method], typed);
  if (receipt === undefined) throw fieldFault("receipt", ORDER_TEXTS.codeMalformed);
  return receipt;
}

function nameIn(provider: MoneyProvider, typed: string): string | undefined {
  return (provider === "card" ? readNumber(typed) : undefined) ?? readCode(typed);
}

function readNumber(typed: string): string | undefined {
  return /^\d{1,20}$/.exec(typed.trim())?.[0];
}

/** The code of money that staff have sent, complete as in M-Pesa's SMS. @throws ShopError 400 `fields` */
export function readSent(provider: MoneyProvider, typed: string | undefined): string | undefined {
  if (typed === undefined) return undefined;
  const name = nameIn(provider, typed);
  const isWhole = name?.length === CODE_MAX || (provider === "card" && readNumber(typed) !== undefined);
  if (!isWhole) throw fieldFault("code", `An M-Pesa code has ${CODE_MAX} letters and digits.`);
  return name;
}

/** What an action would do: KES, to whom, in what way, and what speaks against it. */
export type Question = { amount: number; to: string; method: string; conflicts: string[] };

/**
 * No money moves at one touch. `confirmed`: true, or the `seen` of the question that was answered, which must be today's.
 * @throws ShopError 409 `confirm`, `seen`, until the action is sent again with either
 */
export function demandConfirmed(confirmed: boolean | string | undefined, today: Question): void {
  const seen = hashSecret(JSON.stringify(today));
  if (confirmed === true || confirmed === seen) return;
  const changed = confirmed ? ["This has changed since you were asked."] : [];
  const confirm = { ...today, conflicts: [...changed, ...today.conflicts] };
  const words = [`${formatPrice(today.amount)}, ${today.to}.`, ...confirm.conflicts].join(" ");
  throw new ShopError(409, words, { confirm, seen });
}
