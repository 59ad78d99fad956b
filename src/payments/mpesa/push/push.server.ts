import { setTimeout } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { hiddenPhone, readMobile } from "../../../phone-rules.ts";
import { retryWrite, transaction } from "../../../platform/database/db.server.ts";
import { failPoint } from "../../../platform/fail-point.server.ts";
import { hashSecret, newAddressSecret } from "../../../platform/id.server.ts";
import { ShopError } from "../../../platform/shop-error.ts";
import type { stkPush } from "../../contract.ts";
import { beginPayment } from "../../core/begin-payment.server.ts";
import { changeState } from "../../core/change-state.server.ts";
import type { Begin, Payment, PaymentContext, Provider, Started } from "../../core/provider.server.ts";
import { findPayment, isKnownRequest, noteMismatch, TEMPORARY_ID } from "../../core/queries.server.ts";
import { rejectPayment } from "../../core/release-goods.server.ts";
import { payments } from "../../core/tables.server.ts";
import { checkPastPushes } from "../../reconcile.server.ts";
import { PAYMENT_TEXTS, readAmount } from "../../rules.ts";
import { promptLimits } from "./prompt-limits.server.ts";

type Body = z.infer<typeof stkPush.body>;
type Prompt = { shown: number; phone: string };

/** What a prompt asks for, in KES, and of which phone. @throws ShopError 400 */
export function readPrompt({ amount, phoneNumber }: Pick<Body, "amount" | "phoneNumber">): Prompt {
  const shown = readAmount(amount);
  if (shown === undefined) throw new ShopError(400, PAYMENT_TEXTS.amountInvalid);
  const phone = readMobile(phoneNumber);
  if (!phone) throw new ShopError(400, PAYMENT_TEXTS.phoneInvalid);
  return { shown, phone };
}

type PushRequest = Omit<Body, "coupon"> & Omit<Begin, "method" | "shown" | "phone" | "reference"> & Prompt;

/**
 * Sends one prompt to one phone, after everything about the order is committed (docs/payments.md, "Push call"). The
 * same tap, or the same cart while a prompt is out, returns that prompt's id. An id that begins with ATT- is ours: whether
 * M-Pesa took the request is not known yet, and it is never sent again automatically. `phone` is where the prompt went;
 * `otherPhone`: it is an earlier one, on another phone than the one given now.
 * @throws ShopError 409, 429 as in beginPayment; 502, 503 nothing was asked for.
 */
export async function startPush(context: PaymentContext, provider: Provider, asked: PushRequest) {
  const { phone } = asked;
  await checkPastPushes(context, asked.userId, phone);
  const secret = newAddressSecret();
  const { payment, begun } = await beginPayment(context.db, provider, {
    ...asked,
    method: provider.method,
    reference: newReference(),
    secretHash: hashSecret(secret),
    limits: promptLimits(asked),
  });
  const request = begun
    ? await send(context, provider, payment, secret)
    : await whenSent(context, provider, payment);
  return { ...request, ...wentTo(payment, phone) };
}

/** The phone this prompt is on, its middle hidden; and whether another phone was given now. */
function wentTo({ phone }: Payment, named: string): { phone?: string; otherPhone?: true } {
  if (phone === null) return {};
  return { phone: hiddenPhone(phone), ...(phone === named ? {} : { otherPhone: true }) };
}

type Request = { checkoutRequestId: string; merchantRequestId: string };

async function send(
  context: PaymentContext,
  provider: Provider,
  payment: Payment,
  secret: string,
): Promise<Request> {
  let isAnother = false;
  const started = await provider.start?.(payment, secret, async () => {
    isAnother = !(await markSubmitting(context, payment.id, secret));
    if (isAnother) throw new ShopError(503, PAYMENT_TEXTS.away);
    failPoint("submitting");
  });
  failPoint("answered");
  if (!started) throw new Error(`${provider.method} has no start`);
  if (isAnother) return whenSent(context, provider, (await findPayment(context.db, payment.id)) ?? payment);
  const now = await retryWrite(() => settleStart(context, payment, started, hashSecret(secret)));
  failPoint("accepted");
  if (started.type === "refused") throw new ShopError(started.status, started.message);
  return requestOf(now ?? payment);
}

