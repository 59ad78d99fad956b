import { t, tMessage } from "../../language/t.ts";
import "../ordering.css";
import { formatPrice } from "../../catalogue/rules.ts";
import { call } from "../../platform/browser/call.ts";
import { Link } from "../../ui/link.tsx";
import { Bar, Repeat } from "../../ui/skeleton.tsx";
import type { Order, userOrders } from "../contract.ts";
import { formatMoment } from "../dates.ts";
import { RECENT_SHOWN, shortId } from "../rules.ts";
import { PaymentBadge, StatusBadge } from "./order-parts.tsx";

/** The newest three orders, each once (specification §2, §9), or why they could not be had. */
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

/** As many as may come, before they are known. */
export function RecentShape() {
  return (
    <div className="panel stack">
      <h2>{t("Recent orders")}</h2>
      <ul className="recent-orders">
        <Repeat times={RECENT_SHOWN}>
          <li>
            <p>
              <Bar width={10} />
            </p>
            <p className="field-hint">
              <Bar width={12} />
            </p>
            <p className="price">
              <Bar width={5} />
            </p>
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
