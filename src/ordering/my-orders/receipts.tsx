import { sizeName } from "../../cart/size-name.ts";
import { formatPrice } from "../../catalogue/rules.ts";
import { shop } from "../../shop.ts";
import type { Order } from "../contract.ts";
import { formatMoment } from "../dates.ts";
import { CHOICES } from "../methods.ts";
import { shortId } from "../rules.ts";
import { PaymentBadge } from "./payment-badge.tsx";
import { StatusBadge } from "./status-badge.tsx";

/** My orders on paper: under the letterhead of every printed page, each order with its lines and totals. Not seen on a screen. */
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
  const goods = order.items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  return (
    <section className="receipt">
      <h2>Order {shortId(order._id)}</h2>
      <p>
        {formatMoment(order.date)}, {CHOICES[order.paymentMethod].name}
      </p>
      <p className="row">
        <PaymentBadge order={order} /> <StatusBadge status={order.status} />
      </p>
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
            <td>{formatPrice(order.amount - goods)}</td>
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