/** Lets one process send. Returns false where another does already, or the attempt was given up meanwhile as left by a crash. */
async function markSubmitting({ db }: PaymentContext, id: string, secret: string): Promise<boolean> {
  const columns = { submittedAt: sql`now()`, secretHash: hashSecret(secret) };
  return (await changeState(db, "submit", eq(payments.id, id), columns)).length > 0;
}

/** Applies M-Pesa's answer to the push; its secret proves who sent it. A callback may have come first. */
async function settleStart(
  context: PaymentContext,
  payment: Payment,
  started: Started,
  secretHash: string,
): Promise<Payment | undefined> {
  const { db } = context;
  if (started.type === "refused") {
    await transaction(db, (tx) => rejectPayment(tx, payment.id, started.code, secretHash));
    return undefined;
  }
  if (started.type === "unknown") {
    await changeState(db, "lose_answer", eq(payments.id, payment.id));
    return findPayment(db, payment.id);
  }
  try {
    return await keepIds(context, payment, started);
  } catch (error) {
    if (!isKnownRequest(error)) throw error;
    await noteMismatch(db, payment.id, "the push was answered with another payment's ids");
    await changeState(db, "lose_answer", eq(payments.id, payment.id));
    return findPayment(db, payment.id);
  }
}

async function keepIds(
  { db }: PaymentContext,
  payment: Payment,
  { checkoutRequestId, merchantRequestId }: Extract<Started, { type: "accepted" }>,
): Promise<Payment | undefined> {
  // a callback may have come first, or the sweep after a crash
  const isIts = sql`coalesce(${payments.checkoutRequestId}, ${checkoutRequestId}) = ${checkoutRequestId}`;
  const [kept] = await changeState(db, "acknowledge", and(eq(payments.id, payment.id), isIts), {
    checkoutRequestId,
    merchantRequestId,
  });
  if (kept) return { ...payment, ...kept };
  await noteMismatch(db, payment.id, "the push's answer and its callback name different ids");
  const isPending = and(eq(payments.id, payment.id), eq(payments.state, "pending"));
  await changeState(db, "hold", isPending, { reason: "ids differ" });
  return findPayment(db, payment.id);
}

/** Milliseconds the second of two attempts waits for the first one's answer. */
const SENT_WITHIN_MS = 5_000;

/** The second of two taps gets the first one's id, as soon as there is one; it sends what the first one left unsent. */
async function whenSent(context: PaymentContext, provider: Provider, payment: Payment): Promise<Request> {
  let now: Payment = payment;
  for (let waited = 0; waited < SENT_WITHIN_MS && isLeaving(now); waited += 200) {
    await setTimeout(200);
    const before = now.state;
    now = (await findPayment(context.db, payment.id)) ?? now;
    // it was sent just now, by another request that waited too
    if (now.state !== before) waited = 0;
  }
  if (now.state === "rejected") throw new ShopError(502, PAYMENT_TEXTS.refused);
  // its process has died, or lost the database, before anything left
  if (now.state === "created") return send(context, provider, now, newAddressSecret());
  return requestOf(now);
}

function isLeaving({ state, checkoutRequestId }: Payment): boolean {
  return !checkoutRequestId && (state === "created" || state === "submitting");
}

function requestOf(payment: Payment): Request {
  return {
    checkoutRequestId: payment.checkoutRequestId ?? `${TEMPORARY_ID}${payment.id}`,
    merchantRequestId: payment.merchantRequestId ?? "",
  };
}

/** Ten capitals and digits without look-alikes: shown on the payer's phone, so it says nothing about order or person. */
function newReference(): string {
  const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
  return Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => letters[byte % 32]).join("");
}
