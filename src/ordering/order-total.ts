import type { RefundState } from "./rules.ts";

type Sums = { items: readonly { price: number; quantity: number }[]; amount: number; discount?: number };

/** What an order's total is called: it is called paid while its money is with the shop. */
export function totalName(isPaid: boolean, refund?: RefundState | null): "Total paid" | "Total" {
  return isPaid && !refund ? "Total paid" : "Total";
}

/** What delivery costs in an order, in KES: its total without its goods, before a discount. */
export function feeIn({ items, amount, discount = 0 }: Sums): number {
  return amount + discount - items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
}
