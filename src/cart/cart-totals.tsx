import { formatPrice } from "../catalogue/rules.ts";
import { shop } from "../shop.ts";
import { DeliveryPromise } from "../site/delivery-promise.tsx";
import { totalOf } from "./rules.ts";

/** Subtotal, fee and total in KES (specification §9). */
export function CartTotals({ subtotal }: { subtotal: number }) {
  return (
    <section className="panel stack" aria-labelledby="cart-totals">
      <h2 id="cart-totals">Cart totals</h2>
      <dl className="totals">
        <TotalRows subtotal={subtotal} />
      </dl>
      <p className="field-hint">
        <DeliveryPromise />
      </p>
    </section>
  );
}

/** The three rows, for any list of prices. */
export function TotalRows({ subtotal }: { subtotal: number }) {
  const rows = [
    ["Subtotal", subtotal],
    ["Delivery Fee", shop.deliveryFee],
    ["Total", totalOf(subtotal)],
  ] as const;
  return rows.map(([name, kes]) => (
    <div key={name}>
      <dt>{name}</dt>
      <dd className="price">{formatPrice(kes)}</dd>
    </div>
  ));
}
