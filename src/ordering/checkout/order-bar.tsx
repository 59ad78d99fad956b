import { Link } from "react-router";
import { totalOf } from "../../cart/rules.ts";
import type { PricedCart } from "../../cart/use-priced-cart.ts";
import { formatPrice } from "../../catalogue/rules.ts";
import { WithMpesa } from "../with-mpesa.tsx";
import { isTooMuch, OrderLimit } from "./order-limit.tsx";

type OrderBarProps = {
  priced: PricedCart;
  ready: boolean;
  /** The button's words: what comes next. */
  onward: string;
  busy: boolean;
  /** Why it did not go on, or what it waits for. */
  said: string;
};

/** The total and the way on: always in view on a phone. */
export function OrderBar({ priced, ready, onward, busy, said }: OrderBarProps) {
  const blocked = priced.ready && priced.blocked;
  const tooMuch = priced.ready && isTooMuch(priced.subtotal);
  return (
    <div className="summary-bar">
      <p className={said ? "field-fault" : "visually-hidden"} role="status">
        {said}
      </p>
      {blocked && (
        <p className="field-fault" id="order-blocked">
          Some items cannot be ordered as they are. <Link to="/cart">Review your cart</Link>
        </p>
      )}
      {tooMuch && <OrderLimit id="order-too-much" />}
      <p className="summary-total">
        Total <strong className="price">{priced.ready ? formatPrice(totalOf(priced.subtotal)) : "…"}</strong>
      </p>
      <button
        type="submit"
        className="button button-primary"
        disabled={!ready}
        aria-disabled={busy || undefined}
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
export function mayOrder({ ready, blocked, lines, subtotal }: PricedCart): boolean {
  return ready && !blocked && !isTooMuch(subtotal) && lines.length > 0;
}
