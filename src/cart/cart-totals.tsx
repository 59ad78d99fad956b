import { formatPrice } from "../catalogue/rules.ts";
import { shop } from "../shop.ts";
import { totalOf } from "./rules.ts";

/** Subtotal, fee and total in KES (specification §9). */
export function CartTotals({ subtotal }: { subtotal: number }) {
  return (
    <section className="panel stack" aria-labelledby="cart-totals">
      <h2 id="cart-totals">Cart totals</h2>
      <dl className="totals">
        <div>
          <dt>Subtotal</dt>
          <dd className="price">{formatPrice(subtotal)}</dd>
        </div>
        <div>
          <dt>Delivery Fee</dt>
          <dd className="price">{formatPrice(shop.deliveryFee)}</dd>
        </div>
        <div>
          <dt>Total</dt>
          <dd className="price">{formatPrice(totalOf(subtotal))}</dd>
        </div>
      </dl>
    </section>
  );
}
