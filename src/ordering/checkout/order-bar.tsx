import { type Fees, type Reduction, totalText } from "../../cart/cart-totals.tsx";
import type { PricedCart } from "../../cart/use-priced-cart.ts";
import { Rich } from "../../language/rich.tsx";
import { t } from "../../language/t.ts";
import { WithMpesa } from "../../language/with-mpesa.tsx";
import { Link } from "../../ui/link.tsx";
import { isTooMuch, OrderLimit } from "./order-limit.tsx";

type OrderBarProps = {
  priced: PricedCart;
  /** What delivery may cost by what is known of the place. */
  fees: Fees;
  reduction: Reduction | undefined;
  ready: boolean;
  /** The button's words: what comes next. */
  onward: string;
  busy: boolean;
  /** Why it did not go on, or what it waits for. */
  said: string;
};

/** The total and the way on: always in view on a phone. */
export function OrderBar({ priced, fees, reduction, ready, onward, busy, said }: OrderBarProps) {
  const blocked = priced.ready && priced.blocked;
  const tooMuch = priced.ready && isTooMuch(priced.subtotal, fees);
  return (
    <div className="summary-bar">
      <p className={said ? "field-fault" : "visually-hidden"} role="status">
        {said}
      </p>
      {blocked && (
        <p className="field-fault" id="order-blocked">
          <Rich
            sentence="Some items can't be ordered right now. {review}"
            review={<Link to="/cart">{t("Review your cart")}</Link>}
          />
        </p>
      )}
      {tooMuch && <OrderLimit id="order-too-much" />}
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
        aria-describedby={blocked ? "order-blocked" : tooMuch ? "order-too-much" : undefined}
      >
        {/* a new one for other words: a translated one has other nodes inside */}
        <span key={onward}>
          <WithMpesa>{onward}</WithMpesa>
        </span>
      </button>
    </div>
  );
}

/** Whether these lines can be ordered as they are. */
export function mayOrder({ ready, blocked, lines, subtotal }: PricedCart, fees: Fees): boolean {
  return ready && !blocked && !isTooMuch(subtotal, fees) && lines.length > 0;
}
