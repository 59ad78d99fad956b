import { randomBytes } from "node:crypto";
import type { Config } from "../../config.server.ts";
import type { Address } from "../../ordering/contract.ts";
import type { TypedCoupon } from "../../ordering/coupons/limit-guesses.server.ts";
import { readDestination } from "../../ordering/destination.server.ts";
import { normalisePhone } from "../../phone-rules.ts";
import { transaction } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { findUnsettled } from "../core/active-payments.server.ts";
import { applyResult } from "../core/apply-result.server.ts";
import { beginPayment } from "../core/begin-payment.server.ts";
import type { PaymentContext } from "../core/payment-context.server.ts";
import type { Payment, SeenMoney } from "../core/provider.server.ts";
import { findByReference, findPayment } from "../core/queries.server.ts";
import { checkPastPushes, reconcile } from "../reconcile.server.ts";
import { PAYMENT_TEXTS, publicStatus, readShown } from "../rules.ts";
import { findOrderOf, refundOf } from "../status/confirm.server.ts";
import {
  addDispute,
  addException,
  findCharge,
  flagUnallocated,
  type Transaction,
  transactionOf,
} from "../transactions/queries.server.ts";
import { recordMoney } from "../transactions/record-money.server.ts";
import { discardChargeWebhook, recordChargeWebhook } from "../webhooks/charge-webhook.server.ts";
import { NotYet, storeClaim } from "../webhooks/webhook-inbox.server.ts";
import { cardIntentFields } from "./intent.server.ts";
import { type FlutterwaveProvider, isTransactionId, type VerifiedTransaction } from "./provider.server.ts";
import { SESSION } from "./verify-transaction.server.ts";

type Asked = {
  userId: string;
  isGuest: boolean;
  items: { _id: string; size: string; quantity: number }[] | undefined;
  address: Address;
  delivery: string | undefined;
  coupon: TypedCoupon | undefined;
  amount: string | number | undefined;
  name: string | undefined;
  email: string | undefined;
  phone: string | undefined;
  keyHash: string | undefined;
  again: boolean | undefined;
  closed: ShopError | undefined;
  placedFrom: string;
};

/**
 * Commits what is bought and gives what the provider's checkout needs to ask for exactly that
 * (docs/payments.md, "Card call"). The same cart again gives the same intent while its checkout page lives.
 * @throws ShopError as beginPayment
 */
export async function startCard(
  context: PaymentContext,
  provider: FlutterwaveProvider,
  config: Config,
  asked: Asked,
) {
  const { address } = asked;
  const shown = asked.amount === undefined ? undefined : readShown(asked.amount);
  await checkPastPushes(context, asked.userId);
  const { payment } = await beginPayment(context.db, provider, {
    ...asked,
    destination: readDestination(context.delivery(), asked),
    method: provider.method,
    shown,
    reference: `sauti-${randomBytes(16).toString("hex")}`,
  });
  const customer = {
    email: asked.email ?? address.email,
    name: asked.name ?? `${address.firstName} ${address.lastName}`,
    phone_number: normalisePhone(asked.phone ?? address.phone),
  };
  return {
    tx_ref: payment.reference,
    amount: payment.amount,
    currency: "KES" as const,
    ...cardIntentFields(config, payment, customer),
    customer,
    expiresAt: payment.createdAt.getTime() + SESSION * 1000,
  };
}

type Claim = {
  userId: string;
  transactionId?: string | number | undefined;
  tx_ref?: string | undefined;
};

/**
 * Gives the order a card payment has become; verifies it by our own call when it has become none yet. All the call
 * brings are hints (docs/payments.md, "What proves a card"). `pending`: the provider has not decided, or knows of no
 * such try yet; `refund`: the money goes back.
 * @throws ShopError 400 not paid, or not this shopper's payment; 503 the provider cannot be reached.
 */
export async function confirmCard(context: PaymentContext, provider: FlutterwaveProvider, claim: Claim) {
  const payment = await verify(context, provider, claim);
  const orderId = await findOrderOf(context, payment);
  const back = await refundOf(context.db, payment, orderId);
  if (orderId || back) return { ...(orderId && { orderId }), ...back };
  if (publicStatus(payment.state) === "failed") throw new ShopError(400, PAYMENT_TEXTS.cardNotPaid);
  return { pending: true as const };
}

