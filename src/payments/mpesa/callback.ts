import type { CallbackFacts } from "../core/tables.server.ts";
import { fieldsIn, fieldsOf, textOf, valuesOf } from "./fields.ts";
import { isReceipt } from "./verify-push.ts";

/**
 * What the callback of a push says (docs/payments.md, "Push callback"), read by name; undefined when it is nonsense.
 * The amount counts only as a whole JSON number, and nothing counts that is said twice in two ways. A missing amount,
 * or one in words, says nothing; another number is odd.
 */
export function readStkCallback(body: string): CallbackFacts | undefined {
  const callback = fieldsOf(fieldsOf(fieldsIn(body).Body).stkCallback);
  const code = textOf(callback.ResultCode);
  if (code === undefined) return undefined;
  const values = valuesOf(fieldsOf(callback.CallbackMetadata).Item, "Name");
  const amounts = values.get("Amount");
  const amount = only(amounts);
  const isWhole = Number.isSafeInteger(amount);
  const receipt = only(values.get("MpesaReceiptNumber"));
  return {
    code,
    amount: isWhole ? (amount as number) : undefined,
    ...(!isWhole && amounts?.some((each) => typeof each === "number") && { oddAmount: true as const }),
    receipt: typeof receipt === "string" && isReceipt(receipt) ? receipt : undefined,
    merchantRequestId: textOf(callback.MerchantRequestID),
    checkoutRequestId: textOf(callback.CheckoutRequestID),
  };
}

function only(values: unknown[] = []): unknown {
  return new Set(values).size === 1 ? values[0] : undefined;
}
