import type { RefundAnswer, RefundStep } from "../core/provider.server.ts";
import { readPayer } from "./confirmation.ts";
import { fieldsIn, fieldsOf, textOf, valuesOf } from "./fields.ts";
import type { CodeResult } from "./till-code/tables.server.ts";

/** The result of a query about a typed code (docs/payments.md, "Transaction status"); undefined when it is unreadable. */
export function readResult(body: string): CodeResult | undefined {
  const result = fieldsOf(fieldsIn(body).Result);
  const code = textOf(result.ResultCode);
  if (code === undefined) return undefined;
  const values = valuesOf(fieldsOf(result.ResultParameters).ResultParameter, "Key");
  const first = (key: string) => values.get(key)?.[0];
  return {
    is: "answered",
    code,
    words: textOf(result.ResultDesc)?.slice(0, 200),
    status: textOf(first("TransactionStatus")),
    receipt: textOf(first("ReceiptNo")),
    amount: wholeShillings(first("Amount")),
    // Safaricom's own sample names both parties DebitPartyName, ours second
    creditParty: textOf(first("CreditPartyName") ?? values.get("DebitPartyName")?.[1]),
    initiated: textOf(first("InitiatedTime")),
    // "254708374149 - JANE", or masked: "2547 ***** 126 - JANE"
    payer: readPayer(textOf(first("DebitPartyName"))?.split(" - ")[0]).digits,
  };
}

/** The result of a reversal (docs/payments.md, "Reversal"); only its code counts; undefined when it is unreadable. */
export function readReversal(body: string): RefundStep | undefined {
  const result = fieldsOf(fieldsIn(body).Result);
  const code = textOf(result.ResultCode);
  if (code === undefined) return undefined;
  // R000001: it was reversed already
  const already = code === "R000001";
  if (code !== "0" && !already) return { type: "failed", reason: code };
  const reference = textOf(result.TransactionID);
  return { type: "done", ...(reference === undefined ? {} : { reference }), ...(already ? { already } : {}) };
}

/**
 * What the state of a payment means for a reversal whose answer was lost (docs/payments.md, "Transaction status"). Only
 * "Completed" is documented: then nothing was reversed. Should that be wrong, M-Pesa answers the next reversal with R000001
 * (reversed already).
 */
export function readReversalAnswer(
  body: string,
  receipt: string | null,
): Exclude<RefundAnswer, { type: "asked" }> | undefined {
  const result = readResult(body);
  if (!result || result.is === "timeout") return undefined;
  const { code, status, receipt: named } = result;
  if (code !== "0" || named !== receipt) return { type: "silent", reason: `M-Pesa answered ${code}` };
  if (status === "Reversed") return { type: "went through", step: { type: "done" } };
  return status === "Completed"
    ? { type: "did not" }
    : { type: "silent", reason: `M-Pesa says the payment is ${status ?? "in no state"}` };
}

/** 1501, "1501" and "1501.00"; undefined for cents and anything else. */
function wholeShillings(value: unknown): number | undefined {
  const digits = /^(\d{1,9})(\.0+)?$/.exec(textOf(value) ?? "")?.[1];
  return digits === undefined ? undefined : Number(digits);
}
