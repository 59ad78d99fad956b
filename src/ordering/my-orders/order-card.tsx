import { sizeName } from "../../cart/rules.ts";
import { WithMpesa } from "../../language/rich.tsx";
import { t, tMessage } from "../../language/t.ts";
import { Bar, BarLine, Repeat, Skeleton } from "../../ui/skeleton.tsx";
import type { Order } from "../contract.ts";
import { formatMoment } from "../dates.ts";
import { CHOICES } from "../methods.ts";
import { statusName } from "../order-text.ts";
import { type Status, shortId } from "../rules.ts";
import { OrderLines, OrderStanding, PaymentBadge, type ReviewOf, StatusBadge } from "./order-parts.tsx";
import { isReceipt } from "./receipts.tsx";

const OVER: readonly Status[] = ["Delivered", "Cancelled"];

/** Whether the order's last step is still to come. */
function isUnderWay({ status }: Pick<Order, "status">): boolean {
  return !OVER.includes(status);
}

/** The steps of an order so far, each with its date, the last one marked; and the courier of the parcel. */
function OrderSteps({ order }: { order: Order }) {
  const { date, steps = [], courier, tracking, delivery } = order;
  const all = [{ name: "Order Placed", date }, ...steps];
  return (
    <>
      <ol className="order-steps">
        {all.map((step, at) => (
          <li key={`${step.name} ${step.date}`} aria-current={at === all.length - 1 ? "step" : undefined}>
            {tMessage(statusName(step.name, delivery.pickUp !== undefined))},{" "}
            <time dateTime={new Date(step.date).toISOString()}>{formatMoment(step.date)}</time>
          </li>
        ))}
      </ol>
      {courier && <p className="field-hint">{t("Courier: {courier}", { courier })}</p>}
      {tracking && <p className="field-hint">{t("Tracking number: {tracking}", { tracking })}</p>}
    </>
  );
}

type OrderCardProps = {
  order: Order;
  /** A panel above the list already says its status. */
  isAbove: boolean;
  busy: boolean;
  /** What to say of it since Track Order was tapped; undefined before. */
  tracked: string | undefined;
  onTrack: () => void;
  onPrint: () => void;
  reviewOf: ReviewOf;
};

/** One order with its lines, total and status, and its steps while it is under way or tracked. */
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

/** The shape of cards while they load, as order-card.tsx draws them. */
export function OrdersSkeleton() {
  return (
    <Skeleton label={t("Loading your orders")}>
      <ul className="orders">
        <Repeat times={3}>
          <li className="order-card">
            <div className="order-head">
              <BarLine width={14} />
              <BarLine width={12} className="field-hint" />
            </div>
            <div className="order-goods">
              <div className="order-item">
                <span className="order-picture" />
                <span>
                  <Bar width={13} />
                  <span className="field-hint">
                    <Bar width={9} />
                  </span>
                </span>
              </div>
            </div>
            <div className="order-now stack">
              <BarLine width={16} />
              <p>
                <span className="button box" />
              </p>
            </div>
          </li>
        </Repeat>
      </ul>
    </Skeleton>
  );
}