async function verify(
  context: PaymentContext,
  provider: FlutterwaveProvider,
  claim: Claim,
): Promise<Payment> {
  const named = claim.tx_ref === undefined ? undefined : await findByReference(context.db, claim.tx_ref);
  if (named && isOf(named, claim.userId) && publicStatus(named.state) === "paid") {
    // perhaps it was charged a second time
    const own = await transactionOf(context.db, named);
    if (own?.receipt !== String(claim.transactionId)) await askAgainLater(context, claim, named);
    return named;
  }
  if (claim.transactionId === undefined) return verifyByReference(context, named, claim);
  const found = await provider.verify(claim.transactionId);
  if (found.type === "away") {
    await askAgainLater(context, claim, named);
    throw new ShopError(503, PAYMENT_TEXTS.cardAway);
  }
  if (found.type === "missing") return verifyLater(context, named, claim);
  const payment = await findByReference(context.db, found.txRef);
  if (!payment || !isOf(payment, claim.userId) || (named && named.id !== payment.id)) {
    // whosever it is, it is money
    if (found.money) await askAgainLater(context, claim, named);
    throw new ShopError(400, PAYMENT_TEXTS.cardNotPaid);
  }
  const result = found.resultFor(payment);
  // by reference the provider may tell another try of the same page
  if (result.type === "open") await askAgainLater(context, claim, payment);
  // one failed try of several: the page may still be open for another, so that only the schedule ends it
  if (result.type === "failed") throw new ShopError(400, PAYMENT_TEXTS.cardNotPaid);
  await applyResult(context, payment, result);
  if (result.type === "held") throw new ShopError(400, PAYMENT_TEXTS.held);
  return (await findPayment(context.db, payment.id)) ?? payment;
}

/** Of a card charged just now "missing" means "nothing yet": its session decides. */
async function verifyLater(
  context: PaymentContext,
  named: Payment | undefined,
  claim: Claim,
): Promise<Payment> {
  const payment = named ?? (await runningOf(context, claim));
  if (payment && isOf(payment, claim.userId)) await askAgainLater(context, claim, payment);
  return verifyByReference(context, payment, claim);
}

/** Stores the transaction that a browser names, so that it is verified again whatever this call answers. */
async function askAgainLater(
  { db }: PaymentContext,
  { userId, transactionId }: Claim,
  named: Payment | undefined,
): Promise<void> {
  const id = String(transactionId ?? "");
  const txRef = named && isOf(named, userId) ? named.reference : undefined;
  if (isTransactionId(id)) await storeClaim(db, { userId, transactionId: id, txRef });
}

async function verifyByReference(
  context: PaymentContext,
  named: Payment | undefined,
  claim: Claim,
): Promise<Payment> {
  if (!named || !isOf(named, claim.userId)) throw new ShopError(400, PAYMENT_TEXTS.cardNotPaid);
  await reconcile(context, named.id, { fresh: true });
  return (await findPayment(context.db, named.id)) ?? named;
}

/** The card page this shopper has open, when the call names none. */
async function runningOf({ db }: PaymentContext, { userId, tx_ref }: Claim): Promise<Payment | undefined> {
  if (tx_ref !== undefined) return undefined;
  return (await findUnsettled(db, userId)).find(({ method, active }) => method === "flutterwave" && active);
}

function isOf(payment: Payment, userId: string): boolean {
  return payment.method === "flutterwave" && payment.userId === userId;
}

/** Seconds for which an unknown transaction, and an undecided one, is asked about again. */
const UNKNOWN_FOR = 20 * 60;
const UNDECIDED_FOR = 24 * 3600;

/**
 * A webhook or a browser names a transaction: it is looked up by our own call, and verified against the payment it belongs to.
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
  if (charge && charge.id === named?.transactionId) return "known";
  if (paid && named && transactionId !== undefined)
    await recordChargeWebhook(context.db, named.id, transactionId);
  const found = transactionId === undefined ? undefined : await provider.verify(transactionId);
  if (found?.type === "found") return processFound(context, found);
  if (named?.method === "flutterwave") await reconcile(context, named.id, { fresh: true });
  // by reference the provider may have told another try: nobody else would ever ask about this one
  if (found?.type === "away")
    throw new NotYet("the card provider could not be asked about a transaction", { within: UNDECIDED_FOR });
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
  // one failed try of several: the page may still be open for another
  if (result.type === "failed") {
    await discardChargeWebhook(context.db, payment.id, found.id);
    return "one try failed";
  }
  await applyResult(context, payment, result);
  if (result.type === "open") throw new NotYet("the transaction is not decided", { within: UNDECIDED_FOR });
  return "verified";
}

/** Its provider says of a paid charge that it is something else by now, as after a chargeback: the owner looks. */
async function noteDispute({ db }: PaymentContext, money: Transaction, status: string): Promise<string> {
  await transaction(db, (tx) => addDispute(tx, money, status));
  return "dispute";
}

/** A charge on the shop's account that names no payment of ours: the owner sees it. */
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
