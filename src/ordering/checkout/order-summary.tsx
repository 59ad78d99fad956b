import { useLocation } from "react-router";
import { type Fees, type Reduction, TotalRows, totalText } from "../../cart/cart-totals.tsx";
import { RetryNotice } from "../../cart/notices.tsx";
import { sizeName } from "../../cart/rules.ts";
import type { PricedCart, PricedLine } from "../../cart/use-priced-cart.ts";
import { formatPrice } from "../../catalogue/rules.ts";
import { Rich, WithMpesa } from "../../language/rich.tsx";
import { t } from "../../language/t.ts";
import { PolicyLinks } from "../../policies/policy-links.tsx";
import { useSettings } from "../../settings/use-settings.ts";
import { Link } from "../../ui/link.tsx";
import { Bar, Repeat, Skeleton } from "../../ui/skeleton.tsx";
import { isTooMuch, ORDER_TEXTS } from "../rules.ts";

/** `fees`: the range of delivery fees by what is known of the place. */
type SumsProps = { priced: PricedCart; fees: Fees; reduction: Reduction | undefined };

/** What is being ordered, line by line, with the fee and the total in KES. */
function OrderSummary({ priced, ...sums }: SumsProps) {
  const { lines, subtotal } = priced;
  return (
    <section className="panel stack" aria-labelledby="summary">
      <h2 id="summary">{t("Your order")}</h2>
      <dl className="totals">
        {lines.map(({ productId, product, size, quantity, trouble }) => (
          <div key={`${productId} ${size}`} className="tall">
            <dt>
              {quantity} × {product?.name ?? t("Item no longer on sale")}, {sizeName(size)}
            </dt>
            <dd className="price">{product && !trouble ? formatPrice(product.price * quantity) : "–"}</dd>
          </div>
        ))}
        <TotalRows subtotal={subtotal} {...sums} />
      </dl>
    </section>
  );
}

/**
 * A placeholder for the lines and the three rows below them, before their prices are known. Before hydration the lines are one
 * row, as high as those that the bootstrap script counted.
 */
function SummarySkeleton({ lines }: { lines: number }) {
  return (
    <Skeleton label={t("Loading your order")}>
      <div className="panel stack">
        <h2>{t("Your order")}</h2>
        <div className="totals">
          <Repeat times={lines || 1}>
            <div className={lines ? "tall" : "tall all"}>
              <span>
                <Bar width={12} />
                <br />
                <Bar width={5} />
              </span>
              <span>
                <Bar width={4} />
              </span>
            </div>
          </Repeat>
          <Repeat times={3}>
            <div>
              <span>
                <Bar width={6} />
              </span>
              <span>
                <Bar width={4} />
              </span>
            </div>
          </Repeat>
        </div>
      </div>
    </Skeleton>
  );
}

/** What the order costs, line by line; where today's prices could not be loaded, a notice. */
export function Prices({ priced, ...sums }: SumsProps) {
  if (priced.ready) return <OrderSummary priced={priced} {...sums} />;
  if (!priced.failed) return <SummarySkeleton lines={priced.lines.length} />;
  return (
    <RetryNotice title={t("We couldn't load today's prices")} onRetry={priced.retry}>
      {t("Your cart and what you typed are safe.")}
    </RetryNotice>
  );
}

type OrderBarProps = SumsProps & {
  ready: boolean;
  /** What the button waits for, shown because a disabled button without a reason seems broken. */
  waits: string;
  /** The button's label: what comes next. */
  onward: string;
  busy: boolean;
  /** Why it did not go on, or what it waits for. */
  said: string;
};

/** The total and the button to go on: always in view on a phone. */
export function OrderBar({ priced, fees, reduction, ready, waits, onward, busy, said }: OrderBarProps) {
  const blocked = priced.ready && priced.blocked;
  const tooMuch = priced.ready && isTooMuch(priced.subtotal, fees);
  const hindrance = blocked ? "blocked" : tooMuch ? "too-much" : waits ? "waits" : undefined;
  return (
    <div className="summary-bar">
      <p className={said ? "field-fault" : "visually-hidden"} role="status">
        {said}
      </p>
      <Hindrances blocked={blocked} tooMuch={tooMuch} waits={waits} />
      <p className="summary-total">
        <Rich
          sentence="Total {ready}"
          ready={
            <strong className="price">
              {priced.ready ? totalText(priced.subtotal, fees, reduction) : "…"}
            </strong>
          }
        />
      </p>
      <button
        type="submit"
        className="button button-primary"
        disabled={!ready}
        aria-disabled={(ready && busy) || undefined}
        aria-describedby={hindrance && `order-${hindrance}`}
      >
        {/* the key makes a new element for other words: a browser's translation has put other nodes inside */}
        <span key={onward}>
          <WithMpesa>{onward}</WithMpesa>
        </span>
      </button>
    </div>
  );
}

/** Why the order cannot go on now; each has an id by which the button is described. */
function Hindrances({ blocked, tooMuch, waits }: { blocked: boolean; tooMuch: boolean; waits: string }) {
  return (
    <>
      {blocked && (
        <p className="field-fault" id="order-blocked">
          <Rich
            sentence="Some items can't be ordered right now. {review}"
            review={<Link to="/cart">{t("Review your cart")}</Link>}
          />
        </p>
      )}
      {tooMuch && (
        <p className="field-fault" id="order-too-much">
          {t(ORDER_TEXTS.amountTooLarge)}
        </p>
      )}
      {waits && (
        <p className="field-hint" id="order-waits">
          {waits}
        </p>
      )}
    </>
  );
}

/** Whether these lines can be ordered as they are. */
export function mayOrder({ ready, blocked, lines, subtotal }: PricedCart, fees: Fees): boolean {
  return ready && !blocked && !isTooMuch(subtotal, fees) && lines.length > 0;
}

/** The shop's policies, opened in a new tab so that nothing typed in the form is lost. */
export function PoliciesApart() {
  const policies = useSettings()?.policies ?? [];
  if (policies.length === 0) return null;
  return (
    <nav aria-labelledby="policies-apart">
      <p className="field-hint" id="policies-apart">
        {t("Good to know (in a new tab):")}
      </p>
      <ul className="row plain-list">
        <PolicyLinks policies={policies} apart />
      </ul>
    </nav>
  );
}

/** After Buy now: says that the order also has other items from the cart. */
export function AlsoInCart({ lines }: { lines: PricedLine[] }) {
  const { boughtNow } = (useLocation().state ?? {}) as { boughtNow?: { productId: string; size: string } };
  if (!boughtNow) return null;
  const others = lines.some(
    ({ productId, size }) => productId !== boughtNow.productId || size !== boughtNow.size,
  );
  return others && <p className="field-hint">{t("This order also has what was already in your cart.")}</p>;
}
