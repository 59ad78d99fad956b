import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { type Tx, transaction } from "../../platform/database/db.server.ts";
import { failPoint } from "../../platform/fail-point.server.ts";
import { recordSeen, reportFailure } from "../core/apply-result.server.ts";
import { changeState } from "../core/change-state.server.ts";
import type { Payment, PaymentContext, Provider } from "../core/provider.server.ts";
import { isKnownRequest, lockPayment, noteMismatch } from "../core/queries.server.ts";
import { statesTaking } from "../core/state.ts";
import { type CallbackFacts, payments } from "../core/tables.server.ts";
import { type Counted, countUnlisted } from "../core/unlisted-code.server.ts";
import { addException, flagUnallocated, transactionOf } from "../transactions/queries.server.ts";
import { recordMoney } from "../transactions/record-money.server.ts";
import { transactions } from "../transactions/tables.server.ts";
import { webhookInbox } from "./tables.server.ts";
import {
  closeWebhook,
  IS_WAITING,
  postponeWebhook,
  UNREADABLE,
  WEBHOOK,
  type Webhook,
} from "./webhook-inbox.server.ts";

/**
 * Processes the callbacks of a push in the order they came. A callback decides nothing: its facts are stored with the
 * payment, and M-Pesa is asked immediately (docs/payments.md, "Push callback").
 */
export async function processCallbacks(context: PaymentContext, id: string): Promise<void> {
  const waiting = await context.db
    .select(WEBHOOK)
    .from(webhookInbox)
    .where(and(IS_WAITING, eq(webhookInbox.about, id), eq(webhookInbox.kind, "stk")))
    .orderBy(webhookInbox.id)
    .limit(200)
    .prepare("callbacks_of_push")
    .execute();
  for (const webhook of waiting) {
    try {
      await transaction(context.db, (tx) => processCallback(context, tx, id, webhook));
    } catch (error) {
      // the later ones are still processed: in any order they come to the same result
      if (!isKnownRequest(error)) await postponeWebhook(context, webhook, error);
      else await transaction(context.db, (tx) => refuseIds(tx, id, webhook));
    }
    failPoint("callback");
  }
}

async function refuseIds(tx: Tx, id: string, webhook: Webhook): Promise<void> {
  await noteMismatch(tx, id, "a message names another prompt's numbers");
  await closeWebhook(tx, webhook, "ids of another payment");
}

async function processCallback(context: PaymentContext, tx: Tx, id: string, webhook: Webhook): Promise<void> {
  const payment = await lockPayment(tx, id);
  const provider = payment && context.provider(payment.method);
  const facts = provider?.readCallback?.(webhook.body);
  if (!payment || !facts) return closeWebhook(tx, webhook, UNREADABLE);
  const outcome =
    payment.state === "paid"
      ? await compareWithPaid(tx, provider, payment, facts)
      : await recordFacts(tx, provider, payment, facts);
  await closeWebhook(tx, webhook, outcome);
  failPoint("noted");
}

/** Success is final: what comes later only adds the receipt, is money a second time, or contradicts. */
async function compareWithPaid(
  tx: Tx,
  provider: Provider | undefined,
  payment: Payment,
  facts: CallbackFacts,
): Promise<string> {
  if (facts.code !== "0") {
    // it was said before, and M-Pesa said 0 all the same
    if (facts.code === payment.callback?.code) return "known";
    await reportFailure(tx, provider, payment, { by: "a message", ...facts });
    return "contradicts";
  }
  if (!idsAgree(payment, facts) && payment.checkoutRequestId !== null) return addOther(tx, payment, facts);
  const own = await transactionOf(tx, payment);
  if (!facts.receipt || own?.receipt === facts.receipt) return "known";
  return recordCallbackMoney(tx, payment, facts, "a second payment under its request");
}

