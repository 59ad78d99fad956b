import "../ordering.css";
import { t } from "../../language/t.ts";
import type { Order } from "../contract.ts";
import { statusName } from "../pick-up.ts";
import type { Status } from "../rules.ts";

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
