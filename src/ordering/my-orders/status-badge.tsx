import "../ordering.css";
import { t } from "../../language/t.ts";
import type { Status } from "../rules.ts";

const KINDS: Partial<Record<Status, "success" | "warning" | "shipped">> = {
  Delivered: "success",
  Shipped: "shipped",
  Packing: "warning",
};

/** An order's status in colour, word and sign; others than these three are neutral (specification §4). */
export function StatusBadge({ status }: { status: Status }) {
  const kind = KINDS[status] ?? "neutral";
  return <span className={`badge badge-${kind}`}>{t(status)}</span>;
}
