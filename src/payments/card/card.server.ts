import { createHash, randomBytes } from "node:crypto";
import type { z } from "zod";
import type { Config } from "../../config.server.ts";
import { normalisePhone } from "../../phone-rules.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { cardIntent } from "../contract.ts";
import { findUnsettled } from "../core/active-payments.server.ts";
import { applyResult } from "../core/apply-result.server.ts";
import { beginPayment } from "../core/begin-payment.server.ts";
import type { Begin, Payment, PaymentContext } from "../core/provider.server.ts";
import { findByReference, findPayment } from "../core/queries.server.ts";
import { checkPastPushes, reconcile } from "../reconcile.server.ts";
import { PAYMENT_TEXTS, publicStatus, readShown } from "../rules.ts";
import { findOrderOf, refundOf } from "../status/confirm.server.ts";
import { transactionOf } from "../transactions/queries.server.ts";
import { storeClaim } from "../webhooks/webhook-inbox.server.ts";
import { type FlutterwaveProvider, isTransactionId } from "./provider.server.ts";

type IntentRequest = Omit<z.infer<typeof cardIntent.body>, "coupon"> &
  Omit<Begin, "method" | "shown" | "reference" | "phone">;

/**
 * Commits what is bought and returns what the provider's checkout needs to ask for exactly that
 * (docs/payments.md, "Card call"). The same cart again returns the same intent while its checkout page can be used.
 * @throws ShopError as beginPayment
 */
export async function startCard(
  context: PaymentContext,
  provider: FlutterwaveProvider,
  config: Config,
  asked: IntentRequest,
) {
  const { address } = asked;
  const shown = asked.amount === undefined ? undefined : readShown(asked.amount);
  await checkPastPushes(context, asked.userId);
  const { payment } = await beginPayment(context.db, provider, {
    ...asked,
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
    expiresAt: payment.createdAt.getTime() + provider.session * 1000,
  };
}

type Claim = {
  userId: string;
  transactionId?: string | number | undefined;
  tx_ref?: string | undefined;
};

/**
 * Returns the order that a card payment has paid; verifies it by our own call where it has paid none yet. Everything in the call
 * is a hint (docs/payments.md, "What proves a card"). `pending`: the provider has not decided, or knows of no
 * such try yet; `refund`: the money is refunded.
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
    // the card may have been charged a second time
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
    // it is money, even if it belongs to another payment
    if (found.money) await askAgainLater(context, claim, named);
    throw new ShopError(400, PAYMENT_TEXTS.cardNotPaid);
  }
  const result = found.resultFor(payment);
  // asked by reference, the provider may return another try of the same page
  if (result.type === "open") await askAgainLater(context, claim, payment);
  // one of several tries failed: the page may still be open for another, so that only the schedule ends the payment
  if (result.type === "failed") throw new ShopError(400, PAYMENT_TEXTS.cardNotPaid);
  await applyResult(context, payment, result);
  if (result.type === "held") throw new ShopError(400, PAYMENT_TEXTS.held);
  return (await findPayment(context.db, payment.id)) ?? payment;
}

/** "missing" means "nothing yet" for a card that was charged just now: the session's end decides. */
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

/** The shopper's open card page, where the call names none. */
async function runningOf({ db }: PaymentContext, { userId, tx_ref }: Claim): Promise<Payment | undefined> {
  if (tx_ref !== undefined) return undefined;
  return (await findUnsettled(db, userId)).find(({ method, active }) => method === "flutterwave" && active);
}

function isOf(payment: Payment, userId: string): boolean {
  return payment.method === "flutterwave" && payment.userId === userId;
}

/**
 * What the page needs from us to open the checkout (docs/payments.md, "Checkout"). The hash binds it to our own row and
 * to the e-mail it is opened with.
 * @throws Error when card payments are not set up.
 */
export function cardIntentFields(
  config: Config,
  payment: Pick<Payment, "reference" | "amount">,
  { email }: { email: string },
): { public_key: string; payload_hash: string } {
  const { FLW_PUBLIC_KEY: publicKey, FLW_SECRET_KEY: secretKey } = config;
  if (!publicKey || !secretKey) throw new Error("card payments are not set up");
  const asked = { amount: payment.amount, currency: "KES", email, txRef: payment.reference } as const;
  return { public_key: publicKey, payload_hash: payloadHash(asked, secretKey) };
}

/**
 * Binds a checkout to what we asked for, so that no page can change it: sha256 over amount (whole KES), currency, e-mail,
 * tx_ref and the sha256 of the secret key, without separators, in hex (docs/payments.md, "Checkout").
 */
export function payloadHash(
  asked: { amount: number; currency: "KES"; email: string; txRef: string },
  secretKey: string,
): string {
  const { amount, currency, email, txRef } = asked;
  return sha256(`${amount}${currency}${email}${txRef}${sha256(secretKey)}`);
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
