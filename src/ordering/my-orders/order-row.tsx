import { Link } from "react-router";
import { sizeName } from "../../cart/size-name.ts";
import { Picture } from "../../catalogue/picture.tsx";
import { formatPrice } from "../../catalogue/rules.ts";
import type { Order } from "../contract.ts";
import { formatMoment } from "../dates.ts";
import { CHOICES } from "../methods.ts";
import { shortId } from "../rules.ts";
import { OrderSteps } from "./order-steps.tsx";
import { PaymentBadge } from "./payment-badge.tsx";
import { StatusBadge } from "./status-badge.tsx";

type OrderRowProps = {
  order: Order;
  item: Order["items"][number];
  /** The order's steps stand beside its first item. */
  first: boolean;
  busy: boolean;
  onTrack: () => void;
};

/** One ordered item (specification §2). */
export function OrderRow({ order, item, first, busy, onTrack }: OrderRowProps) {
  return (
    <tr>
      <th scope="row">
        <span className="order-item">
          <span className="order-picture">{item.image[0] && <Picture url={item.image[0]} />}</span>
          <span>
            <Link to={`/product/${item._id}`}>{item.name}</Link>
            <span className="field-hint order-size">
              {sizeName(item.size)}, order {shortId(order._id)}
            </span>
          </span>
        </span>
      </th>
      <td data-label="Price" className="price">
        {formatPrice(item.price)}
      </td>
      <td data-label="Quantity">{item.quantity}</td>
      <td data-label="Date">
        <time dateTime={new Date(order.date).toISOString()}>{formatMoment(order.date)}</time>
      </td>
      <td data-label="Payment">
        <span>
          {CHOICES[order.paymentMethod].name}
          <span className="order-paid">
            <PaymentBadge order={order} />
          </span>
          {order.codeUntil !== undefined && (
            <span className="field-hint order-code">
              We are looking for your code. If M-Pesa does not know it by {formatMoment(order.codeUntil)}, we
              cancel this order.
            </span>
          )}
        </span>
      </td>
      <td data-label="Status">
        <span>
          <StatusBadge status={order.status} />
          {first && <OrderSteps order={order} />}
        </span>
      </td>
      <td>
        <button
          type="button"
          className="button button-quiet"
          aria-disabled={busy}
          aria-label={`Track Order ${shortId(order._id)}, ${item.name}, ${sizeName(item.size)}`}
          onClick={onTrack}
        >
          Track Order
        </button>
      </td>
    </tr>
  );
}
