import { sizeName } from "../../cart/size-name.ts";
import { t, tMessage } from "../../language/t.ts";
import { WithMpesa } from "../../language/with-mpesa.tsx";
import type { Order } from "../contract.ts";
import { formatMoment } from "../dates.ts";
import { CHOICES } from "../methods.ts";
import { statusName } from "../pick-up.ts";
import { shortId } from "../rules.ts";
import { OrderLines, type ReviewOf } from "./order-lines.tsx";
import { OrderStanding } from "./order-standing.tsx";
import { isUnderWay, OrderSteps } from "./order-steps.tsx";
import { PaymentBadge } from "./payment-badge.tsx";
import { isReceipt } from "./receipts.tsx";
import { StatusBadge } from "./status-badge.tsx";

type OrderCardProps = {
  order: Order;
  /** How it stands is said in a panel above the list. */
  isAbove: boolean;
  busy: boolean;
  /** What is said of it since Track Order was tapped on it; undefined before. */
  tracked: string | undefined;
  onTrack: () => void;
  onPrint: () => void;
  reviewOf: ReviewOf;
};

/** One order with its lines, what was paid, how it stands, and its steps while it is under way or tracked. */
export function OrderCard({ order, isAbove, busy, tracked, onTrack, onPrint, reviewOf }: OrderCardProps) {
  const name = shortId(order._id);
  const title = `order-${order._id}`;
  return (
    <li className="order-card">
      <article aria-labelledby={title}>
        <header className="order-head">
          <h2 id={title}>{t("Order {name}", { name })}</h2>
          <p className="row">
            <StatusBadge order={order} />
            {(order.payment || order.status !== "Cancelled") && <PaymentBadge order={order} />}
          </p>
          <p className="field-hint">
            <time dateTime={new Date(order.date).toISOString()}>{formatMoment(order.date)}</time>
            {", "}
            <WithMpesa>{t(CHOICES[order.paymentMethod].name)}</WithMpesa>
          </p>
        </header>
        <OrderLines order={order} reviewOf={reviewOf} />
        <div className="order-now stack">
          {!isAbove && <OrderStanding order={order} />}
          {(tracked !== undefined || isUnderWay(order)) && <OrderSteps order={order} />}
          <p className="row">
            <button
              type="button"
              className="button button-quiet"
              aria-disabled={busy}
              aria-label={t("Track Order {name}, {order}", { name, order: namesOf(order) })}
              onClick={onTrack}
            >
              {t("Track Order")}
            </button>
            {isReceipt(order) && (
              <button
                type="button"
                className="button button-quiet"
                aria-label={t("Print receipt {name}", { name })}
                onClick={onPrint}
              >
                {t("Print receipt")}
              </button>
            )}
          </p>
          <p className="field-hint" role="status">
            {tracked && tMessage(tracked)}
          </p>
        </div>
      </article>
    </li>
  );
}

function namesOf({ items }: Order): string {
  return items.map(({ name, size }) => `${name}, ${sizeName(size)}`).join("; ");
}

/** "Order 1A2B3C4D: Packing. Updated at 21:06:10." */
export function sayTracked({ _id, status, delivery }: Order, time: string): string {
  const name = t(statusName(status, delivery.pickUp !== undefined));
  return t("Order {id}: {status}. Updated at {time}.", { id: shortId(_id), status: name, time });
}
