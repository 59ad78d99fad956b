import { memo, type ReactNode } from "react";
import { sizeName } from "../../cart/rules.ts";
import { Picture } from "../../catalogue/pictures/picture.tsx";
import { formatPrice } from "../../catalogue/rules.ts";
import { type Sentence, t, tMessage } from "../../language/t.ts";
import { Link } from "../../ui/link.tsx";
import type { Order, userOrders } from "../contract.ts";
import { discountName, discountText } from "../coupons/rules.ts";
import { RECENT_SHOWN, type RefundState, type Status, shortId, totalLabel } from "../rules.ts";
import "../ordering.css";
import { WithMpesa } from "../../language/rich.tsx";
import { call } from "../../platform/browser/call.ts";
import { useShop } from "../../settings/use-settings.ts";
import { BarLine, Repeat } from "../../ui/skeleton.tsx";
import { formatMoment } from "../dates.ts";
import { arrivalOf, pickUpOf, statusName, whatNext } from "../order-text.ts";

/** Whether an order is paid, in colour, word and sign; a refund takes precedence. */
export function PaymentBadge({ order }: { order: Pick<Order, "payment" | "refund"> }) {
  const [kind, word] = order.refund ? REFUND[order.refund] : order.payment ? PAID : UNPAID;
  return <span className={`badge badge-${kind}`}>{t(word)}</span>;
}

type Badge = readonly [kind: string, word: Sentence];

const PAID = ["success", "Paid"] as const satisfies Badge;
const UNPAID = ["neutral", "Not confirmed yet"] as const satisfies Badge;
const REFUND = {
  due: ["warning", "Refund due"],
  part: ["neutral", "Partly refunded"],
  done: ["neutral", "Refunded"],
} as const satisfies Record<RefundState, Badge>;

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

/** What is shown beside a delivered line: the shopper's review of it. */
export type ReviewOf = (line: { productId: string; name: string }) => ReactNode;

type OrderLinesProps = { order: Order; reviewOf?: ReviewOf | undefined };

/** The lines of an order with their sums, and the total with delivery; memo, as fifty orders are most of the page. */
export const OrderLines = memo(function OrderLines({ order, reviewOf }: OrderLinesProps) {
  const { items, amount, coupon, discount = 0, owed } = order;
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
          <dt>{t(totalLabel(order))}</dt>
          <dd className="price">{formatPrice(amount)}</dd>
        </div>
        {owed && (
          <div>
            <dt>{t("Paid")}</dt>
            <dd className="price">{formatPrice(amount - owed)}</dd>
          </div>
        )}
      </dl>
    </div>
  );
});

/** "2 × Ksh 1,500", on one line where there is room. */
export function Pieces({ quantity, price }: { quantity: number; price: number }) {
  return (
    <span className="order-pieces">
      {quantity} × {formatPrice(price)}
    </span>
  );
}

/** An order's status and what comes next, in sentences; where its code was not found, the form to send the right one. */
export function OrderStanding({ order }: { order: Order }) {
  const { returnDays } = useShop();
  const { status, payment, refund, codeAsked, codeUntil, date, delivery } = order;
  const pickUp = pickUpOf(order);
  const { days } = delivery;
  const arrival = arrivalOf({ status, date, days, pickUp, isCodeAsked: codeAsked !== undefined });
  return (
    <>
      {whatNext({ status, isPaid: payment, refund, code: codeOf(order), pickUp }, returnDays).map(
        (sentence) => (
          <p key={sentence}>
            <WithMpesa>{sentence}</WithMpesa>
          </p>
        ),
      )}
      {codeAsked?.until !== undefined && (
        <p>{t("We're holding your order until {until}.", { until: formatMoment(codeAsked.until) })}</p>
      )}
      {codeAsked?.url && (
        <p>
          <a className="button button-primary" href={codeAsked.url}>
            {t("Send the right code")}
          </a>
        </p>
      )}
      {!codeAsked && status !== "Cancelled" && codeUntil !== undefined && (
        <p className="field-hint">
          <WithMpesa>
            {t("If we can't find your payment by {until}, we cancel this order.", {
              until: formatMoment(codeUntil),
            })}
          </WithMpesa>
        </p>
      )}
      {arrival && <p>{arrival}</p>}
    </>
  );
}

function codeOf({ paymentMethod, payment, codeAsked }: Order): "asked" | "looked for" | undefined {
  if (payment || paymentMethod !== "cod") return undefined;
  return codeAsked ? "asked" : "looked for";
}

/** The newest three orders, each once (specification §2, §9), or why they could not be loaded. */
export function askRecentOrders(): Promise<Recent> {
  return call<typeof userOrders>("/api/order/userOrders").then(
    (answer) => ({ orders: newest(answer.orders) }),
    (error: Error) => ({ fault: error.message }),
  );
}

export type Recent = { orders?: Order[]; fault?: string };

export function RecentOrders({ orders, fault }: Recent) {
  return (
    <section className="panel stack" aria-labelledby="recent">
      <h2 id="recent">{t("Recent orders")}</h2>
      {fault && (
        <p className="field-fault">{t("{fault} Your orders are safe.", { fault: tMessage(fault) })}</p>
      )}
      {orders?.length === 0 && <p>{t("You haven't ordered anything yet.")}</p>}
      {orders && orders.length > 0 && (
        <ul className="recent-orders">
          {orders.map((order) => (
            <li key={order._id}>
              <p className="row">
                <strong>{shortId(order._id)}</strong>
                <StatusBadge order={order} />
                {order.refund && <PaymentBadge order={order} />}
              </p>
              <p className="field-hint">
                <time dateTime={new Date(order.date).toISOString()}>{formatMoment(order.date)}</time>
                {", "}
                {countOf(order)}
              </p>
              <p className="price">{formatPrice(order.amount)}</p>
            </li>
          ))}
        </ul>
      )}
      <Link className="link-button" to="/orders">
        {t("All my orders")}
      </Link>
    </section>
  );
}

/** Placeholder for as many orders as may be shown, while they load. */
export function RecentShape() {
  return (
    <div className="panel stack">
      <h2>{t("Recent orders")}</h2>
      <ul className="recent-orders">
        <Repeat times={RECENT_SHOWN}>
          <li>
            <BarLine width={10} />
            <BarLine width={12} className="field-hint" />
            <BarLine width={5} className="price" />
          </li>
        </Repeat>
      </ul>
    </div>
  );
}

function newest(orders: Order[]): Order[] {
  return [...new Map(orders.map((order) => [order._id, order])).values()].slice(0, RECENT_SHOWN);
}

function countOf(order: Order): string {
  const items = order.items.reduce((sum, item) => sum + item.quantity, 0);
  return items === 1 ? t("1 item") : t("{items} items", { items });
}
