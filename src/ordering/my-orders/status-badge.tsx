import "../ordering.css";
import { type Sentence, t } from "../../language/t.ts";
import type { Order } from "../contract.ts";
import { statusName } from "../order-text.ts";
import type { RefundState, Status } from "../rules.ts";

/** How an order's money stands, in colour, word and sign; money on its way back says so before all else. */
export function PaymentBadge({ order }: { order: Pick<Order, "payment" | "refund"> }) {
  const [kind, word] = order.refund ? REFUND[order.refund] : order.payment ? PAID : UNPAID;
  return <span className={`badge badge-${kind}`}>{t(word)}</span>;
}

type Badge = readonly [kind: string, word: Sentence];

const PAID = ["success", "Paid"] as const satisfies Badge;
const UNPAID = ["neutral", "Not confirmed yet"] as const satisfies Badge;
const REFUND = {
  due: ["warning", "Refund due"],
  part: ["neutral", "Partly refunded"],
  done: ["neutral", "Refunded"],
} as const satisfies Record<RefundState, Badge>;

const KINDS: Partial<Record<Status, "success" | "warning" | "shipped">> = {
  Delivered: "success",
  Shipped: "shipped",
  Packing: "warning",
};

/** An order's status in colour, word and sign; others than these three are neutral (specification §4). */
export function StatusBadge({ order: { status, delivery } }: { order: Pick<Order, "status" | "delivery"> }) {
  const kind = KINDS[status] ?? "neutral";
  return (
    <span className={`badge badge-${kind}`}>{t(statusName(status, delivery.pickUp !== undefined))}</span>
  );
}
