import { useState } from "react";
import { shop } from "../../shop.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { useMay } from "../app/person.ts";
import type { StaffOrder } from "../app/shown.ts";

/** What is printed of an order, and a message to send on by hand. */
export function OrderPapers({ order }: { order: StaffOrder }) {
  const off = !useHydrated();
  const [isCopied, setCopied] = useState(false);
  const may = useMay();
  const print = (what: "slips" | "receipts") =>
    window.open(`/api/staff/orders/${what}?ids=${order._id}`, "_blank", "noopener");
  const copy = () =>
    void navigator.clipboard?.writeText(whatsAppText(order)).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <div className="row">
      <button type="button" className="button" disabled={off} onClick={() => print("slips")}>
        Print packing slip
      </button>
      {may("orders.private") && (
        <button type="button" className="button" disabled={off} onClick={() => print("receipts")}>
          Print receipt
        </button>
      )}
      <button type="button" className="button" disabled={off} onClick={copy}>
        Copy WhatsApp text
      </button>
      <span role="status">{isCopied && "Copied."}</span>
    </div>
  );
}

const SAYS: Record<StaffOrder["status"], string> = {
  "Order Placed": "is placed",
  Packing: "is being packed",
  Shipped: "is on its way",
  "Out for delivery": "comes to you today",
  Delivered: "was delivered",
  Cancelled: "is cancelled",
};

function whatsAppText({ address, delivery, shortId, status, courier, tracking }: StaffOrder): string {
  const { pickUp } = delivery;
  const says =
    pickUp && status === "Shipped"
      ? `is ready for pick-up at ${pickUp.name}, ${address?.street}, ${address?.city} (${pickUp.hours})`
      : SAYS[status];
  const by = [courier, tracking && `tracking number ${tracking}`].filter(Boolean).join(", ");
  const how = by && (status === "Shipped" || status === "Out for delivery") ? ` (${by})` : "";
  return `Hello ${address?.firstName ?? ""}, your ${shop.name} order ${shortId} ${says}${how}.`.replace(
    " ,",
    ",",
  );
}
