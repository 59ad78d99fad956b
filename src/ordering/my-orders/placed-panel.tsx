import { sizeName } from "../../cart/rules.ts";
import { formatPrice } from "../../catalogue/rules.ts";
import { Rich } from "../../language/rich.tsx";
import { type Sentence, t } from "../../language/t.ts";
import { useSettings, useShop } from "../../settings/use-settings.ts";
import { AskOnWhatsApp, ShareOnWhatsApp } from "../../site/ask-on-whatsapp.tsx";
import { Notice } from "../../ui/notice.tsx";
import { BarLine, Repeat, Skeleton } from "../../ui/skeleton.tsx";
import { telLink } from "../../ui/tel-link.ts";
import type { Order } from "../contract.ts";
import { pickUpOf, placeText } from "../order-text.ts";
import { shortId, totalLabel } from "../rules.ts";
import { OrderStanding } from "./order-parts.tsx";
import { isReceipt } from "./receipts.tsx";

/** What somebody who has just ordered wants to know: the number, the total, where it goes, and what comes next. */
export function PlacedPanel({ order, onPrint }: { order: Order; onPrint: () => void }) {
  const { payment, status } = order;
  const outcome = outcomeOf(order);
  const [kind, title] = TITLES[outcome];
  return (
    <section className={`panel placed placed-${kind}`} aria-labelledby="placed">
      <h2 id="placed">{t(title)}</h2>
      <p>
        <Rich
          sentence="Your order number: {id}"
          id={<strong className="placed-number">{shortId(order._id)}</strong>}
        />
      </p>
      <div className="stack">
        <h3>{t("What happens next")}</h3>
        <OrderStanding order={order} />
        {!payment && status !== "Cancelled" && <p>{t("You can print your receipt here once it's paid.")}</p>}
      </div>
      <Facts order={order} />
      <p className="notice-action">
        {isReceipt(order) && (
          <button type="button" className="button button-primary" onClick={onPrint}>
            {t("Print or save receipt")}
          </button>
        )}
        {(outcome === "paid" || outcome === "looked for") && <ShareOrder order={order} />}
        <AskOnWhatsApp className="button button-quiet" about={{ order: shortId(order._id) }}>
          {t("Ask us on WhatsApp")}
        </AskOnWhatsApp>
      </p>
    </section>
  );
}

/** Shares the first product with friends; says nothing of the order or the buyer. */
function ShareOrder({ order }: { order: Order }) {
  const shop = useShop();
  const origin = useSettings()?.publicUrl || location.origin;
  const [item] = order.items;
  if (!item) return null;
  return (
    <ShareOnWhatsApp
      className="button"
      text={t("I just ordered this from {shop}: {goods}", { shop: shop.name, goods: item.name })}
      url={`${origin}/product/${item._id}`}
    />
  );
}

function Facts({ order }: { order: Order }) {
  const { items, amount, address } = order;
  const pickUp = pickUpOf(order);
  const name = [address?.firstName, address?.lastName].filter(Boolean).join(" ");
  return (
    <dl className="placed-facts">
      <div>
        <dt>{t("Items")}</dt>
        {items.map(({ _id, name, size, quantity }) => (
          <dd key={`${_id} ${size}`}>
            {quantity} × {name}, {sizeName(size)}
          </dd>
        ))}
      </div>
      <div>
        <dt>{t(totalLabel(order))}</dt>
        <dd className="price">{formatPrice(amount)}</dd>
      </div>
      {address && (
        <div>
          <dt>{t(pickUp ? "Pick-up point" : "Goes to")}</dt>
          <dd>{pickUp?.name ?? name}</dd>
          <dd>{placeText(address)}</dd>
          {pickUp && <dd>{pickUp.hours}</dd>}
        </div>
      )}
    </dl>
  );
}

type Outcome = "paid" | "going back" | "looked for" | "asked" | "cancelled";

function outcomeOf({ status, payment, refund, codeAsked }: Order): Outcome {
  if (status === "Cancelled") return "cancelled";
  if (refund && refund !== "part") return "going back";
  if (payment) return "paid";
  return codeAsked ? "asked" : "looked for";
}

/** Each kind has a sign of its own beside it, not only a colour. */
const TITLES = {
  paid: ["success", "Asante! Your order is paid"],
  "going back": ["neutral", "We're refunding you"],
  "looked for": ["neutral", "Asante! We have your order"],
  asked: ["warning", "Please check your M-Pesa code"],
  cancelled: ["neutral", "This order was cancelled"],
} as const satisfies Record<Outcome, readonly [kind: string, title: Sentence]>;

/** The address names an order that is not this shopper's: somebody else's, or none at all. */
export function PlacedMissing() {
  const shop = useShop();
  return (
    <Notice title={t("We can't find this order here")}>
      <p>
        <Rich
          sentence="You may have ordered with another account, or the link was cut off. Paid but no order? Call {phone}: your money is safe."
          phone={<a href={telLink(shop.phone)}>{shop.phone}</a>}
        />
      </p>
    </Notice>
  );
}

export function PlacedSkeleton() {
  return (
    <Skeleton label={t("Loading your order")}>
      <div className="panel placed">
        <BarLine width={18} />
        <Repeat times={6}>
          <BarLine width={14} />
        </Repeat>
      </div>
    </Skeleton>
  );
}
