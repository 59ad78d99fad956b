import type { z } from "zod";
import { hashKey } from "../../ordering/order-key.server.ts";
import { hashItems } from "../../ordering/queries.server.ts";
import { hiddenPhone } from "../../phone-rules.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { currentPayment, stkQuery } from "../contract.ts";
import type { Payment, PaymentContext } from "../core/provider.server.ts";
import { findLatest, findPush, isHeld, TEMPORARY_ID } from "../core/queries.server.ts";
import { unlistedOf } from "../core/unlisted-code.server.ts";
import { outcomeText, PAYMENT_TEXTS, type PublicStatus, publicStatus } from "../rules.ts";
import { findOrderOf, refundOf } from "./confirm.server.ts";

type PushStatus = z.infer<typeof stkQuery.answer>["data"];
type CarriedOrder = NonNullable<z.output<typeof currentPayment.body>>;
type CurrentPayment = NonNullable<z.infer<typeof currentPayment.answer>["payment"]>;

/** The status of a push of this shopper, from our own tables alone. @throws ShopError 404 unknown, or another's. */
export async function pushStatusOf(
  context: PaymentContext,
  userId: string,
  requestId: string,
): Promise<PushStatus> {
  const payment = await findPush(context.db, userId, requestId);
  if (!payment) throw new ShopError(404, PAYMENT_TEXTS.unknownPayment);
  const { status, code } = currentStatus(context, payment);
  const orderId = await findOrderOf(context, payment);
  const { refund, message } = (await refundOf(context.db, payment, orderId)) ?? {};
  return {
    ResultCode: code,
    ResultDesc: message ?? (isHeld(payment) ? PAYMENT_TEXTS.held : resultText(code)),
    status,
    ...(orderId ? { orderId } : {}),
    ...(refund ? { refund } : {}),
    ...(isHeld(payment) ? { held: true } : {}),
    ...unlistedOf(payment),
  };
}

/** The shopper's payment under way, else the last one of half an hour, compared with the order that a page carries. */
export async function currentPaymentOf(
  context: PaymentContext,
  userId: string,
  carried: CarriedOrder,
): Promise<CurrentPayment | null> {
  const payment = await findLatest(context.db, userId);
  if (!payment) return null;
  const { status, code } = currentStatus(context, payment);
  const orderId = await findOrderOf(context, payment);
  const { refund, message } = (await refundOf(context.db, payment, orderId)) ?? {};
  return {
    method: payment.method,
    checkoutRequestID: payment.checkoutRequestId ?? `${TEMPORARY_ID}${payment.id}`,
    ...(payment.method === "flutterwave" ? { tx_ref: payment.reference } : {}),
    amount: payment.amount,
    ...(payment.phone ? { phone: hiddenPhone(payment.phone) } : {}),
    age: Math.max(0, Math.floor(payment.ageSeconds)),
    resultCode: code,
    status,
    ...(carried.checkout !== undefined && payment.keyHash === hashKey(userId, carried.checkout)
      ? { sameCheckout: true }
      : {}),
    ...(carried.items && payment.contentsHash === hashItems(carried.items) ? { sameGoods: true } : {}),
    ...(orderId ? { orderId } : {}),
    ...(refund ? { refund, resultDesc: message } : {}),
    ...(isHeld(payment) ? { held: true } : {}),
    ...unlistedOf(payment),
  };
}

function resultText(code: string | null): string {
  return code === null ? "Waiting for M-Pesa" : outcomeText(code);
}

/**
 * Its status as shown now; the code is null while it is pending, and always final. The callback's final no is passed on
 * immediately (decision 28), though M-Pesa's own answer alone settles the payment, and money that comes all the same
 * pays the order or is refunded.
 */
function currentStatus(
  context: PaymentContext,
  payment: Payment,
): { status: PublicStatus; code: string | null } {
  const { method, state, code, callback } = payment;
  const status = publicStatus(state);
  if (status === "paid") return { status, code: "0" };
  if (status === "failed") return { status, code: code ?? "9999" };
  if (state === "pending" && callback && context.provider(method)?.isFinalNo?.(callback.code))
    return { status: "failed", code: callback.code };
  return { status, code: null };
}
