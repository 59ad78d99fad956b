import { memo, type ReactNode } from "react";
import { sizeName } from "../../cart/rules.ts";
import { Picture } from "../../catalogue/pictures/picture.tsx";
import { formatPrice } from "../../catalogue/rules.ts";
import { t } from "../../language/t.ts";
import { Link } from "../../ui/link.tsx";
import type { Order } from "../contract.ts";
import { discountName, discountText } from "../coupons/rules.ts";
import { totalLabel } from "../rules.ts";

/** What stands beside a line that was delivered: the shopper's review of it. */
export type ReviewOf = (line: { productId: string; name: string }) => ReactNode;

type OrderLinesProps = { order: Order; reviewOf?: ReviewOf | undefined };

/** What was ordered, each line with its sum, and the total with delivery; with fifty orders most of the page. */
export const OrderLines = memo(function OrderLines({ order, reviewOf }: OrderLinesProps) {
  const { items, amount, coupon, discount = 0, payment, refund } = order;
  return (
    <div className="order-goods">
      <ul className="order-lines">
        {items.map(({ _id, name, size, quantity, price, image }) => (
          <li key={`${_id} ${size}`} className="order-item">
            <span className="order-picture">{image[0] && <Picture url={image[0]} />}</span>
            <span>
              <Link to={`/product/${_id}`}>{name}</Link>
              <span className="field-hint order-size">
                {sizeName(size)}, <Pieces quantity={quantity} price={price} />
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
        {coupon && (
          <div>
            <dt>{discountName(coupon)}</dt>
            <dd className="price">{discountText(discount)}</dd>
          </div>
        )}
        <div>
          <dt>{t("Delivery")}</dt>
          <dd className="price">{formatPrice(order.delivery.fee)}</dd>
        </div>
        <div>
          <dt>{t(totalLabel(payment, refund))}</dt>
          <dd className="price">{formatPrice(amount)}</dd>
        </div>
      </dl>
    </div>
  );
});

/** "2 × Ksh 1,500", which stays on one line where there is room. */
export function Pieces({ quantity, price }: { quantity: number; price: number }) {
  return (
    <span className="order-pieces">
      {quantity} × {formatPrice(price)}
    </span>
  );
}
