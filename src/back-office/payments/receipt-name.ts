import type { StaffPayment } from "../app/shown.ts";

/** What the proof of a payment's money is called. */
export function receiptName({ method }: Pick<StaffPayment, "method">): string {
  return method === "flutterwave" ? "Card transaction" : "M-Pesa code";
}
