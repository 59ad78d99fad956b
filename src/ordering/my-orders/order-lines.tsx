import { memo, type ReactNode } from "react";
import { Link } from "react-router";
import { sizeName } from "../../cart/size-name.ts";
import { Picture } from "../../catalogue/picture.tsx";
import { formatPrice } from "../../catalogue/rules.ts";
import type { Order } from "../contract.ts";

/** What stands beside a line that was delivered: the shopper's review of it. */
export type ReviewOf = (line: { productId: string; name: string }) => ReactNode;

type OrderLinesProps = { order: Order; reviewOf?: ReviewOf | undefined };

/** What was ordered, each line with its sum, and the total with delivery; with fifty orders most of the page. */
export const OrderLines = memo(function OrderLines({ order, reviewOf }: OrderLinesProps) {
  const { items, amount, payment, refund } = order;
  return (
    <div className="order-goods">
      <ul className="order-lines">
        {items.map(({ _id, name, size, quantity, price, image }) => (
          <li key={`${_id} ${size}`} className="order-item">
            <span className="order-picture">{image[0] && <Picture url={image[0]} />}</span>
            <span>
              <Link to={`/product/${_id}`}>{name}</Link>
              <span className="field-hint order-size">
                {sizeName(size)}, {quantity} × {formatPrice(price)}
              </span>
            </span>
            <span className="price">{formatPrice(price * quantity)}</span>
            {reviewOf && order.status === "Delivered" && (
              <div className="order-review">{reviewOf({ productId: _id, name })}</div>
            )}
          </li>
        ))}
      </ul>
      <dl className="order-sums">
        <div>
          <dt>Delivery</dt>
          <dd className="price">{formatPrice(amount - goodsOf(order))}</dd>
        </div>
        <div>
          <dt>{payment && !refund ? "Total paid" : "Total"}</dt>
          <dd className="price">{formatPrice(amount)}</dd>
        </div>
      </dl>
    </div>
  );
});

/** What the goods of an order cost, without delivery, in KES. */
export function goodsOf({ items }: Pick<Order, "items">): number {
  return items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
}
