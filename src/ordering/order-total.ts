import type { RefundState } from "./rules.ts";

/** What an order's total is called: it is called paid while its money is with the shop. */
export function totalName(isPaid: boolean, refund?: RefundState | null): "Total paid" | "Total" {
  return isPaid && !refund ? "Total paid" : "Total";
}
