import { statusName } from "../../ordering/order-text.ts";
import type { Status } from "../../ordering/rules.ts";
import { friendlyPhone } from "../../phone-rules.ts";
import { telLink } from "../../ui/tel-link.ts";

const KINDS: Record<Status, string> = {
  "Order Placed": "badge-warning",
  Packing: "badge-warning",
  Shipped: "badge-neutral",
  "Out for delivery": "badge-neutral",
  Delivered: "badge-success",
  Cancelled: "badge-neutral",
};

/** How far an order is. */
export function StatusBadge({ status, isPickUp }: { status: Status; isPickUp: boolean }) {
  return <span className={`badge ${KINDS[status]}`}>{statusName(status, isPickUp)}</span>;
}

/** How far the refunds of an order are. */
export const REFUNDS: Record<string, string> = {
  due: "Refund due",
  part: "Part refunded",
  done: "Refunded",
};

/** Whether its money is here, or on its way back. */
export function PaidBadge({ payment, refund }: { payment: boolean; refund: string | null }) {
  if (refund) return <span className="badge badge-neutral">{REFUNDS[refund] ?? refund}</span>;
  return payment ? (
    <span className="badge badge-success">Paid</span>
  ) : (
    <span className="badge badge-warning">Not paid</span>
  );
}

/** A shopper's phone as people read it, to be called by a tap. */
export function PhoneLink({ phone }: { phone: string }) {
  const shown = friendlyPhone(phone);
  return <a href={telLink(shown)}>{shown}</a>;
}
