import { and, eq, isNull, sql } from "drizzle-orm";
import { extendHold } from "../../ordering/holds.server.ts";
import { type Db, transaction } from "../../platform/database/db.server.ts";
import { addJob } from "../../platform/jobs/jobs.server.ts";
import { applyResult } from "../core/apply-result.server.ts";
import { changeState } from "../core/change-state.server.ts";
import type { PaymentContext, SeenMoney } from "../core/provider.server.ts";
import { findByReference, noteMismatch } from "../core/queries.server.ts";
import { type CallbackFacts, payments } from "../core/tables.server.ts";
import { reconcile } from "../reconcile.server.ts";
import {
  addDispute,
  addException,
  findCharge,
  flagUnallocated,
  type Transaction,
  transactionOf,
} from "../transactions/queries.server.ts";
import { recordMoney } from "../transactions/record-money.server.ts";
import { NotYet } from "../webhooks/webhook-inbox.server.ts";
import { type FlutterwaveProvider, SOURCES_DISAGREE, type VerifiedTransaction } from "./provider.server.ts";

/** Seconds for which an unknown transaction, and an undecided one, is asked about again. */
const UNKNOWN_FOR = 20 * 60;
const UNDECIDED_FOR = 24 * 3600;

/**
 * A webhook or a browser names a transaction: looks it up by our own call, and verifies it against the payment it belongs to.
 * `paid`: the provider's own webhook says that it was charged.
 * @throws NotYet while the provider cannot say
 */
export async function processCharge(
  context: PaymentContext,
  provider: FlutterwaveProvider,
  {
    transactionId,
    txRef,
    status,
  }: { transactionId?: string | undefined; txRef?: string | undefined; status?: string | undefined },
  paid = false,
): Promise<string> {
  const named = txRef === undefined ? undefined : await findByReference(context.db, txRef);
  const charge = transactionId === undefined ? undefined : await findCharge(context.db, transactionId);
  if (charge?.verified && status && !paid) return noteDispute(context, charge, status);
  // staff did not see how much was charged
  if (charge && charge.id === named?.transactionId && charge.source !== "staff") return "known";
  if (paid && named && transactionId !== undefined)
    await recordChargeWebhook(context.db, named.id, transactionId);
  const found = transactionId === undefined ? undefined : await provider.verify(transactionId);
  if (found?.type === "found") return processFound(context, found);
  if (named?.method === "flutterwave") await reconcile(context, named.id, { fresh: true });
  // asked by reference, the provider may have returned another try: nobody else would ever ask about this one
  if (found?.type === "away")
    throw new NotYet("the card provider could not be asked about a transaction", { within: UNDECIDED_FOR });
  // without a charge of that name it is about the one that its reference paid; a failed try may not be known yet
  const isTry = transactionId !== undefined && status === "failed";
  const own = named?.method === "flutterwave" ? await transactionOf(context.db, named) : undefined;
  if (own?.verified && status && !paid && !isTry) return noteDispute(context, own, status);
  if (found?.type === "missing")
    throw new NotYet("no transaction yet", { within: UNKNOWN_FOR, outcome: "no such transaction" });
  return named?.method === "flutterwave" ? "asked" : "no payment of ours";
}

async function processFound(
  context: PaymentContext,
  found: VerifiedTransaction & { type: "found" },
): Promise<string> {
  const payment = await findByReference(context.db, found.txRef);
  if (payment?.method !== "flutterwave") return recordForeign(context, found.money);
  const result = found.resultFor(payment);
  // one of several tries failed: the page may still be open for another
  if (result.type === "failed") {
    await discardChargeWebhook(context.db, payment.id, found.id);
    return "one try failed";
  }
  await applyResult(context, payment, result);
  if (result.type === "open") throw new NotYet("the transaction is not decided", { within: UNDECIDED_FOR });
  return "verified";
}

/** Lists a paid charge to which the provider now gives another status, as after a chargeback. */
async function noteDispute({ db }: PaymentContext, money: Transaction, status: string): Promise<string> {
  await transaction(db, (tx) => addDispute(tx, money, status));
  return "dispute";
}

/** Lists a charge on the shop's account that names no payment of ours. */
async function recordForeign({ db }: PaymentContext, money: SeenMoney | undefined): Promise<string> {
  if (!money) return "no payment of ours";
  const { amount, ...seen } = money;
  const reason = "a card payment that names no payment of ours";
  await transaction(db, async (tx) => {
    if (amount === undefined)
      return addException(tx, {
        key: `sum:${seen.receipt}`,
        kind: "message",
        text: `${reason}, of an unknown sum`,
        provider: "card",
        receipt: seen.receipt,
      });
    const recorded = await recordMoney(tx, { ...seen, amount, provider: "card" });
    if (recorded.isNew) await flagUnallocated(tx, recorded.transaction, reason);
  });
  return "money of no payment";
}

/** Seconds for which such a webhook keeps the goods held; each question without an answer extends that. */
const HOLD_SECONDS = 180;

/**
 * The provider's webhook says that a card was charged. Like a push's callback it proves nothing: it makes a check due, and
 * keeps the goods held until the provider has answered, for a day at most. The payment's age now counts from this webhook, as
 * its page may have been open for long.
 */
async function recordChargeWebhook(db: Db, id: string, transactionId: string): Promise<void> {
  const facts: CallbackFacts = { code: "0", receipt: transactionId };
  await db.execute(sql`
    with recorded as (
      update ${payments} set callback = ${JSON.stringify(facts)}::jsonb, submitted_at = now(), next_check_at = now(),
        -- an answer under way was verified without that webhook
        lease_until = null
      where ${payments.id} = ${id} and ${payments.method} = 'flutterwave' and ${payments.state} = 'pending'
        and ${payments.callback} is null
      returning ${payments.orderId}
    ) ${extendHold(sql`(select order_id from recorded)`, HOLD_SECONDS)}`);
}

/**
 * The provider itself says that this charge failed, so its webhook holds and blocks nothing any more. A payment that was
 * held because of that webhook alone is pending again, and checked now: the next "failed" ends it.
 */
async function discardChargeWebhook(db: Db, id: string, transactionId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const discarded = await tx
      .update(payments)
      .set({
        callback: null,
        submittedAt: null,
        nextCheckAt: sql`now()`,
        // an answer under way was verified with that webhook
        leaseUntil: null,
      })
      .where(
        and(
          eq(payments.id, id),
          eq(payments.method, "flutterwave"),
          sql`${payments.callback}->>'receipt' = ${transactionId}`,
          isNull(payments.paidAt),
        ),
      )
      .returning({ id: payments.id });
    if (discarded.length === 0) return;
    const isDoubted = and(eq(payments.id, id), eq(payments.reason, SOURCES_DISAGREE));
    await changeState(tx, "reopen", isDoubted, { reason: null });
    await noteMismatch(tx, id, "a message told of a charge that failed");
    await addJob(tx, "payment", id);
  });
}
