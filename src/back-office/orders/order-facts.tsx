import { useState } from "react";
import { Link } from "react-router";
import { formatPrice } from "../../catalogue/rules.ts";
import { daysText } from "../../delivery/rules.ts";
import { discountText } from "../../ordering/coupons/rules.ts";
import { pickUpOf } from "../../ordering/order-text.ts";
import { shop } from "../../shop.ts";
import { ActionButton } from "../app/action.tsx";
import { sayMethod, sayRefund } from "../app/in-words.ts";
import { useMay } from "../app/page.ts";
import { type Column, RowsTable } from "../app/tables.tsx";
import { PhoneLink } from "./badges.tsx";
import type { StaffOrder } from "./contract.ts";

/** What was bought, at the prices of then. */
export function OrderItems({ order }: { order: StaffOrder }) {
  const { items, subtotal, deliveryFee, discount, coupon, amount } = order;
  return (
    <section className="panel stack">
      <h2>Items</h2>
      <RowsTable className="table-cards" columns={ITEM} rows={items} keyOf={({ line }) => line} />
      <dl className="facts">
        <dt>Goods</dt>
        <dd>{formatPrice(subtotal)}</dd>
        {coupon && (
          <>
            <dt>Coupon {coupon.code}</dt>
            <dd>{discountText(discount)}</dd>
          </>
        )}
        <dt>Delivery</dt>
        <dd>{formatPrice(deliveryFee)}</dd>
        <dt>Total</dt>
        <dd>
          <strong className="price">{formatPrice(amount)}</strong>
        </dd>
      </dl>
    </section>
  );
}

const ITEM: Column<StaffOrder["items"][number]>[] = [
  { name: "Item", head: true, cell: ({ name }) => name },
  { name: "Size", cell: ({ size }) => size },
  {
    name: "Pieces",
    number: true,
    cell: ({ quantity, returned }) => `${quantity}${returned > 0 ? ` (${returned} came back)` : ""}`,
  },
  {
    name: "Price",
    number: true,
    cell: ({ price, quantity }) => <span className="price">{formatPrice(price * quantity)}</span>,
  },
];

/** Where it goes, and by whom. */
export function OrderAddress({ order }: { order: StaffOrder }) {
  const { address, courier, tracking, account, guest } = order;
  const { days, pickUp } = order.delivery;
  return (
    <section className="panel stack">
      <h2>Delivery</h2>
      {pickUp && (
        <p>
          <strong>Pick-up at {pickUp.name}</strong>, {pickUp.hours}
        </p>
      )}
      {days && <p>The shopper was told: {daysText(days)}.</p>}
      {address ? (
        <address>
          {address.firstName} {address.lastName}
          <br />
          {address.street}
          <br />
          {[address.city, address.state, address.zipCode].filter(Boolean).join(", ")}
          <br />
          {address.country}
          <br />
          {address.phone && <PhoneLink phone={address.phone} />}
          {address.email && (
            <>
              <br />
              <a href={`mailto:${address.email}`}>{address.email}</a>
            </>
          )}
        </address>
      ) : (
        <p>No address is known.</p>
      )}
      {(courier || tracking) && (
        <p>
          {courier} {tracking}
        </p>
      )}
      {guest ? <p>Guest</p> : account && account !== address?.email && <p>Account: {account}</p>}
    </section>
  );
}

/** What was paid by what, what the order still owes, and its refunds; from here staff get to refund a part or all. */
export function OrderMoney({ order }: { order: StaffOrder }) {
  const may = useMay();
  const { payments, owed } = order;
  const paid = payments.filter(({ money }) => money !== null);
  if (!may("payments.read") || (paid.length === 0 && owed === 0)) return null;
  return (
    <section className="panel stack">
      <h2>Money</h2>
      {paid.map(({ _id, money, method, amount, code, refunds }) => (
        <div key={_id} className="stack">
          <p>
            <strong className="price">{formatPrice(amount)}</strong> by {sayMethod(method)},{" "}
            {code ?? "receipt not known yet"}{" "}
            <Link to={`/money/${money}`}>{may("refunds") ? "Refund or history" : "History"}</Link>
          </p>
          {refunds.map((refund) => (
            <p key={refund._id}>
              Refund of {formatPrice(refund.amount)}: {sayRefund(refund.state)}
            </p>
          ))}
        </div>
      ))}
      {owed > 0 && (
        <p className="notice">
          This order still owes <strong className="price">{formatPrice(owed)}</strong>.
        </p>
      )}
    </section>
  );
}

/** The printable papers of an order, and a message for staff to send to the shopper. */
export function OrderPapers({ order }: { order: StaffOrder }) {
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
      <ActionButton onClick={() => print("slips")}>Print packing slip</ActionButton>
      {may("orders.private") && <ActionButton onClick={() => print("receipts")}>Print receipt</ActionButton>}
      <ActionButton onClick={copy}>Copy WhatsApp text</ActionButton>
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

type OrderNews = Pick<StaffOrder, "address" | "delivery" | "shortId" | "status" | "courier" | "tracking">;

/** The message about an order's state that staff send to the shopper by hand. */
export function whatsAppText({ address, delivery, shortId, status, courier, tracking }: OrderNews): string {
  const pickUp = pickUpOf({ address, delivery });
  const says =
    pickUp && status === "Shipped" ? `is ready for pick-up at ${pickUp.at} (${pickUp.hours})` : SAYS[status];
  const by = [courier, tracking && `tracking number ${tracking}`].filter(Boolean).join(", ");
  const how = by && (status === "Shipped" || status === "Out for delivery") ? ` (${by})` : "";
  return `Hello ${address?.firstName ?? ""}, your ${shop.name} order ${shortId} ${says}${how}.`.replace(
    " ,",
    ",",
  );
}
