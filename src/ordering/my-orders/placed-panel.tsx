import { sizeName } from "../../cart/size-name.ts";
import { formatPrice } from "../../catalogue/rules.ts";
import { shop } from "../../shop.ts";
import { Notice } from "../../ui/notice.tsx";
import { Bar, Repeat, Skeleton } from "../../ui/skeleton.tsx";
import type { Order } from "../contract.ts";
import { shortId } from "../rules.ts";
import { OrderStanding } from "./order-standing.tsx";
import { isReceipt, lineOf } from "./receipts.tsx";
import { AskOnWhatsApp, ShareOrder } from "./share-order.tsx";

/** What somebody who has just ordered wants to know: the number, what for how much, where it goes, and what comes next. */
export function PlacedPanel({ order, onPrint }: { order: Order; onPrint: () => void }) {
  const { items, amount, address, payment, status } = order;
  const name = [address?.firstName, address?.lastName].filter(Boolean).join(" ");
  const outcome = outcomeOf(order);
  const [kind, title] = TITLES[outcome];
  return (
    <section className={`panel placed placed-${kind}`} aria-labelledby="placed">
      <h2 id="placed">{title}</h2>
      <p>
        Your order number: <strong className="placed-number">{shortId(order._id)}</strong>
      </p>
      <div className="stack">
        <h3>What happens next</h3>
        <OrderStanding order={order} />
        {!payment && status !== "Cancelled" && <p>You can print your receipt here once it is paid.</p>}
      </div>
      <dl className="placed-facts">
        <div>
          <dt>Items</dt>
          {items.map(({ _id, name, size, quantity }) => (
            <dd key={`${_id} ${size}`}>
              {quantity} × {name}, {sizeName(size)}
            </dd>
          ))}
        </div>
        <div>
          <dt>{payment && !order.refund ? "Total paid" : "Total"}</dt>
          <dd className="price">{formatPrice(amount)}</dd>
        </div>
        {address && (
          <div>
            <dt>Goes to</dt>
            <dd>{name}</dd>
            <dd>{lineOf(address)}</dd>
          </div>
        )}
      </dl>
      <p className="notice-action">
        {isReceipt(order) && (
          <button type="button" className="button button-primary" onClick={onPrint}>
            Print or save receipt
          </button>
        )}
        {(outcome === "paid" || outcome === "looked for") && <ShareOrder order={order} />}
        <AskOnWhatsApp order={order} />
      </p>
    </section>
  );
}

type Outcome = "paid" | "going back" | "looked for" | "asked" | "cancelled";

function outcomeOf({ status, payment, refund, codeAsked }: Order): Outcome {
  if (status === "Cancelled") return "cancelled";
  if (refund && refund !== "part") return "going back";
  if (payment) return "paid";
  return codeAsked ? "asked" : "looked for";
}

/** With the sign beside it: a mark of its own for each, not only a colour. */
const TITLES = {
  paid: ["success", "Asante! Your order is paid"],
  "going back": ["neutral", "Your money goes back to you"],
  "looked for": ["neutral", "Asante! We have your order"],
  asked: ["warning", "Please check your M-Pesa code"],
  cancelled: ["neutral", "This order was cancelled"],
} as const satisfies Record<Outcome, readonly [string, string]>;

/** The address names an order that this shopper has not: somebody else's, or none at all. */
export function PlacedMissing() {
  return (
    <Notice title="We cannot find this order here">
      <p>
        Perhaps you ordered under another account, or the link was cut off. Paid and no order? Call{" "}
        <a href={`tel:${shop.phone.replaceAll(" ", "")}`}>{shop.phone}</a>: your money is not lost.
      </p>
    </Notice>
  );
}

export function PlacedSkeleton() {
  return (
    <Skeleton label="Loading your order">
      <div className="panel placed">
        <p>
          <Bar width={18} />
        </p>
        <Repeat times={6}>
          <p>
            <Bar width={14} />
          </p>
        </Repeat>
      </div>
    </Skeleton>
  );
}
