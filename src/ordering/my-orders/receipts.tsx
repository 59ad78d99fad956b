import { sizeName } from "../../cart/size-name.ts";
import { formatPrice } from "../../catalogue/rules.ts";
import { friendlyPhone } from "../../phone-rules.ts";
import { shop } from "../../shop.ts";
import type { Order } from "../contract.ts";
import { formatMoment } from "../dates.ts";
import { CHOICES } from "../methods.ts";
import { shortId } from "../rules.ts";
import { goodsOf } from "./order-lines.tsx";
import { PaymentBadge } from "./payment-badge.tsx";
import { StatusBadge } from "./status-badge.tsx";

/** Only what is paid and not cancelled has a receipt. */
export function isReceipt({ payment, status }: Pick<Order, "payment" | "status">): boolean {
  return payment && status !== "Cancelled";
}

/** Paid orders on paper: under the letterhead of every printed page, each with its lines and totals. Not seen on a screen. */
export function Receipts({ orders }: { orders: Order[] }) {
  const { street, area, city, country } = shop.address;
  return (
    <div className="receipts">
      {orders.map((order) => (
        <Receipt key={order._id} order={order} />
      ))}
      <p className="receipts-foot">
        {shop.name}, {street}, {area}, {city}, {country}. {shop.phone}, {shop.email}.
        <br />
        Goods may be returned or exchanged within {shop.returnDays} days.
      </p>
    </div>
  );
}

function Receipt({ order }: { order: Order }) {
  return (
    <section className="receipt">
      <h2>Order {shortId(order._id)}</h2>
      <p>
        Receipt, {formatMoment(order.date)}, {CHOICES[order.paymentMethod].name}
      </p>
      <p className="row">
        <PaymentBadge order={order} /> <StatusBadge status={order.status} />
      </p>
      <Buyer order={order} />
      <table>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {order.items.map(({ _id, name, size, price, quantity }) => (
            <tr key={`${_id} ${size}`}>
              <th scope="row">
                {name}, {sizeName(size)}
                <br />
                {quantity} × {formatPrice(price)}
              </th>
              <td>{formatPrice(price * quantity)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Delivery</th>
            <td>{formatPrice(order.amount - goodsOf(order))}</td>
          </tr>
          <tr className="receipt-total">
            <th scope="row">Total</th>
            <td>{formatPrice(order.amount)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** Who bought it, where it goes, and the money's own name. */
function Buyer({ order: { address = {}, paymentMethod, receipt } }: { order: Order }) {
  const { firstName, lastName, phone } = address;
  const facts = [
    ["Buyer", [firstName, lastName].filter(Boolean).join(" ")],
    ["Phone", phone && friendlyPhone(phone)],
    ["Delivery address", lineOf(address)],
    [paymentMethod === "flutterwave" ? "Card payment" : "M-Pesa code", receipt],
  ] as const;
  return (
    <dl className="receipt-facts">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** "Ngong Road 12, Nairobi 00100, Nairobi, Kenya". */
export function lineOf({ street, city, zipCode, state, country }: NonNullable<Order["address"]>): string {
  const town = [city, zipCode].filter(Boolean).join(" ");
  return [street, town, state, country].filter(Boolean).join(", ");
}
