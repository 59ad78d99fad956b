import { and, eq, sql } from "drizzle-orm";
import { type Tx, transaction } from "../../platform/database/db.server.ts";
import { failPoint } from "../../platform/fail-point.server.ts";
import { changeState } from "../core/change-state.server.ts";
import { addDiscrepancy, addSecondCharge } from "../core/discrepancies.server.ts";
import type { PaymentContext } from "../core/payment-context.server.ts";
import type { Payment, Provider, SeenMoney } from "../core/provider.server.ts";
import { isKnownRequest, lockPayment, recordFailure } from "../core/queries.server.ts";
import { type CallbackFacts, payments } from "../core/tables.server.ts";
import { type Counted, counted } from "../core/unlisted-code.server.ts";
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
 * payment, and M-Pesa is asked at once (docs/payments.md, "Push callback").
 */
export async function processCallbacks(context: PaymentContext, id: string): Promise<void> {
  const waiting = await context.db
    .select(WEBHOOK)
    .from(webhookInbox)
    .where(and(IS_WAITING, eq(webhookInbox.about, id), eq(webhookInbox.kind, "stk")))
    .orderBy(webhookInbox.id)
    .limit(200);
  for (const webhook of waiting) {
    try {
      await transaction(context.db, (tx) => processCallback(context, tx, id, webhook));
    } catch (error) {
      // the later ones are processed all the same: in any order they come to the same result
      if (!isKnownRequest(error)) await postponeWebhook(context, webhook, error);
      else await transaction(context.db, (tx) => refuseIds(tx, id, webhook));
    }
    failPoint("callback");
  }
}

async function refuseIds(tx: Tx, id: string, webhook: Webhook): Promise<void> {
  await recordFailure(tx, id, "a callback names another payment's ids");
  await closeWebhook(tx, webhook, "ids of another payment");
}

async function processCallback(context: PaymentContext, tx: Tx, id: string, webhook: Webhook): Promise<void> {
  const payment = await lockPayment(tx, id);
  const provider = payment && context.provider(payment.method);
  const facts = provider?.readCallback?.(webhook.body);
  if (!payment || !facts) return closeWebhook(tx, webhook, UNREADABLE);
  const outcome = isPaid(payment)
    ? await compareWithPaid(tx, payment, facts)
    : await recordFacts(tx, provider, payment, facts);
  await closeWebhook(tx, webhook, outcome);
  failPoint("noted");
}

function isPaid({ state }: Payment): boolean {
  return state === "ordered" || state.startsWith("refund");
}

/** Success is final: what comes later only adds the receipt, or contradicts. */
async function compareWithPaid(tx: Tx, payment: Payment, facts: CallbackFacts): Promise<string> {
  if (facts.code !== "0") {
    await recordFailure(tx, payment.id, `a callback says ${facts.code} of a payment that is paid`);
    return "contradicts";
  }
  if (payment.receipt && facts.receipt && payment.receipt !== facts.receipt) {
    await recordFailure(tx, payment.id, "a callback names a second receipt");
    await addSecondCharge(tx, payment, "a second payment under its request", moneyOf(facts));
    return "second receipt";
  }
  if (!idsAgree(payment, facts) && payment.checkoutRequestId !== null && payment.receipt !== facts.receipt)
    return addOther(tx, payment, facts);
  const fits = !facts.oddAmount && (facts.amount ?? payment.amount) === payment.amount;
  if (payment.receipt || !facts.receipt || !fits || !idsAgree(payment, facts)) return "known";
  const [other] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.receipt, facts.receipt));
  if (other) {
    const what = "a callback names another payment's receipt";
    await recordFailure(tx, payment.id, what);
    await addDiscrepancy(tx, {
      key: `receipt:${payment.id}:${facts.receipt}`,
      kind: "contradiction",
      paymentId: payment.id,
      method: payment.method,
      what,
    });
    return "receipt of another payment";
  }
  await tx.update(payments).set({ receipt: facts.receipt }).where(eq(payments.id, payment.id));
  return "receipt added";
}

async function recordFacts(
  tx: Tx,
  provider: Provider | undefined,
  payment: Payment,
  facts: CallbackFacts,
): Promise<string> {
  if (payment.callback?.code === "0" && facts.code !== "0") {
    await recordFailure(tx, payment.id, `a callback says ${facts.code} after one that said 0`);
    return "contradicts";
  }
  const lost = payment.checkoutRequestId === null;
  // whoever adopts ids must bring what a payment has: a receipt, or a failure
  const whole = facts.code !== "0" || (facts.oddAmount === undefined && facts.receipt !== undefined);
  const adopts = lost && whole && facts.checkoutRequestId !== undefined;
  const fits = adopts || idsAgree(payment, facts);
  // the payment is settled by an answer alone, but its shopper and its phone need not wait for that
  const ends = provider?.isFinalNo?.(facts.code) ? { active: false } : {};
  const columns = { ...counted(provider, facts.code), ...ends };
  await checkSoon(tx, payment, fits ? facts : undefined, adopts, columns);
  if (fits) return "noted";
  if (facts.code === "0") return addOther(tx, payment, facts);
  await recordFailure(tx, payment.id, OTHER_IDS);
  return "ids differ";
}

const OTHER_IDS = "a callback's ids are not the push's";

/** Money, as this callback says, of a request that is not this push's: nothing is decided by it, and the owner sees it. */
async function addOther(tx: Tx, payment: Payment, facts: CallbackFacts): Promise<string> {
  await recordFailure(tx, payment.id, OTHER_IDS);
  await addSecondCharge(tx, payment, "a callback tells of money of another request", moneyOf(facts));
  return "ids differ";
}

function moneyOf({ receipt, amount }: CallbackFacts): Partial<SeenMoney> {
  return { ...(receipt && { receipt }), ...(amount !== undefined && { amount }) };
}

function idsAgree(payment: Payment, facts: CallbackFacts): boolean {
  return (
    payment.checkoutRequestId !== null &&
    facts.checkoutRequestId === payment.checkoutRequestId &&
    (payment.merchantRequestId === null || facts.merchantRequestId === payment.merchantRequestId)
  );
}

/** Facts that do not fit are not stored; M-Pesa is asked all the same. */
async function checkSoon(
  tx: Tx,
  payment: Payment,
  facts: CallbackFacts | undefined,
  adopts: boolean,
  columns: Counted & { active?: boolean },
): Promise<void> {
  const soon = { nextCheckAt: sql`now()`, leaseUntil: null };
  if (!facts) {
    await tx.update(payments).set(soon).where(eq(payments.id, payment.id));
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
