import type { Order } from "../contract.ts";

/** How an order's money stands, in colour, word and sign; money on its way back says so before all else. */
export function PaymentBadge({ order }: { order: Pick<Order, "payment" | "refund"> }) {
  const [kind, word] = order.refund ? REFUND[order.refund] : order.payment ? PAID : UNPAID;
  return <span className={`badge badge-${kind}`}>{word}</span>;
}

const PAID = ["success", "Paid"] as const;
const UNPAID = ["neutral", "Not confirmed yet"] as const;
const REFUND = {
  due: ["warning", "Refund due"],
  part: ["neutral", "Partly refunded"],
  done: ["neutral", "Refunded"],
} as const;