/** Records money that a callback names as only reported, as anybody could send one; not where the receipt is another attempt's. */
async function recordCallbackMoney(
  tx: Tx,
  payment: Payment,
  facts: CallbackFacts,
  reason: string,
): Promise<string> {
  const { receipt = null, amount = payment.amount, oddAmount } = facts;
  const seen = { receipt, source: "callback", verified: false } as const;
  if (oddAmount) {
    await recordSeen(tx, payment, "a message names a sum that no payment has", seen);
    return "odd sum";
  }
  if (receipt !== null && (await isOfAnother(tx, payment, receipt))) {
    const text = "a message names another payment's receipt";
    await noteMismatch(tx, payment.id, text);
    const key = `receipt:${payment.id}:${receipt}`;
    await addException(tx, { key, kind: "contradiction", text, provider: "mpesa", receipt }, { payment });
    return "receipt of another payment";
  }
  const reported = { ...seen, provider: "mpesa", amount } as const;
  const { transaction: money, isNew } = await recordMoney(tx, reported, payment);
  if (payment.state !== "paid" || money.id === payment.transactionId) return "receipt added";
  if (isNew) {
    await noteMismatch(tx, payment.id, "a message names a second receipt");
    await flagUnallocated(tx, money, reason, payment);
  }
  return "second receipt";
}

async function isOfAnother(tx: Tx, { id }: Payment, receipt: string): Promise<boolean> {
  const its = and(eq(transactions.provider, "mpesa"), eq(transactions.receipt, receipt));
  return (await tx.$count(transactions, and(its, ne(transactions.paymentId, id)))) > 0;
}

async function recordFacts(
  tx: Tx,
  provider: Provider | undefined,
  payment: Payment,
  facts: CallbackFacts,
): Promise<string> {
  if (payment.callback?.code === "0" && facts.code !== "0") {
    await reportFailure(tx, provider, payment, { by: "a message", ...facts });
    return "contradicts";
  }
  const lost = payment.checkoutRequestId === null;
  // a callback gives a payment its request ids only where it brings a receipt, or a failure
  const whole = facts.code !== "0" || (facts.oddAmount === undefined && facts.receipt !== undefined);
  const adopts = lost && whole && facts.checkoutRequestId !== undefined;
  const fits = adopts || idsAgree(payment, facts);
  // only an answer settles the payment, but its shopper and its phone need not wait for that
  const ends = provider?.isFinalNo?.(facts.code) ? { active: false } : {};
  const columns = { ...countUnlisted(provider, facts.code), ...ends };
  await checkSoon(tx, payment, fits ? facts : undefined, adopts, columns);
  if (fits && facts.code === "0") await recordCallbackMoney(tx, payment, facts, "");
  if (fits) return "noted";
  if (facts.code === "0") return addOther(tx, payment, facts);
  await noteMismatch(tx, payment.id, OTHER_IDS);
  return "ids differ";
}

const OTHER_IDS = "a message's numbers are not the prompt's";

/** Lists money that a callback reports for another request than this push's; it decides nothing. */
async function addOther(tx: Tx, payment: Payment, { receipt, amount }: CallbackFacts): Promise<string> {
  await noteMismatch(tx, payment.id, OTHER_IDS);
  const own = await transactionOf(tx, payment);
  if (receipt && own?.receipt === receipt) return "ids differ";
  const seen = { receipt: receipt ?? null, source: "callback", verified: false } as const;
  const reason = "a message tells of money of another prompt";
  // without a receipt it cannot be distinguished from the push's own money
  await recordSeen(tx, payment, reason, receipt && amount !== undefined ? { ...seen, amount } : seen);
  return "ids differ";
}

function idsAgree(payment: Payment, facts: CallbackFacts): boolean {
  return (
    payment.checkoutRequestId !== null &&
    facts.checkoutRequestId === payment.checkoutRequestId &&
    (payment.merchantRequestId === null || facts.merchantRequestId === payment.merchantRequestId)
  );
}

/** Makes a check due. Facts that do not fit are not stored. */
async function checkSoon(
  tx: Tx,
  payment: Payment,
  facts: CallbackFacts | undefined,
  adopts: boolean,
  columns: Counted & { active?: boolean },
): Promise<void> {
  const soon = { nextCheckAt: sql`now()`, leaseUntil: null };
  if (!facts) {
    const isAsked = inArray(payments.state, statesTaking("ask"));
    await tx
      .update(payments)
      .set(soon)
      .where(and(eq(payments.id, payment.id), isAsked));
    return;
  }
  const { checkoutRequestId = null, merchantRequestId = null } = facts;
  await changeState(tx, "acknowledge", eq(payments.id, payment.id), {
    callback: facts,
    ...columns,
    ...(adopts ? { checkoutRequestId, merchantRequestId } : {}),
    ...soon,
  });
}
